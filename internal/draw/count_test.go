package draw

import "testing"

// "10 of 1 runs" would read as ten of one.
func TestElectionsAreCountedInTheirRuns(t *testing.T) {
	e := ECDF{Of: "elections", Series: []Sample{
		{Label: "a", Values: make([]Observation, 10), Runs: 1},
		{Label: "b", Values: []Observation{{X: 1}, {X: 2, Censored: true}}, Runs: 2},
	}}
	if got, want := e.numbers(), "Elections: a 10 in 1 run; b 2 in 2 runs, 1 cut off."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
