package globalview

import (
	"math"
	"math/bits"
	"slices"

	"bellwether/protocol"
)

// places is a set of places in a view, which has at most maxNodes.
type places [(maxNodes + 63) / 64]uint64

func (s *places) has(at int) bool { return s[at/64]>>(at%64)&1 == 1 }

func (s *places) add(at int) { s[at/64] |= 1 << (at % 64) }

func (s *places) drop(at int) { s[at/64] &^= 1 << (at % 64) }

// part makes room at a place: the members from it on move by one.
func (s *places) part(at int) {
	word := at / 64
	for i := len(s) - 1; i > word; i-- {
		s[i] = s[i]<<1 | s[i-1]>>63
	}
	before := s[word] & (1<<(at%64) - 1)
	s[word] = (s[word]^before)<<1 | before
}

// all visits the set in order.
func (s *places) all(yield func(at int) bool) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			if !yield(64*i + bits.TrailingZeros64(word)) {
				return
			}
		}
	}
}

func (s *places) size() int {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// join updates the links of one place: those that both ends list.
func (v *view) join(at int) {
	e, before := &v.entries[at], v.links[at]
	for former := range v.links[at].all {
		v.links[former].drop(at)
	}
	v.links[at] = places{}
	for _, id := range e.neighbours {
		if other, known := v.find(id); known && other != at && v.entries[other].lists(e.ID) {
			v.links[at].add(other)
			v.links[other].add(at)
		}
	}
	if v.links[at] != before {
		v.forget()
	}
}

// admit inserts a place that has no links yet.
func (v *view) admit(at int) {
	for i := range v.links {
		v.links[i].part(at)
	}
	v.links = slices.Insert(v.links, at, places{})
	v.forget()
}

// forget drops results that depend on links, after a link has changed.
func (v *view) forget() { v.centre, v.reachedBy = centre{}, places{} }

// beyond returns the places that are linked with a set and not reached yet.
func (v *view) beyond(ring, reached *places) (next places) {
	for i, word := range ring {
		for ; word != 0; word &= word - 1 {
			links := &v.links[64*i+bits.TrailingZeros64(word)]
			for k := range next {
				next[k] |= links[k]
			}
		}
	}
	for k := range next {
		next[k] &^= reached[k]
	}
	return next
}

// component is the set of places that a place reaches, itself included.
func (v *view) component(from int) (reached places) {
	if v.from == from && v.reachedBy != (places{}) {
		return v.reachedBy
	}
	reached.add(from)
	for ring := reached; ring != (places{}); {
		ring = v.beyond(&ring, &reached)
		for k := range reached {
			reached[k] |= ring[k]
		}
	}
	v.from, v.reachedBy = from, reached
	return reached
}

// farness is the sum of the hops from a place to the others of its component. It stops if
// the sum exceeds a limit.
func (v *view) farness(from, others, limit int) int {
	var reached places
	reached.add(from)
	ring, sum := reached, 0
	for left := others; left > 0; left -= ring.size() {
		if sum += left; sum > limit { // each of them is a hop further than the ring
			break
		}
		ring = v.beyond(&ring, &reached)
		for k := range reached {
			reached[k] |= ring[k]
		}
	}
	return sum
}

// closed reports whether every neighbour that a member lists also lists the member, as far
// as is known: then no news of the component is under way.
func (v *view) closed(members places) bool {
	for at := range members.all {
		if v.links[at].size() < len(v.entries[at].neighbours) {
			return false
		}
	}
	return true
}

// best is the member of the lab sheet's criterion: the greatest capability. With
// hysteresis, the best of those that lead stays until a member deposes it.
func (v *view) best(members places, m protocol.Margin) protocol.ID {
	var best, leads protocol.Capability
	for at := range members.all {
		e := &v.entries[at]
		offer := protocol.Capability{Value: e.Value, ID: e.ID}
		best = best.Better(offer)
		if e.Leads != 0 {
			leads = leads.Better(offer)
		}
	}
	if best.Deposes(leads, m) {
		return best.ID
	}
	return leads.ID
}

// central is the member of the paper's criterion: the greatest closeness centrality, which
// is the least sum of hops; among equals the greatest ID. A member that offers nothing,
// because it resigned, is skipped as long as another offers something.
func (v *view) central(members places, _ protocol.Margin) protocol.ID {
	candidates, others := v.offering(members), members.size()-1
	if candidates == (places{}) {
		candidates = members
	}
	if v.centre.candidates == candidates { // as the last time, and so are the links
		return v.centre.leader
	}
	var leader protocol.ID
	least := math.MaxInt
	for at := range candidates.all {
		if far := v.farness(at, others, least); far <= least {
			leader, least = v.entries[at].ID, far
		}
	}
	v.centre = centre{candidates, leader}
	return leader
}

// A centre is the last choice of central, and its candidates. It is forgotten when a link
// changes. (Half of all news changes no link: the first of two entries about a new link, and
// the second of two about a broken one.)
type centre struct {
	candidates places
	leader     protocol.ID
}

// offering are the members that offer something.
func (v *view) offering(members places) (out places) {
	for at := range members.all {
		if v.entries[at].Value > 0 {
			out.add(at)
		}
	}
	return out
}
