package reach

import (
	"slices"

	"bellwether/emulator/internal/kernel"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// A Hold makes two nodes hear each other, or not, whatever the medium says. Between nodes
// that are held together frames are lost as elsewhere, except by losses that depend on
// distance.
type Hold struct {
	A, B kernel.Slot
	Up   bool
}

// Hold holds a link until it is released, and replaces an earlier hold.
func (r *Reach) Hold(h Hold) {
	r.Release(h.A, h.B)
	r.holds = append(r.holds, h)
}

// Release gives the link of two nodes back to the medium.
func (r *Reach) Release(i, j kernel.Slot) {
	r.holds = slices.DeleteFunc(r.holds, func(h Hold) bool { return h.of(i, j) })
}

func (h *Hold) of(i, j kernel.Slot) bool { return h.A == i && h.B == j || h.A == j && h.B == i }

// Held reports whether the link of two nodes is held, and if so whether it is up.
func (r *Reach) Held(i, j kernel.Slot) (up, held bool) {
	if len(r.holds) == 0 {
		return false, false
	}
	return r.look(i, j)
}

func (r *Reach) look(i, j kernel.Slot) (up, held bool) {
	for k := range r.holds {
		if h := &r.holds[k]; h.of(i, j) {
			return h.Up, true
		}
	}
	return false, false
}

// HeldDown reports whether the link of two nodes is held down.
func (r *Reach) HeldDown(i, j kernel.Slot) bool {
	up, held := r.Held(i, j)
	return held && !up
}

// Holds are the links that are held.
func (r *Reach) Holds() []Hold { return r.holds }

// amend applies the holds to the nodes in r.found, which hear node i or at which its
// frame is spoilt.
func (r *Reach) amend(i kernel.Slot, mine Group) {
	found, keys := r.found[:0], r.keys[:0]
	for n, j := range r.found {
		if _, held := r.Held(i, max(j, ^j)); !held {
			found, keys = append(found, j), append(keys, r.keys[n])
		}
	}
	r.found, r.keys = found, keys
	for _, h := range r.holds {
		other := h.B
		if other == i {
			other = h.A
		}
		if h.Up && h.of(i, other) && r.nodes[other].receive == mine {
			r.add(other, other)
		}
	}
}

// heldOutcome is the outcome of a frame over a link that is held.
func (r *Reach) heldOutcome(h radio.Hop, e Ends, up bool) trace.Why {
	switch why := e.apart(); {
	case why != trace.NoReason:
		return why
	case !up:
		return trace.WhyRange
	case e.Jammed:
		return trace.WhyJam
	case r.ranged == nil && r.Lost(h):
		return trace.WhyLoss
	}
	return trace.NoReason
}

// Gets reports whether the medium and its losses let the acknowledgement of a frame that
// has just arrived reach the end of the hop back.
func (r *Reach) Gets(h radio.Hop, bytes int) bool {
	if len(r.holds) > 0 {
		if up, held := r.Held(r.k.Slot(h.From), r.k.Slot(h.To)); held {
			return up && (r.ranged != nil || !r.Lost(h))
		}
	}
	// With an exact range the way back has the same length as the frame's way.
	return (r.exact || r.Medium.Receive(h, bytes) == radio.Heard) && !r.Lost(h)
}

// appendHeld returns the sorted neighbours of node i after the holds are applied.
func (r *Reach) appendHeld(out []protocol.ID, i kernel.Slot) []protocol.ID {
	for _, h := range r.holds {
		if other := h.B; h.Up && h.A == i && !r.Apart(i, other) {
			out = append(out, r.k.ID(other))
		} else if other := h.A; h.Up && h.B == i && !r.Apart(i, other) {
			out = append(out, r.k.ID(other))
		}
	}
	return out
}
