package reach

import (
	"math/bits"

	"bellwether/emulator/internal/kernel"
)

// A bitmap sorts IDs: each sets its bit, and the bits are read from the lowest on. A
// second level says which words have a bit set. It needs no comparison, and less than
// half of the instructions that comparing all pairs of a dozen IDs needs (counted).
type bitmap struct {
	words []uint64 // by ID
	top   []uint64 // by word; read completely, so there must be few
}

// bitmapLimit bounds a bitmap: with more the second level has more than 64 words, and
// comparing pairs is faster.
const bitmapLimit = 64 << 12

func newBitmap(ids int) bitmap {
	return bitmap{make([]uint64, ids>>6+1), make([]uint64, ids>>12+1)}
}

// order appends the slots of IDs to out, in the order of the IDs, which differ. The
// bitmap is empty before and after.
func (b *bitmap) order(ids []uint32, slots, out []kernel.Slot) []kernel.Slot {
	for _, id := range ids {
		b.words[id>>6] |= 1 << (id & 63)
		b.top[id>>12] |= 1 << (id >> 6 & 63)
	}
	for t, top := range b.top {
		b.top[t] = 0
		for ; top != 0; top &= top - 1 {
			w := t<<6 | bits.TrailingZeros64(top)
			word := b.words[w]
			b.words[w] = 0
			for ; word != 0; word &= word - 1 {
				out = append(out, slots[w<<6|bits.TrailingZeros64(word)-1])
			}
		}
	}
	return out
}
