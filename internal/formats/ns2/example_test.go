package ns2_test

import (
	"fmt"
	"strings"

	"bellwether/internal/formats/ns2"
	"bellwether/internal/formats/text"
	"bellwether/mobility"
)

// A car drives in at 2 s, is sent elsewhere on its way, and leaves.
func ExampleRead() {
	const file = `
$node_(17) set X_ 100
$node_(17) set Y_ 0
$ns_ at 2 "$node_(17) switch ON"
$ns_ at 2 "$node_(17) setdest 100 500 10"
$ns_ at 12 "$node_(17) setdest 400 100 15"
$ns_ at 22 "$node_(17) switch OFF"
`
	trace, err := ns2.Read(strings.NewReader(file), text.File{Name: "one-car.ns_movements"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("nodes", trace.Names(), "for", trace.Duration(), "at up to", trace.MaxSpeed(), "m/s")
	for path := trace.Path(1, nil, nil); ; {
		leg := path.Next()
		if leg.Absent {
			fmt.Println(leg.Start, "away")
		} else {
			fmt.Println(leg.Start, "at", leg.From, "moving", leg.Velocity)
		}
		if leg.End == mobility.Forever {
			break
		}
	}
	// Output:
	// nodes [17] for 22s at up to 15 m/s
	// 0s away
	// 2s at [100 0] moving [0 10]
	// 12s at [100 100] moving [15 0]
	// 22s away
}
