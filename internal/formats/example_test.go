package formats_test

import (
	"fmt"
	"os"
	"strings"

	"bellwether/internal/formats"
)

// A car of SUMO drives in and out again, in the format of ns-2.
func ExampleFormat_Read() {
	const file = `<fcd-export>
<timestep time="100.00"/>
<timestep time="101.00"><vehicle id="v7" x="5.00" y="9.80"/></timestep>
<timestep time="102.00"><vehicle id="v7" x="18.00" y="9.80"/></timestep>
<timestep time="103.00"><vehicle id="v7" x="31.00" y="9.80"/></timestep>
<timestep time="104.00"/>
</fcd-export>`
	fcd, err := formats.ByFile("one-car.fcd.xml")
	if err != nil {
		fmt.Println(err)
		return
	}
	trace, err := fcd.Read(strings.NewReader(file), formats.Input{Name: "one-car.fcd.xml"})
	if err != nil {
		fmt.Println(err)
		return
	}
	ns2, err := formats.ByName("ns2")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := ns2.Write(os.Stdout, trace, formats.WriteOptions{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// # $node_(0) is "v7"
	// $ns_ at 0 "$node_(0) switch OFF"
	// $node_(0) set X_ 5
	// $node_(0) set Y_ 9.8
	// $node_(0) set Z_ 0
	// $ns_ at 1 "$node_(0) switch ON"
	// $ns_ at 1 "$node_(0) setdest 31 9.8 13"
	// $ns_ at 4 "$node_(0) switch OFF"
}
