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

// rows are all registered algorithms, and each with every other choice that one
// of its parameters offers: the signallings of VKT04, for one.
func rows() []row {
	var out []row
	for _, a := range scenarios.Algorithms() {
		out = append(out, row{a.Name, a, nil})
		for _, p := range a.Params {
			for _, choice := range p.Choices {
				if choice != p.Default {
					out = append(out, row{a.Name + "-" + choice, a, map[string]string{p.Name: choice}})
				}
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

// TestRowsAreWhole holds that the suite misses nobody, and that names tell rows
// apart: a failure is reproduced by its name.
func TestRowsAreWhole(t *testing.T) {
	labels, named := map[string]bool{}, map[string]bool{}
	for _, r := range rows() {
		if labels[r.label] {
			t.Errorf("two rows are called %s", r.label)
		}
		labels[r.label], named[r.a.Name] = true, true
	}
	for _, want := range []string{"vasudevan", "vasudevan-tcp", "vasudevan-udp", "vasudevan-optimised"} {
		if !labels[want] {
			t.Errorf("no row %s", want)
		}
	}
	if len(named) != len(scenarios.Algorithms()) {
		t.Errorf("%d algorithms have rows, %d are registered", len(named), len(scenarios.Algorithms()))
	}
}
