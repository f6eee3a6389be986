package overlay_test

import (
	"slices"
	"testing"

	"bellwether/overlay"
	"bellwether/protocol"
)

func TestRosterRanks(t *testing.T) {
	var r overlay.Roster
	self := capability(5)
	r.Heard(protocol.Capability{Value: 500, ID: 2})
	r.Heard(protocol.Capability{Value: 5, ID: 8})
	r.Heard(protocol.Capability{})
	higher := func() (out []protocol.ID) {
		for id := protocol.ID(1); id <= 9; id++ {
			if r.Higher(id, self) {
				out = append(out, id)
			}
		}
		return out
	}
	if got := higher(); !slices.Equal(got, []protocol.ID{1, 2, 3, 4, 6, 7, 9}) {
		t.Errorf("higher: %v: a member never heard of counts as higher", got)
	}
	r.Rank()
	if got := higher(); !slices.Equal(got, []protocol.ID{2, 6, 7, 9}) {
		t.Errorf("higher: %v: a member never heard of counts by its ID", got)
	}
	r.Heard(protocol.Capability{Value: 1, ID: 2})
	if got := higher(); !slices.Equal(got, []protocol.ID{6, 7, 9}) {
		t.Errorf("higher: %v: 2 has fallen", got)
	}
	if c, ok := r.Capability(2); !ok || c.Value != 1 {
		t.Errorf("2 sent last %v, %t", c, ok)
	}
	if _, ok := r.Capability(1); ok {
		t.Error("1 was never heard of")
	}
}
