package access

import (
	"time"

	"bellwether/emulator/internal/draw"
	"bellwether/emulator/internal/kernel"
	"bellwether/trace"
)

// queue is a node's radio: frames leave in the order they came.
type queue struct {
	freeAt     int64         // the end of the frame (with its acknowledgement) on the air
	drawn      draw.Occasion // of jitter
	head, tail int32         // waiting frames, number+1; 0: empty
	waiting    int16
	armed      bool // an event is queued, or the scheme continues by itself
}

// QueueLimit bounds the frames that wait in one radio: a second has about 160 maximal
// frames at the default bitrate. If more than a thousand wait there is a fault, which the
// trace records.
const QueueLimit = 1024

// hand gives frame k to its sender's radio.
func (l *Layer) hand(k int32) {
	f := l.pool.at(k)
	f.attempt, f.delivered = 1, false
	i := l.Slot(f.From)
	q := &l.queues[i]
	if q.head == 0 && q.freeAt <= l.Now() {
		l.scheme.launch(k)
		return
	}
	if q.waiting >= QueueLimit {
		l.Duty.Full(i)
		l.lose(f, i, trace.WhyQueue)
		l.pool.give(k)
		return
	}
	f.next = 0
	if q.tail == 0 {
		q.head = k + 1
	} else {
		l.pool.at(q.tail - 1).next = k + 1
	}
	q.tail = k + 1
	q.waiting++
	l.await(i)
}

// await plans the next frame of node i's queue for when its radio is free.
func (l *Layer) await(i kernel.Slot) {
	if q := &l.queues[i]; !q.armed {
		q.armed = true
		l.At(max(q.freeAt, l.Now()), l.free, uint32(i))
	}
}

// onFree launches the next waiting frame of node i, unless a retry has occupied the radio
// for longer.
func (l *Layer) onFree(i kernel.Slot) {
	q := &l.queues[i]
	q.armed = false
	if q.head == 0 {
		return
	}
	if q.freeAt <= l.Now() {
		k := q.head - 1
		q.head = l.pool.at(k).next
		if q.head == 0 {
			q.tail = 0
		}
		q.waiting--
		l.Duty.Room(i)
		l.scheme.launch(k)
	}
	if q.head != 0 {
		l.await(i)
	}
}

// discard empties the queue of node i.
func (l *Layer) discard(i kernel.Slot) {
	q := &l.queues[i]
	for q.head != 0 {
		k := q.head - 1
		q.head = l.pool.at(k).next
		l.pool.give(k)
	}
	q.tail, q.waiting = 0, 0
}

// An exchange is what a node puts on the air for one try of a frame.
type exchange struct{ before, frame time.Duration }

// admit returns when the duty cycle allows frame k to begin, from an instant on, with the frame
// that its node sends before it, if any. If it never does, the frame is lost.
func (l *Layer) admit(k int32, at int64, air exchange) (when int64, ok bool) {
	f := l.pool.at(k)
	i := l.Slot(f.From)
	if when, ok = at, true; air.before > 0 { // the frame before it must keep within the cap, too
		when, ok = l.Duty.Begin(i, at, air.before)
	}
	if ok {
		when, ok = l.Duty.Begin(i, when, air.before+air.frame)
	}
	switch {
	case !ok:
		l.lose(f, i, trace.WhyDuty)
		return 0, false
	case when > at && l.Wants(trace.Held):
		l.Note(trace.Record{Kind: trace.Held, Node: f.From, Peer: f.To, Frame: f.Number, Class: f.Class, Value: when - at})
	}
	return when, true
}
