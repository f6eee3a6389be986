package agent

import (
	"testing"

	"bellwether/internal/live/membership"
	"bellwether/protocol"
)

// member is another one, alive, of a stack; it names leader.
func member(id, leader protocol.ID, stack uint32, runs membership.Runs) membership.Member {
	return membership.Member{Name: id.String(), Meta: membership.Meta{ID: id, Leader: leader, Stack: stack, Runs: runs, Terms: membership.Terms{Misses: 3}}}
}

// The group that leads comes first, if both do that of the better leader; a group with members that
// cannot give way before it. If neither leads, the larger one comes first, of two of one size that
// of the lower number, and members that do not run do not count.
func TestWhichGroupGivesWay(t *testing.T) {
	const own, other = 20, 30
	idle := member(5, 0, other, "x")
	idle.Meta.Idle = true
	silent := member(4, 4, other, "x")
	silent.Meta.Silent = true
	lower := silent
	lower.Meta.Stack = own - 1
	starting := member(4, 0, other, "")
	starting.Meta.Terms = membership.Terms{}
	better := member(4, 4, other, "x")
	better.Meta.Capability = 2
	for name, c := range map[string]struct {
		members []membership.Member
		named   protocol.ID // whom this node's algorithm names
		leader  protocol.ID
		gives   bool
	}{
		"alone":                         {},
		"all run the same":              {members: []membership.Member{member(2, 2, own, "y"), member(3, 2, own, "y")}},
		"both lead":                     {members: []membership.Member{member(4, 4, other, "x"), member(5, 4, other, "x")}, named: 1},
		"both lead, the other better":   {[]membership.Member{better, member(2, 1, own, "y")}, 1, 4, true},
		"an older program leads":        {[]membership.Member{member(4, 4, other, "")}, 1, 4, true},
		"one other that starts":         {members: []membership.Member{starting}, named: 1},
		"two others, none leads":        {[]membership.Member{silent, member(5, 4, other, "x")}, 0, protocol.Nobody, true},
		"one other, none leads":         {members: []membership.Member{silent}},
		"of a lower number, none leads": {[]membership.Member{lower}, 0, protocol.Nobody, true},
		"two others that do not lead":   {members: []membership.Member{silent, member(5, 4, other, "x")}, named: 1},
		"one other that leads alone":    {[]membership.Member{member(2, 0, own, "y"), member(4, 4, other, "x")}, 0, 4, true},
		"two others, of which one idle": {members: []membership.Member{silent, idle}},
		"an older program in each":      {[]membership.Member{member(2, 2, own, ""), better, member(5, 4, other, ""), member(3, 2, own, "y")}, 2, 4, true},
	} {
		r := newRoster(everybody, membership.Member{Meta: membership.Meta{ID: 1}}, c.members)
		if leader, gives := r.givesWay(membership.Meta{ID: 1, Leader: c.named, Stack: own, Capability: 1}); leader != c.leader || gives != c.gives {
			t.Errorf("%s: %v, %t; want %v, %t", name, leader, gives, c.leader, c.gives)
		}
	}
}
