package olsr

import (
	"cmp"
	"slices"

	"bellwether/protocol"
)

// chooseRelays computes the multipoint relays (RFC 3626 §8.3.1, and §16 for a coverage above
// 1): neighbours by which every node two hops away is reached. First come those without
// which some node has too few, then always the one that reaches most nodes which still have
// too few; of equals that with more neighbours, then that with the least number.
func (l *OLSR) chooseRelays(self protocol.ID) {
	far := l.twoHops(self) // how many neighbours reach each, and how many relays do so far
	degree := make([]int, len(l.links))
	for i := range l.links {
		k := &l.links[i]
		k.relay = false
		for _, f := range k.far {
			if _, is := covering(far, f.id); is {
				degree[i]++
			}
		}
	}
	for i := range l.links {
		for _, f := range l.links[i].far {
			if at, is := covering(far, f.id); is && far[at].reach <= l.MPRCoverage {
				l.relay(&l.links[i], far)
			}
		}
	}
	for {
		best, most := -1, 0
		for i := range l.links {
			n := l.gains(&l.links[i], far)
			if n > most || n == most && n > 0 && degree[i] > degree[best] {
				best, most = i, n
			}
		}
		if best < 0 {
			break
		}
		l.relay(&l.links[best], far)
	}
	l.spare(far)
}

// olsrCover says of a node two hops away how many neighbours reach it, and how many relays.
type olsrCover struct {
	id             protocol.ID
	reach, relayed int
}

func covering(far []olsrCover, id protocol.ID) (at int, is bool) {
	return slices.BinarySearchFunc(far, id, func(c olsrCover, id protocol.ID) int { return cmp.Compare(c.id, id) })
}

// twoHops are the nodes that neighbours reach and that are no neighbours, sorted.
func (l *OLSR) twoHops(self protocol.ID) (out []olsrCover) {
	for i := range l.links {
		for _, f := range l.links[i].far {
			if at, is := l.link(f.id); f.id == self || is && l.links[at].sym != 0 {
				continue
			}
			at, known := covering(out, f.id)
			if !known {
				out = slices.Insert(out, at, olsrCover{id: f.id})
			}
			out[at].reach++
		}
	}
	return out
}

// gains is how many nodes with too few relays a neighbour would reach.
func (l *OLSR) gains(k *olsrLink, far []olsrCover) (n int) {
	if k.relay {
		return 0
	}
	for _, f := range k.far {
		if at, is := covering(far, f.id); is && far[at].relayed < min(far[at].reach, l.MPRCoverage) {
			n++
		}
	}
	return n
}

// relay chooses a neighbour.
func (l *OLSR) relay(k *olsrLink, far []olsrCover) {
	if !k.relay {
		k.relay = true
		l.count(k, far, 1)
	}
}

func (l *OLSR) count(k *olsrLink, far []olsrCover, by int) {
	for _, f := range k.far {
		if at, is := covering(far, f.id); is {
			far[at].relayed += by
		}
	}
}

// spare drops relays without which all nodes still have enough (the optional last step).
func (l *OLSR) spare(far []olsrCover) {
	for i := range l.links {
		k := &l.links[i]
		if !k.relay {
			continue
		}
		needed := slices.ContainsFunc(k.far, func(f olsrFar) bool {
			at, is := covering(far, f.id)
			return is && far[at].relayed <= min(far[at].reach, l.MPRCoverage)
		})
		if !needed {
			k.relay = false
			l.count(k, far, -1)
		}
	}
}
