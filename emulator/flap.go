package emulator

import "bellwether/trace"

// A flapping node crashes and restarts again and again: the unstable process of
// crash-recovery models. It goes down when the fault strikes, comes back after
// Down, goes down again Up later, and so on; For later it comes back for good.
// Whatever else strikes it meanwhile, it keeps this rhythm.
type flap struct {
	fault int // index into Config.Faults
	node  int
	until int64 // nanoseconds: it stays up from then on
	up    bool  // what its next turn makes of it

	strike uint64
}

// flap begins the rhythm of node i under the k-th fault.
func (w *World) flap(k, i int, strike uint64) {
	f := &w.cfg.Faults[k]
	next := flap{fault: k, node: i, until: never, strike: strike}
	if f.For > 0 {
		next.until = w.after(f.For)
	}
	w.script.flaps = append(w.script.flaps, next)
	w.onFlap(len(w.script.flaps) - 1)
}

// onFlap takes a flapping node down or lets it come back, and plans the next
// turn.
func (w *World) onFlap(k int) {
	n := &w.script.flaps[k]
	f := &w.cfg.Faults[n.fault]
	if n.up {
		w.restart(n.node)
		n.up = false
		if again := w.after(f.Up); again < n.until {
			w.schedule(again, flapEvent, uint32(k))
		} else {
			w.strikes.endedOne(w, n.node, n.strike)
		}
		return
	}
	w.fell(n.fault, n.node)
	n.up = true
	w.schedule(min(w.after(f.Down), n.until), flapEvent, uint32(k))
}

// fell crashes node i, if it runs, and takes what it saved where the k-th fault
// says so.
func (w *World) fell(k, i int) (struck bool) {
	if w.nodes[i].status != live {
		return false
	}
	f := &w.cfg.Faults[k]
	w.crash(i, trace.WhyFault)
	if f.LoseStorage {
		w.saved[i] = nil
		w.note(trace.Record{Kind: trace.Fault, Node: id(i), Name: trace.StorageLost, Why: f.why(), Value: int64(k) + 1})
	}
	return true
}
