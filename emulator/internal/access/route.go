package access

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// forward sends the routed frame k, which is at its From, one hop on.
func (l *Layer) forward(k int32) {
	f := l.pool.at(k)
	if f.final == f.From {
		l.takeHome(k)
		return
	}
	next, ok := l.NextHop(f.From, f.final)
	f.To, f.hopeless = next, !ok
	l.hand(k)
}

// relay forwards a routed message from the node at which it has just arrived.
func (l *Layer) relay(f *Frame) {
	i := l.Slot(f.To)
	if l.Suspended(i) {
		kept := *f
		l.Hold(i, func() { l.relay(&kept) })
		return
	}
	k := l.pool.take()
	n := l.pool.at(k)
	*n = *f
	n.From = f.To
	n.incarnation = l.Incarnation(i)
	n.Start = l.Now()
	l.forward(k)
}

// takeHome delivers a message to its own sender without the air, for example in a ring of
// one.
func (l *Layer) takeHome(k int32) {
	f := l.pool.at(k)
	f.To = f.From
	l.At(max(f.Start, l.Now()), l.home, uint32(k))
}

// onHome delivers frame k to its sender, whether its radio is on or off.
func (l *Layer) onHome(k int32) {
	f := *l.pool.at(k)
	l.pool.give(k)
	i := l.Slot(f.From)
	if l.stopped(&f) {
		l.lose(&f, i, trace.WhyDown)
		return
	}
	l.Give(i, &f)
}

// silent reports whether the sender of a frame stopped, or its radio was turned off,
// before the frame ended.
func (l *Layer) silent(f *Frame) bool { return l.stopped(f) || l.Reach.Off(l.Slot(f.From)) }

// stopped reports whether the sender of a frame stopped before the frame ended.
func (l *Layer) stopped(f *Frame) bool {
	i := l.Slot(f.From)
	return !l.Live(i) || l.Incarnation(i) != f.incarnation
}

// broadcast reports whether a frame is for all nodes that hear it.
func (f *Frame) broadcast() bool { return f.To == protocol.Nobody }
