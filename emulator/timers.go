package emulator

import (
	"math"

	"bellwether/protocol"
	"bellwether/trace"
)

// never is a deadline that does not come, and the time of no queued event.
const never = math.MaxInt64

// slot is one timer of one node. At most one event is queued for it (two when a
// deadline is moved forward past the queued one): setting it again moves
// deadline and reserves a sequence number, and the queued event, when it comes
// too early, re-arms itself. Cancelling by generation took 4 times as long and
// 5 times the memory on a prototype.
type slot struct {
	deadline  int64
	queuedAt  int64  // time of the event in the queue, never if none
	seq       uint32 // reserved when the timer was set: its lower half
	queuedSeq uint32 // of the event in the queue
}

// whole gives a sequence number of which the lower half is known: the newest one
// it can be. A timer set four billion numbers ago may so fire after another of
// the same nanosecond that was set later; it would take 8 more bytes a timer to
// rule that out.
func (w *World) whole(lower uint32) uint64 {
	seq := w.seq&^0xffffffff | uint64(lower)
	if seq > w.seq {
		seq -= 1 << 32
	}
	return seq
}

func (w *World) setTimer(i int, t protocol.Timer, deadline int64) {
	s := &w.slots[i*w.timers+int(t)]
	s.deadline = deadline
	s.seq = uint32(w.nextSeq())
	if s.queuedAt > deadline {
		w.queueTimer(s, uint32(i), uint8(t))
	}
}

func (w *World) stopTimers(i int) {
	for t := range w.timers {
		w.slots[i*w.timers+t].deadline = never
	}
}

// onTimer handles a queued timer event: stale, early, or due.
func (w *World) onTimer(e event) {
	i := int(e.a)
	s := &w.slots[i*w.timers+int(e.b)]
	switch {
	case s.queuedAt != e.at || s.queuedSeq != uint32(e.seq): // the deadline was moved forward past this event
		return
	case s.deadline == never:
		s.queuedAt = never
		return
	case s.seq != s.queuedSeq:
		w.queueTimer(s, e.a, e.b)
		return
	}
	s.queuedAt = never
	if w.nodes[i].paused {
		w.holdTimer(i, e.b)
		return
	}
	w.fire(i, e.b)
}

// fire gives node i's machine its timer t.
func (w *World) fire(i int, t uint8) {
	w.slots[i*w.timers+int(t)].deadline = never
	if w.wants.Has(trace.Timer) {
		w.note(trace.Record{Kind: trace.Timer, Node: id(i), Value: int64(t)})
	}
	w.enter(i)
	w.nodes[i].machine.Fire(&w.env, protocol.Timer(t))
	w.carryOut(i)
}

func (w *World) queueTimer(s *slot, node uint32, timer uint8) {
	s.queuedAt, s.queuedSeq = s.deadline, s.seq
	w.queue.push(event{at: s.deadline, seq: w.whole(s.seq), a: node, b: timer, kind: timerEvent})
}
