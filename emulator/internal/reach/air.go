package reach

import (
	"bellwether/internal/contract/chance"
	"bellwether/radio"
	"bellwether/trace"
)

// A Group decides, besides the medium, whether a node hears: Shut, Jammed, or the group of a
// partition, 0 without a partition.
type Group int32

// The groups of a node that hears no other.
const (
	Shut   Group = -1 // it does not run, or its radio is off
	Jammed Group = -2 // it hears no other, but its own group hears it
)

// Ends are the two ends of a frame's way.
type Ends struct {
	From, To Group // the group that hears each end, Shut if none does
	Jammed   bool  // where the frame goes
}

// Air is a medium and its losses.
type Air struct {
	Medium radio.Medium
	Loss   radio.Loss
	ranged radio.RangedLoss // the loss, if it asks for distances
}

// NewAir makes an Air; with a nil loss nothing is lost.
func NewAir(m radio.Medium, l radio.Loss) Air {
	if l == nil {
		l = chance.Bernoulli{} // loses nothing
	}
	a := Air{Medium: m, Loss: l}
	a.ranged, _ = l.(radio.RangedLoss)
	return a
}

// Outcome returns why a frame of so many bytes, header included, does not arrive at the end of
// a hop; NoReason if it does.
func (a *Air) Outcome(h radio.Hop, bytes int, e Ends) trace.Why {
	if why := e.apart(); why != trace.NoReason {
		return why
	}
	got := a.Medium.Receive(h, bytes)
	switch {
	case got == radio.Beyond:
		return trace.WhyRange
	case e.Jammed:
		return trace.WhyJam
	case got == radio.Spoilt || a.Lost(h):
		return trace.WhyLoss
	}
	return trace.NoReason
}

// Barrier returns why one end does not hear the other, without fades and losses; NoReason
// if it does.
func (a *Air) Barrier(h radio.Hop, e Ends) trace.Why {
	switch why := e.apart(); {
	case why != trace.NoReason:
		return why
	case !a.Medium.Carries(h):
		return trace.WhyRange
	case e.Jammed:
		return trace.WhyJam
	}
	return trace.NoReason
}

// Lost reports whether a frame that was heard is lost.
func (a *Air) Lost(h radio.Hop) bool {
	if h.Control {
		return radio.LostControl(a.Loss, h.From, h.To, h.At, h.SquareM2())
	}
	if a.ranged == nil {
		return a.Loss.Lost(h.From, h.To, h.At)
	}
	return a.ranged.LostAt(h.From, h.To, h.At, h.SquareM2())
}

// apart returns why two ends cannot hear each other over any medium.
func (e Ends) apart() trace.Why {
	switch {
	case e.From == Shut || e.To == Shut:
		return trace.WhyDown
	case e.From != e.To:
		return trace.WhyPartition
	}
	return trace.NoReason
}
