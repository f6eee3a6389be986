package reach

import "bellwether/emulator/internal/kernel"

// byLinks is inRange where links are followed anyway: who hears a frame is who has a link with its
// sender, in the order of IDs. A node that no longer runs may still have its links at this instant.
func (r *Reach) byLinks(i kernel.Slot) (heard []kernel.Slot, known bool) {
	mine := r.nodes[i].receive
	if r.linked == nil || mine < 0 || len(r.holds) > 0 {
		return nil, false
	}
	ids, known := r.linked(i)
	if !known {
		return nil, false
	}
	r.Looked += uint64(len(ids))
	heard = r.out[:0]
	for _, id := range ids {
		if j := r.k.Slot(id); r.nodes[j].receive == mine {
			heard = append(heard, j)
		}
	}
	r.out = heard
	return heard, true
}
