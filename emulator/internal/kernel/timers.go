package kernel

import "bellwether/protocol"

// slot is one timer of one node. At most one event is queued for it (two when a
// deadline is moved forward past the queued one): setting it again moves the deadline and
// reserves a sequence number, and a queued event that comes too early queues itself
// again. In a prototype, cancelling by generation took 4 times as long and 5 times the
// memory.
type slot struct {
	deadline  int64
	since     int64  // when it was set to this deadline
	queuedAt  int64  // time of the event in the queue, Never if none
	seq       uint32 // reserved when the timer was set: its lower half
	queuedSeq uint32 // of the event in the queue
}

// whole returns the newest possible sequence number with this lower half. So a timer that
// was set four billion numbers ago may fire after another of the same nanosecond that was
// set later; to prevent that, each timer would need 8 more bytes.
func (k *Kernel) whole(lower uint32) uint64 {
	seq := k.seq&^0xffffffff | uint64(lower)
	if seq > k.seq {
		seq -= 1 << 32
	}
	return seq
}

func (k *Kernel) setTimer(i Slot, t protocol.Timer, deadline int64) {
	s := &k.slots[int(i)*k.timers+int(t)]
	if s.deadline != deadline { // set again to the same instant it has waited since the first time
		s.deadline, s.since = deadline, k.now
	}
	s.seq = uint32(k.nextSeq())
	if s.queuedAt > deadline {
		k.queueTimer(s, uint32(i), uint8(t))
	}
}

func (k *Kernel) stopTimers(i Slot) {
	for t := range k.timers {
		k.slots[int(i)*k.timers+t].deadline = Never
	}
}

// onTimer handles a queued timer event: stale, early, or due.
func (k *Kernel) onTimer(e event) {
	i := Slot(e.a)
	s := &k.slots[int(i)*k.timers+int(e.is.timer)]
	switch {
	case s.queuedAt != e.at || s.queuedSeq != uint32(e.seq): // the deadline was moved forward past this event
		return
	case s.deadline == Never:
		s.queuedAt = Never
		return
	case s.seq != s.queuedSeq:
		k.queueTimer(s, e.a, e.is.timer)
		return
	}
	s.queuedAt = Never
	if k.nodes[i].suspended {
		k.holdTimer(i, e.is.timer)
		return
	}
	k.fire(i, e.is.timer)
}

func (k *Kernel) queueTimer(s *slot, node uint32, timer uint8) {
	s.queuedAt, s.queuedSeq = s.deadline, s.seq
	k.queue.push(event{at: s.deadline, seq: k.whole(s.seq), a: node, is: what{timer, timerEvent}})
}
