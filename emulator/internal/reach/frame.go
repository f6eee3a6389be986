package reach

import (
	"bellwether/emulator/internal/kernel"
	"bellwether/internal/contract/chance"
	"bellwether/protocol"
)

// NearOrSure returns the nodes that may be within a distance of node i, in no order: j for one
// that surely is, ^j for one whose place must be looked at. Valid until the next query.
func (r *Reach) NearOrSure(i kernel.Slot, distanceM float64) []kernel.Slot {
	if !r.field.Flat() {
		r.out = r.out[:0]
		for _, j := range r.Within(i, distanceM) {
			r.out = append(r.out, ^j)
		}
		return r.out
	}
	near := r.field.NearOrSure(r.field.Point(i), distanceM)
	r.Looked += uint64(len(near))
	return near
}

// During returns the losses that Strikes finds in the slot of an instant, if they ask for link
// and slot alone.
func (r *Reach) During(began int64) (of chance.Draws, even bool) {
	if r.bernoulli == nil {
		return of, false
	}
	return r.bernoulli.During(protocol.Time(began)), true
}
