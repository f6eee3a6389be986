package roadmap

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/paulmach/orb"
)

// A cross with a loop at one end, and a ring alone: each way occurs once, and lines end at
// crossings and at dead ends.
func TestLinesAreAllWaysOnce(t *testing.T) {
	m := &Map{places: []orb.Point{{0, 0}, {1, 0}, {2, 0}, {3, 1}, {3, -1}, {0, 5}, {1, 5}, {0, 6}}, first: []int32{0}}
	for _, to := range [][]int32{{1}, {0, 2}, {1, 3, 4}, {2, 4}, {2, 3}, {6, 7}, {5, 7}, {6, 5}} {
		for _, p := range to {
			m.ways = append(m.ways, way{to: p, metres: 1})
		}
		m.first = append(m.first, int32(len(m.ways)))
	}
	want := []orb.LineString{
		{{0, 0}, {1, 0}, {2, 0}},
		{{2, 0}, {3, 1}, {3, -1}, {2, 0}},
		{{0, 5}, {1, 5}, {0, 6}, {0, 5}},
	}
	if diff := cmp.Diff(want, m.Lines()); diff != "" {
		t.Error(diff)
	}
}
