package smallworld

import (
	"container/heap"
	"time"

	"bellwether/internal/sim/async"
	"bellwether/protocol"
)

// An event is a function to call at an instant.
type event struct {
	at   protocol.Time
	seq  uint64
	call func()
}

type events []event

func (q events) Len() int { return len(q) }
func (q events) Less(i, j int) bool {
	return q[i].at < q[j].at || q[i].at == q[j].at && q[i].seq < q[j].seq
}
func (q events) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *events) Push(x any)   { *q = append(*q, x.(event)) }
func (q *events) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// At calls f at an instant.
func (w *Lab) At(t protocol.Time, f func()) {
	w.seq++
	heap.Push(&w.queue, event{max(t, w.Now), w.seq, f})
}

// Run lets time pass.
func (w *Lab) Run(d time.Duration) {
	end := w.Now.Add(d)
	for len(w.queue) > 0 && w.queue[0].at <= end {
		w.Step()
	}
	w.Now = end
}

// Step runs the next event, and reports whether there was one.
func (w *Lab) Step() bool {
	if len(w.queue) == 0 {
		return false
	}
	e := heap.Pop(&w.queue).(event)
	w.Now = e.at
	e.call()
	return true
}

// arm fires a timer at its deadline, unless it has another deadline by then.
func (w *Lab) arm(id protocol.ID, t protocol.Timer) {
	d, _ := w.Alarms.Deadline(id, t)
	w.At(d.At, func() {
		if now, set := w.Alarms.Deadline(id, t); set && now.Number == d.Number {
			w.Fire(id, t)
		}
	})
}

// notice informs a node whether it hears other, after the delay of its neighbour service.
func (w *Lab) notice(id, other protocol.ID) {
	late := w.DownAfter
	if w.Topology.Linked(id, other) && w.Up(other) {
		late = w.UpAfter
	}
	if late == 0 {
		w.Notice(id, other)
		return
	}
	boots := w.Machines.Boots(id)
	w.At(w.Now.Add(late), func() {
		if w.Machines.Boots(id) == boots {
			w.Notice(id, other)
		}
	})
}

// later makes a call after a while, unless frame f is lost in the meantime because its
// receiver boots again or its link ends.
func (w *Lab) later(after time.Duration, f frame, call func()) {
	at := w.Now.Add(after)
	if w.Ordered && !f.routed {
		at = max(at, w.last[f.way])
		w.last[f.way] = at
	}
	boots, since := w.Machines.Boots(f.way.B), w.Topology.Since(f.way)
	w.At(at, func() {
		if w.Machines.Boots(f.way.B) == boots && (f.routed || w.Topology.Since(f.way) == since) {
			call()
		}
	})
}

// A frame is on its way to one node.
type frame struct {
	way    async.Pair
	routed bool
}
