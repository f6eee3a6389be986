package conformance

import (
	"testing"

	"bellwether/protocol"
	"bellwether/scenarios"
)

// row is one algorithm as it is compared: with its parameters.
type row struct {
	label  string
	a      protocol.Algorithm
	params map[string]string
}

// rows are all registered algorithms, the signallings of VKT04, and the detectors
// of omega.
func rows() []row {
	var out []row
	for _, a := range scenarios.Algorithms() {
		out = append(out, row{a.Name, a, nil})
		if a.Name == "vasudevan" {
			for _, signalling := range []string{"tcp", "udp", "optimised"} {
				out = append(out, row{a.Name + "-" + signalling, a, map[string]string{"signalling": signalling}})
			}
		}
		if a.Name == "omega" {
			for _, detector := range []string{"phi", "swim"} {
				out = append(out, row{a.Name + "-" + detector, a, map[string]string{"detector": detector}})
			}
		}
	}
	return out
}

func (r row) values(t testing.TB) protocol.Values {
	t.Helper()
	values, faults := protocol.Resolve(r.a.Params, r.params, detection)
	if len(faults) > 0 {
		t.Fatal(faults[0])
	}
	return values
}
