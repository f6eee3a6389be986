package globalview

import (
	"math/bits"

	"bellwether/protocol"
)

// places is a set of places in a view.
type places []uint64

func newPlaces(n int) places { return make(places, (n+63)/64) }

func (s places) has(at int) bool { return s[at/64]>>(at%64)&1 == 1 }

func (s places) set(at int, in bool) {
	s[at/64] &^= 1 << (at % 64)
	if in {
		s[at/64] |= 1 << (at % 64)
	}
}

// all goes through the set in order.
func (s places) all(yield func(at int) bool) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			if !yield(64*i + bits.TrailingZeros64(word)) {
				return
			}
		}
	}
}

func (s places) size() int {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// join brings the links of one place up to date: those that both ends list.
func (v *view) join(at int) {
	e := &v.entries[at]
	for former := range v.links[at].all {
		v.links[former].set(at, false)
	}
	clear(v.links[at])
	for _, id := range e.neighbours {
		if other, known := v.find(id); known && other != at && v.entries[other].lists(e.ID) {
			v.links[at].set(other, true)
			v.links[other].set(at, true)
		}
	}
}

// rejoin does so for all places, which have moved.
func (v *view) rejoin() {
	v.links = make([]places, len(v.entries))
	for at := range v.links {
		v.links[at] = newPlaces(len(v.links))
	}
	for at := range v.links {
		v.join(at)
	}
	v.reached, v.ring, v.next = newPlaces(len(v.links)), newPlaces(len(v.links)), newPlaces(len(v.links))
}

// component is who a place reaches, itself included, and the sum of the hops to
// all of them: its farness. The set is good until the next call.
func (v *view) component(from int) (reached places, farness int) {
	clear(v.reached)
	clear(v.ring)
	v.reached.set(from, true)
	v.ring.set(from, true)
	for hops := 1; ; hops++ {
		clear(v.next)
		for at := range v.ring.all {
			for i, word := range v.links[at] {
				v.next[i] |= word
			}
		}
		news := 0
		for i := range v.next {
			v.next[i] &^= v.reached[i]
			v.reached[i] |= v.next[i]
			news += bits.OnesCount64(v.next[i])
		}
		if news == 0 {
			return v.reached, farness
		}
		farness += hops * news
		v.ring, v.next = v.next, v.ring
	}
}

// closed says whether everybody whom a member lists is known to list it, too: no
// news of the component is under way.
func (v *view) closed(members places) bool {
	for at := range members.all {
		if v.links[at].size() < len(v.entries[at].neighbours) {
			return false
		}
	}
	return true
}

// best is the member that the lab sheet's criterion names: the greatest
// capability. Where hysteresis is set, the best of those in office stays until
// somebody deposes it.
func (v *view) best(members places, m protocol.Margin) protocol.ID {
	var best, office protocol.Capability
	for at := range members.all {
		e := &v.entries[at]
		offer := protocol.Capability{Value: e.Value, ID: e.ID}
		best = best.Better(offer)
		if e.Office != 0 {
			office = office.Better(offer)
		}
	}
	if best.Deposes(office, m) {
		return best.ID
	}
	return office.ID
}

// central is the member that the paper's criterion names: the greatest closeness
// centrality, which is the least sum of hops; of several the greatest ID. Who
// offers nothing, having resigned, is passed over while anybody offers something.
func (v *view) central(members places, _ protocol.Margin) protocol.ID {
	var leader protocol.ID
	least, offers := 0, false
	for at := range append(places(nil), members...).all {
		e := &v.entries[at]
		willing := e.Value > 0
		_, far := v.component(at)
		switch {
		case leader == protocol.Nobody, willing && !offers:
		case offers && !willing, far > least, far == least && e.ID < leader:
			continue
		}
		leader, least, offers = e.ID, far, willing
	}
	return leader
}
