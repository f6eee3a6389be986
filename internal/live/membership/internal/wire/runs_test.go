package wire

import (
	"strings"
	"testing"
)

// What a member runs is one readable line within the limit, and always decodes.
func TestRunsIsOneLineWithinItsLimit(t *testing.T) {
	for _, c := range []struct {
		name         string
		params       []string
		want         Runs
		algorithm    string
		parametrised string
	}{
		{"tanist", nil, "tanist", "tanist", "the defaults"},
		{"tanist", []string{"late=2", "pulls=3"}, "tanist late=2 pulls=3", "tanist", "late=2 pulls=3"},
		{"my own\n", nil, "my_own_", "my_own_", "the defaults"},
	} {
		got := MakeRuns(c.name, c.params)
		if got != c.want || got.Algorithm() != c.algorithm || got.Params() != c.parametrised {
			t.Errorf("%q: %q, %q", got, got.Algorithm(), got.Params())
		}
	}
	long, bad := strings.Repeat("x", 200), []string{"a=\x00"}
	for _, pair := range [][2]Runs{{MakeRuns(long, nil), MakeRuns(long+"y", nil)}, {MakeRuns("x", []string{long}), MakeRuns("x", []string{long + "y"})},
		{MakeRuns("x", bad), MakeRuns("x", nil)}} {
		if pair[0] == pair[1] || checkRuns(string(pair[0])) != nil || checkRuns(string(pair[1])) != nil {
			t.Errorf("%q, %q", pair[0], pair[1])
		}
	}
}
