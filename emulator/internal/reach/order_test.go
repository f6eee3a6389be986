package reach

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"bellwether/emulator/internal/kernel"
)

// TestOrder: the nodes that were found are in the order of their keys, be they few or
// many.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.SampledFrom([]int{1, 12, 32, 33, 90}).Draw(t, "most")
		keys := rapid.SliceOfNDistinct(rapid.Uint32Range(0, 1<<30), most-1, most, rapid.ID[uint32]).Draw(t, "keys")
		r := &Reach{keys: keys}
		key := map[kernel.Slot]uint32{}
		for n, k := range keys {
			what := kernel.Slot(len(keys) - n)
			if n%3 == 0 {
				what = ^what // spoilt
			}
			r.found = append(r.found, what)
			key[what] = k
		}
		var got []uint32
		for _, what := range r.order() {
			got = append(got, key[what])
		}
		if want := slices.Sorted(slices.Values(keys)); !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

// TestBitmap: the slots of nodes come in the order of their IDs, and the bitmap is empty
// for the next frame.
func TestBitmap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes := rapid.SampledFrom([]int{1, 63, 64, 4095, 4096, bitmapLimit - 1}).Draw(t, "nodes")
		b, slots := newBitmap(nodes), make([]kernel.Slot, nodes)
		for n := range slots {
			slots[n] = kernel.Slot(nodes - n)
		}
		for range 3 {
			ids := rapid.SliceOfNDistinct(rapid.Uint32Range(1, uint32(nodes)), 0, min(nodes, 40), rapid.ID[uint32]).Draw(t, "IDs")
			var want []kernel.Slot
			for _, id := range slices.Sorted(slices.Values(ids)) {
				want = append(want, slots[id-1])
			}
			if got := b.order(ids, slots, nil); !slices.Equal(got, want) {
				t.Fatalf("%v of %d nodes: %v, want %v", ids, nodes, got, want)
			}
		}
	})
}
