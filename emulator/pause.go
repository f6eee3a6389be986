package emulator

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// A paused node is alive and does nothing, as a process that is stopped, or
// swapped out, or collects garbage. Its radio goes on: it sends what it was
// handed before, acknowledges, and keeps what it hears, up to queueLimit frames;
// more are lost with reason queue. Everything else that comes waits too: timers
// that are due, frames to pass on, news of neighbours, an election that the
// script calls. When the pause ends it does all that in the order in which it
// came; a timer that an earlier handler stops or sets anew does not fire. A
// crash ends the pause, and what waited is lost.
//
// Of several pauses at once the last to end counts.

// waiting is what a paused node will do.
type waiting struct {
	later  []func()
	frames int
}

// hold keeps something for when node i goes on.
func (w *World) hold(i int, later func()) {
	b := &w.script.backlog[i]
	b.later = append(b.later, later)
}

// holdFrame keeps the message of t for node i.
func (w *World) holdFrame(i int, t *transmission, peer protocol.ID) {
	kept := *t
	b := &w.script.backlog[i]
	if b.frames >= queueLimit {
		w.lose(t, id(i), trace.WhyQueue)
		return
	}
	b.frames++
	w.hold(i, func() { w.hear(i, &kept, peer) })
}

// holdRelay keeps t, which node t.to will pass on.
func (w *World) holdRelay(t *transmission) {
	kept := *t
	w.hold(int(t.to)-1, func() { w.relay(&kept) })
}

// holdTimer keeps the timer t of node i, which is due.
func (w *World) holdTimer(i int, t uint8) {
	s := &w.slots[i*w.timers+int(t)]
	due, seq := s.deadline, s.seq
	w.hold(i, func() {
		if s.deadline == due && s.seq == seq {
			w.fire(i, t)
		}
	})
}

// suspend pauses node i and says whether it did.
func (w *World) suspend(i int) bool {
	n, s := &w.nodes[i], &w.script
	if n.status != live {
		return false
	}
	if s.backlog == nil {
		s.backlog = make([]waiting, len(w.nodes))
		s.pauses = make([]int, len(w.nodes))
	}
	s.pauses[i]++
	n.paused = true
	return true
}

// goOn ends one pause of node i; after the last it does what has waited.
func (w *World) goOn(i int) {
	n, s := &w.nodes[i], &w.script
	if s.pauses[i]--; s.pauses[i] > 0 {
		return
	}
	n.paused = false
	later := s.backlog[i].later
	s.backlog[i] = waiting{}
	for _, do := range later {
		if n.status != live {
			return // a handler was interrupted by a crash
		}
		do()
	}
}

// forget ends every pause of node i, which stops.
func (s *script) forget(n *node, i int) {
	if s.pauses == nil {
		return
	}
	n.paused = false
	s.pauses[i], s.backlog[i] = 0, waiting{}
}
