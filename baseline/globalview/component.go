package globalview

import (
	"slices"

	"bellwether/protocol"
)

// component is who a member reaches in a view, over links that both ends list.
type component struct {
	members []int // places in the view, nearest first
	farness int   // the sum of the hops to all of them
	// closed: everybody that a member lists is known to list it, too: no news of
	// the component is under way.
	closed bool
}

// component follows the links from one place in the view.
func (v *view) component(from int) component {
	c := component{members: []int{from}, closed: true}
	hops := make([]int, len(v.entries)) // 0: not reached, or from
	for i := 0; i < len(c.members); i++ {
		at := c.members[i]
		e := &v.entries[at]
		c.farness += hops[at]
		for _, id := range e.neighbours {
			next, known := v.find(id)
			switch {
			case !known || !v.entries[next].lists(e.ID):
				c.closed = false
			case hops[next] == 0 && next != from:
				hops[next] = hops[at] + 1
				c.members = append(c.members, next)
			}
		}
	}
	return c
}

// holds says whether a member is in the component.
func (v *view) holds(c component, id protocol.ID) bool {
	at, known := v.find(id)
	return known && slices.Contains(c.members, at)
}

// best is the member that the lab sheet's criterion names: the greatest
// capability. Where hysteresis is set, the best of those in office stays until
// somebody deposes it.
func (v *view) best(c component, m protocol.Margin) protocol.ID {
	var best, office protocol.Capability
	for _, at := range c.members {
		e := &v.entries[at]
		offer := protocol.Capability{Value: e.Value, ID: e.ID}
		best = best.Better(offer)
		if e.Office != 0 {
			office = office.Better(offer)
		}
	}
	if m == (protocol.Margin{}) || best.Deposes(office, m) {
		return best.ID
	}
	return office.ID
}

// central is the member that the paper's criterion names: the greatest closeness
// centrality, which is the least sum of hops; of several the greatest ID. Who
// offers nothing, having resigned, is passed over while anybody offers something.
func (v *view) central(c component, _ protocol.Margin) protocol.ID {
	var leader protocol.ID
	least, offers := 0, false
	for _, at := range c.members {
		e := &v.entries[at]
		willing := e.Value > 0
		far := v.component(at).farness
		switch {
		case leader == protocol.Nobody, willing && !offers:
		case offers && !willing, far > least, far == least && e.ID < leader:
			continue
		}
		leader, least, offers = e.ID, far, willing
	}
	return leader
}
