package access

import (
	"bellwether/emulator/internal/kernel"
	"bellwether/internal/sim/phy"
	"bellwether/protocol"
	"bellwether/trace"
)

// chunk is what a receiver has got of the frame that it follows.
type chunk struct {
	since int64   // what else arrives has been the same since then
	sum   float64 // logarithm of the chance that all bits before were right
}

// close ends the chunk of node j, which follows a frame, while so much arrives. The bits
// are spread over the frame without its preamble, in which there is nothing to lose.
func (c *csma) close(j kernel.Slot, heard phy.Strength) {
	w, k := c.followed(j), &c.chunks[j]
	fl := c.flights.At(c.stations[j].follow - 1)
	begins := fl.start + int64(c.Link.Preamble)
	from, to := max(k.since, begins), min(c.Now(), fl.ends)
	k.since = c.Now()
	if to <= from {
		return
	}
	bits := float64(8*int64(fl.bytes)*(to-from)) / float64(fl.ends-begins)
	k.sum += c.air.Piece(fl.rate, w.Signal, heard-w.Mean, bits)
}

// closeAll ends the chunks of all nodes at which a flight arrives, before it ends there.
func (c *csma) closeAll(fl *flight) {
	for n := range fl.sensing {
		j := fl.sensing[n].node
		if s := &c.stations[j]; s.follow != 0 {
			c.close(j, s.heard)
		}
	}
}

// ignores reports whether a node does not begin to receive a frame, and says why in h: it
// is too weak for a free receiver, or not strong enough to turn one that follows another.
func (c *csma) ignores(h *hearing, others phy.Strength) bool {
	s := &c.stations[h.node]
	switch {
	case s.follow == 0 && c.air.Locks(h.Signal, others), s.follow != 0 && c.air.Captures(h.Signal, others):
		return false
	case s.follow != 0 && c.followed(h.node).Signal >= h.Signal:
		h.why = trace.WhyCapture
	case others > 0:
		h.why = trace.WhyCollision
	default:
		h.why = trace.WhyLoss
	}
	return true
}

// survives decides whether a node that followed flight f to its end has received it.
func (c *csma) survives(f int32, h *hearing) trace.Why {
	fl := c.flights.At(f)
	switch {
	case c.air.Survives(c.ID(fl.sender), c.ID(h.node), protocol.Time(fl.start), c.chunks[h.node].sum):
		return trace.NoReason
	case h.worst > 0:
		return trace.WhyCollision
	}
	return trace.WhyLoss
}
