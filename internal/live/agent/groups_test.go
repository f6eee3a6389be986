package agent

import (
	"testing"

	"bellwether/internal/live/membership"
	"bellwether/protocol"
)

// member is another one, alive, of a stack; it names leader.
func member(id, leader protocol.ID, stack uint32, runs membership.Runs) membership.Member {
	return membership.Member{Name: id.String(), Meta: membership.Meta{ID: id, Leader: leader, Stack: stack, Runs: runs}}
}

// The group that leads comes first; if both do, the larger one; a group with members that cannot
// give way before it; of two of one size the one of the lower number. Members that do not run count
// for none.
func TestWhichGroupGivesWay(t *testing.T) {
	const own, other = 20, 30
	idle := member(5, 0, other, "x")
	idle.Meta.Idle = true
	silent := member(4, 4, other, "x")
	silent.Meta.Silent = true
	for name, c := range map[string]struct {
		members []membership.Member
		named   protocol.ID // whom this node's algorithm names
		leader  protocol.ID
		gives   bool
	}{
		"alone":                         {},
		"all run the same":              {members: []membership.Member{member(2, 2, own, "y"), member(3, 2, own, "y")}},
		"one other":                     {members: []membership.Member{member(4, 4, other, "x")}, named: 1},
		"one other, of a lower number":  {[]membership.Member{member(4, 4, 10, "x")}, 1, 4, true},
		"one other, of an older":        {[]membership.Member{member(4, 4, other, "")}, 1, 4, true},
		"two others":                    {[]membership.Member{member(4, 4, other, "x"), member(5, 4, other, "x")}, 1, 4, true},
		"two others without a leader":   {[]membership.Member{silent, member(5, 4, other, "x")}, 0, protocol.Nobody, true},
		"two others that do not lead":   {members: []membership.Member{silent, member(5, 4, other, "x")}, named: 1},
		"one other that leads":          {[]membership.Member{member(2, 2, own, "y"), member(4, 4, other, "x")}, 2, protocol.Nobody, false},
		"one other that leads alone":    {[]membership.Member{member(2, 0, own, "y"), member(4, 4, other, "x")}, 0, 4, true},
		"two others, of which one idle": {members: []membership.Member{member(4, 4, other, "x"), idle}, named: 1},
		"two of two, of an older each":  {members: []membership.Member{member(2, 2, own, ""), member(4, 4, other, ""), member(5, 4, other, "x"), member(3, 2, own, "y")}},
	} {
		r := newRoster(1, c.members)
		if leader, gives := r.givesWay(membership.Meta{ID: 1, Leader: c.named, Stack: own}); leader != c.leader || gives != c.gives {
			t.Errorf("%s: %v, %t; want %v, %t", name, leader, gives, c.leader, c.gives)
		}
	}
}
