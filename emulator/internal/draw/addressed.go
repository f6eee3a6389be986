package draw

import "bellwether/internal/contract/chance"

// Addressed are the draws of one seed and Purpose, one for each address.
type Addressed struct{ instants, nodes uint64 } // keys of the two words of an address

// NewAddressed gives the draws of a seed and Purpose.
func NewAddressed(seed uint64, why Purpose) Addressed {
	key := Mix(Mix(seed) ^ Mix(^uint64(why)))
	return Addressed{instants: key, nodes: Mix(key)}
}

// An Occasion distinguishes a node's draws of one Purpose at one instant: it has the
// instant of the last draw, and the number of draws at it. The zero Occasion has drawn
// nothing.
type Occasion struct {
	low, high uint32 // the halves of the instant: for 12 bytes, and not 16
	draws     uint32
}

// Next draws for a node at an instant, in nanoseconds since the run began.
func (a *Addressed) Next(o *Occasion, node uint32, instant int64) uint64 {
	return a.at(instant, node, o.next(uint64(instant)))
}

// At is the draw of a node at an instant with a given ordinal, for draws that are
// distinguished by their purpose and need no Occasion.
func (a *Addressed) At(node uint32, instant int64, ordinal uint32) uint64 {
	return a.at(instant, node, ordinal)
}

// next counts the draws at an instant, from 0.
func (o *Occasion) next(instant uint64) (ordinal uint32) {
	low, high := uint32(instant), uint32(instant>>32)
	if o.low != low || o.high != high {
		*o = Occasion{low: low, high: high}
	}
	o.draws++
	return o.draws - 1
}

// at is the draw of an address, which is two words: no two addresses of a run are equal.
func (a *Addressed) at(instant int64, node, ordinal uint32) uint64 {
	return chance.Mix(uint64(instant)^a.instants, (uint64(node)<<32|uint64(ordinal))^a.nodes)
}
