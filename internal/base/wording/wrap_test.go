package wording

import (
	"slices"
	"testing"
)

func TestLinesFitTheirColumns(t *testing.T) {
	for _, c := range []struct {
		text string
		hang string
		want []string
	}{
		{"a node leads", "", []string{"a node", "leads"}},
		{"a node leads", "  ", []string{"a node", "  leads"}},
		{"incarnation", "", []string{"incarna", "tion"}},
		{"選挙の結果", "", []string{"選挙の", "結果"}},
		{"", "", []string{""}},
	} {
		got := Wrap(c.text, 7, c.hang)
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
