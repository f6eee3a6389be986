package access

import "bellwether/emulator/internal/kernel"

// A crowd are nodes whose countdowns resumed as one frame ended. Most of them will not get to
// their end: the first that sends freezes the others. So a crowd has one event, for the first.
type crowd []kernel.Slot

// resumeAll lets the countdowns of nodes run to their ends.
func (c *csma) resumeAll(waiting []kernel.Slot) {
	if len(waiting) < 2 {
		for _, i := range waiting {
			c.resume(i)
		}
		return
	}
	g := c.crowds.Take()
	members, next := (*c.crowds.At(g))[:0], nobody
	for _, i := range waiting {
		if c.counts(i) {
			c.turns[i].crowd = g + 1
			members = append(members, i)
			next.earlier(c.turns[i].due, i, c)
		}
	}
	*c.crowds.At(g) = members
	c.lead(g, next)
}

// A soonest is the node that is due first of some, of several the one with the lowest ID.
type soonest struct {
	node kernel.Slot
	at   int64
}

var nobody = soonest{-1, kernel.Never}

func (s *soonest) earlier(due int64, i kernel.Slot, c *csma) {
	if due < s.at || due == s.at && s.node >= 0 && c.Reach.ID(i) < c.Reach.ID(s.node) {
		*s = soonest{i, due}
	}
}

// lead queues an event for the node of crowd g that is due first; without one the crowd is over.
func (c *csma) lead(g int32, next soonest) {
	if next.node < 0 {
		c.crowds.Give(g)
		return
	}
	c.AtRank(next.at, c.first, uint32(g), uint32(c.Reach.ID(next.node)))
}

// next is who of crowd g is due next; those that have left it are forgotten.
func (c *csma) next(g int32) soonest {
	members, next := c.crowds.At(g), nobody
	kept := (*members)[:0]
	for _, i := range *members {
		if t := &c.turns[i]; t.crowd == g+1 && t.due != kernel.Never {
			kept = append(kept, i)
			next.earlier(t.due, i, c)
		}
	}
	*members = kept
	return next
}

// onFirst handles the node of crowd g that is due, if one is.
func (c *csma) onFirst(g int32) {
	next := c.next(g)
	if next.at > c.Now() {
		c.lead(g, next)
		return
	}
	t := &c.turns[next.node]
	t.due, t.crowd = kernel.Never, 0
	if c.stations[next.node].phase == contending {
		c.attempt(next.node)
	}
	c.lead(g, c.next(g))
}
