package table

import (
	"slices"
	"strings"
	"testing"
)

// A point's line, and a corner, have as many decimals as it takes to tell means apart that the tests tell apart.
func TestPointsTellApartWhatTestsTellApart(t *testing.T) {
	for _, x := range []struct {
		name         string
		rows         []contestant
		said, corner string // the corner's loss
	}{
		{"losses", []contestant{{label: "a", loss: 1.2e-5, frames: 2}, {label: "b", loss: 3.1e-5, frames: 3}},
			"a = 1: a leads best, badly led 0.001 %, 2.000 frames/node/s.", "0.001"},
		{"losses, by the usual decimals", []contestant{{label: "a", loss: 1e-4, frames: 2}, {label: "b", loss: 3e-4, frames: 3}},
			"a = 1: a leads best, badly led 0.01 %, 2.000 frames/node/s.", "0.01"},
		{"costs", []contestant{{label: "a", loss: 0.01, frames: 1e-4}, {label: "near", loss: 0.01002, frames: 4e-4, turn: 2}},
			"a = 1: a has the least mean of badly led, 1.00 %, not told from near; the cheapest of these is a, 0.0001 frames/node/s.", "1.00"},
	} {
		c := swept(t, cellOfRows{"1", 13, x.rows}, cellOfRows{"2", 13, x.rows})
		if got := c.VerdictLines(); !slices.Contains(got, x.said) {
			t.Errorf("%s: it says\n%s\nwant the line\n%s", x.name, strings.Join(got, "\n"), x.said)
		}
		if got := c.Corners().Rows[0][2]; got != x.corner {
			t.Errorf("%s: the corner has the loss %s, want %s", x.name, got, x.corner)
		}
	}
}
