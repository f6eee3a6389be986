// Package goals decides which leader the members of a component should name by an algorithm's
// goal. It assumes that all live members of the component are added, and is about one instant.
package goals

import (
	"bellwether/internal/contract/eligibility"
	"bellwether/protocol"
)

// A Standing is what is known of one live node at one instant.
type Standing struct {
	ID          protocol.ID
	Value       int64       // what it claims to offer
	Incarnation int64       // boots since its storage was last empty, from 1
	Leader      protocol.ID // whom it names; Nobody: nobody, as during an election
}

// A Component is what is known of the live members of one component at one
// instant. The zero Component is empty; members are added in any order. A member that must not
// lead (eligibility.May) is never the right leader, whatever the goal.
type Component struct {
	Size      int
	Best      protocol.Capability // the greatest of a member; of one that must not lead if none may
	Smallest  protocol.ID         // of a member that may lead; Nobody: none may
	Stablest  protocol.ID         // the member of the fewest incarnations that may lead, then the smallest
	Named     protocol.ID         // whom a member names, Nobody if none names anybody
	Several   bool                // members name several
	Unknowing int                 // members that name nobody

	incarnation int64 // of Stablest
}

// Add counts a live member.
func (c *Component) Add(s Standing) {
	c.Size++
	c.Best = c.Best.Better(protocol.Capability{Value: s.Value, ID: s.ID})
	if eligibility.May(s.Value) {
		if c.Smallest == protocol.Nobody {
			c.Smallest, c.Stablest, c.incarnation = s.ID, s.ID, s.Incarnation
		}
		c.Smallest = min(c.Smallest, s.ID)
		if s.Incarnation < c.incarnation || s.Incarnation == c.incarnation && s.ID < c.Stablest {
			c.Stablest, c.incarnation = s.ID, s.Incarnation
		}
	}
	switch {
	case s.Leader == protocol.Nobody:
		c.Unknowing++
	case c.Named == protocol.Nobody:
		c.Named = s.Leader
	case c.Named != s.Leader:
		c.Several = true
	}
}

// All are the goals that an algorithm can have.
func All() []protocol.Goal {
	return []protocol.Goal{protocol.GoalBest, protocol.GoalSmallestID, protocol.GoalStablest, protocol.GoalAny, protocol.GoalQuorum}
}

// Wanted returns whom the members should name by an algorithm's goal ("" is
// GoalBest). A component of fewer live members than quorum must name nobody; a
// quorum of 0 is no such rule, see [protocol.Algorithm.QuorumOf]. member reports whether a
// node is a live member; only GoalAny and GoalQuorum call it.
//
// For any single leader, the wanted one is the live member that all members with a leader
// name. A member without a leader is wrong, and the others may still be right. If two
// leaders are named, or one that is no live member, no member is right: no rule prefers one
// of the two. A rule by IDs would make the verdict depend on the numbering.
func (c *Component) Wanted(g protocol.Goal, quorum int, member func(protocol.ID) bool) Wanted {
	switch {
	case c.NoneEligible():
		return Wanted{Ineligible: true}
	case c.Size < quorum:
		return Wanted{Minority: true}
	}
	switch g {
	case protocol.GoalSmallestID:
		return Wanted{Leader: c.Smallest}
	case protocol.GoalStablest:
		return Wanted{Leader: c.Stablest}
	case protocol.GoalAny, protocol.GoalQuorum:
		if c.Named == protocol.Nobody || c.Several || !member(c.Named) {
			return Wanted{}
		}
		return Wanted{Leader: c.Named}
	}
	return Wanted{Leader: c.Best.ID}
}

// NoneEligible reports whether no member may lead, so that no leader is right.
func (c *Component) NoneEligible() bool { return c.Size > 0 && !eligibility.May(c.Best.Value) }

// Wanted is whom the members of a component should name.
type Wanted struct {
	Leader     protocol.ID // a live member; Nobody: any single one, and they name none, or several
	Minority   bool        // a quorum is missing, and they must name nobody
	Ineligible bool        // no member may lead, and they must name nobody
}

// Nobody reports whether members must name nobody.
func (w Wanted) Nobody() bool { return w.Minority || w.Ineligible }

// Right reports whether a member that names leader, or nobody, does as it should.
func (w Wanted) Right(leader protocol.ID) bool {
	return leader == w.Leader && (leader != protocol.Nobody || w.Nobody())
}

// String returns whom, in words.
func (w Wanted) String() string {
	switch {
	case w.Ineligible:
		return "nobody, since none of them is eligible"
	case w.Minority:
		return "nobody"
	case w.Leader == protocol.Nobody:
		return "any one live member"
	}
	return w.Leader.String()
}

// Written maps a goal to its form in results and traces, where GoalQuorum is GoalAny and
// quorum true.
func Written(g protocol.Goal) (goal protocol.Goal, quorum bool) {
	if g == protocol.GoalQuorum {
		return protocol.GoalAny, true
	}
	return g, false
}
