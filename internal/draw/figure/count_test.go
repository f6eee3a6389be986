package figure

import "testing"

// "10 of 1 runs" would be read as ten out of one.
func TestElectionsAreCountedInTheirRuns(t *testing.T) {
	e := ECDF{Of: "elections", Series: []Sample{
		{Label: "a", Values: make([]Observation, 10), Runs: 1},
		{Label: "b", Values: []Observation{{X: 1}, {X: 2, Censored: true}}, Runs: 2},
	}}
	if got, want := e.numbers(), "Elections: a 10 in 1 run; b 2 in 2 runs, 1 cut off."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestOneRunIsNotCalledRuns(t *testing.T) {
	for _, c := range []struct {
		counts []int
		what   string
		want   string
	}{
		{nil, "run", ""},
		{[]int{1}, "run", "n = 1 run."},
		{[]int{1, 1}, "run", "n = 1 run each."},
		{[]int{3, 3}, "run", "n = 3 runs each."},
		{[]int{1, 0}, "run", "n = 0 to 1 runs."},
		{[]int{1}, "node, of one run", "n = 1 node, of one run."},
		{[]int{10}, "node, of one run", "n = 10 nodes, of one run."},
	} {
		if got := noteCount(c.counts, c.what); got != c.want {
			t.Errorf("%v: %q, want %q", c.counts, got, c.want)
		}
	}
}
