package async

import (
	"slices"
	"testing"
)

// A steady source returns the same numbers at the beginning of each handler, and others
// for another node, boot or seed.
func TestSteadyDrawsRepeat(t *testing.T) {
	draw := func(s steady) []uint64 { return []uint64{s.Uint64(), s.Uint64(), s.Uint64()} }
	first := draw(steady{seed: 1, node: 1, boot: 1})
	if first[0] == first[1] || !slices.Equal(first, draw(steady{seed: 1, node: 1, boot: 1})) {
		t.Errorf("the draws are %v, then %v", first, draw(steady{seed: 1, node: 1, boot: 1}))
	}
	for _, other := range []steady{{seed: 2, node: 1, boot: 1}, {seed: 1, node: 2, boot: 1}, {seed: 1, node: 1, boot: 2}} {
		if got := draw(other); got[0] == first[0] {
			t.Errorf("%+v draws the same as seed 1, node 1, boot 1: %v", other, got)
		}
	}
}
