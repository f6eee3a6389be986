package access

import (
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/trace"
)

// An Intervener changes the outcome of some messages.
type Intervener interface {
	// Said informs it of the number of a message that node i sends.
	Said(i kernel.Slot, number uint64)
	// Names reports whether it intervenes in a message.
	Names(number uint64) bool
	// Outcome returns the outcome of an attempt of a message at node i in place of why
	// (NoReason: it arrives), and how much later it arrives.
	Outcome(i kernel.Slot, f *Frame, why trace.Why) (instead trace.Why, late time.Duration)
}

// named reports whether there is an intervention in a frame.
func (l *Layer) named(f *Frame) bool { return l.Intervener != nil && l.Intervener.Names(f.Number) }

// Attempt is which attempt of its message, on this hop, the frame is, from 1.
func (f *Frame) Attempt() int { return int(f.attempt) }

// late is a message that is held back between a radio and its machine.
type late struct {
	Frame
	node        kernel.Slot
	incarnation uint32
}

// GiveLater gives node i the message of a frame after a time, if it still runs then.
func (l *Layer) GiveLater(i kernel.Slot, f *Frame, wait time.Duration) {
	k := l.lates.Take()
	*l.lates.At(k) = late{Frame: *f, node: i, incarnation: l.Incarnation(i)}
	l.At(l.After(wait), l.later, uint32(k))
}

// onLate gives what was held back.
func (l *Layer) onLate(k int32) {
	one := *l.lates.At(k)
	*l.lates.At(k) = late{} // its message is not kept
	l.lates.Give(k)
	switch {
	case !l.Live(one.node) || l.Incarnation(one.node) != one.incarnation:
	case one.routed && one.final != l.ID(one.node):
		l.relay(&one.Frame)
	default:
		l.Give(one.node, &one.Frame)
	}
}

// altered is the outcome of a frame after the intervener's change. The intervener gets a copy,
// so that other frames need not be on the heap.
func (l *Layer) altered(i kernel.Slot, f *Frame, why trace.Why) (trace.Why, time.Duration) {
	kept := *f
	return l.Intervener.Outcome(i, &kept, why)
}
