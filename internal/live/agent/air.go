package agent

import (
	"container/heap"

	"bellwether/protocol"
)

// A departure is a datagram that waits for its jitter, or for the delay that the mask's
// radio gives it.
type departure struct {
	at      protocol.Time
	order   uint64 // departures of one instant leave in the order in which they were sent
	to      protocol.ID
	frame   uint64
	message protocol.Message
	masked  bool // the mask has decided that it arrives, and when
}

// airLimit bounds the datagrams that wait: two broadcasts to 512 members. Only a machine with
// a fault sends more; these datagrams are lost, as in a full queue.
const airLimit = 1024

// air is a heap of the departures, the first that is due on top.
type air struct {
	waiting departures
	said    uint64
	ready   []departure // reused
}

func (a *air) earliest() protocol.Time {
	if len(a.waiting) == 0 {
		return never
	}
	return a.waiting[0].at
}

// put queues d, and reports whether there was room.
func (a *air) put(d departure) bool {
	if len(a.waiting) >= airLimit {
		return false
	}
	a.said++
	d.order = a.said
	heap.Push(&a.waiting, d)
	return true
}

// due removes and returns the departures that are due, in order. The slice is valid until the
// next call.
func (a *air) due(now protocol.Time) []departure {
	a.ready = a.ready[:0]
	for len(a.waiting) > 0 && a.waiting[0].at <= now {
		a.ready = append(a.ready, heap.Pop(&a.waiting).(departure))
	}
	return a.ready
}

func (a *air) clear() { a.waiting = nil }

type departures []departure

func (d departures) Len() int { return len(d) }
func (d departures) Less(i, j int) bool {
	return d[i].at < d[j].at || d[i].at == d[j].at && d[i].order < d[j].order
}
func (d departures) Swap(i, j int) { d[i], d[j] = d[j], d[i] }
func (d *departures) Push(x any)   { *d = append(*d, x.(departure)) }
func (d *departures) Pop() any {
	old := *d
	last := old[len(old)-1]
	*d = old[:len(old)-1]
	return last
}
