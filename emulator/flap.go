package emulator

import (
	"bellwether/emulator/internal/kernel"
	"bellwether/trace"
)

// A flapping node crashes and restarts again and again: the unstable process of
// crash-recovery models. It goes down when the fault strikes, comes back after
// Down, goes down again Up later, and so on; For later it comes back for good.
// Whatever else strikes it meanwhile, it keeps this rhythm.
type flap struct {
	fault int // index into Config.Faults
	node  kernel.Slot
	until int64 // nanoseconds: it stays up from then on
	up    bool  // what its next turn makes of it

	strike uint64
}

// flap begins the rhythm of node i under the k-th fault.
func (w *World) flap(k int, i kernel.Slot, strike uint64) {
	f := &w.cfg.Faults[k]
	next := flap{fault: k, node: i, until: kernel.Never, strike: strike}
	if f.For > 0 {
		next.until = w.After(f.For)
	}
	w.script.flaps = append(w.script.flaps, next)
	w.onFlap(int32(len(w.script.flaps) - 1))
}

// onFlap takes a flapping node down or lets it come back, and plans the next
// turn.
func (w *World) onFlap(k int32) {
	n := &w.script.flaps[k]
	f := &w.cfg.Faults[n.fault]
	if n.up {
		w.restart(n.node)
		n.up = false
		if again := w.After(f.Up); again < n.until {
			w.At(again, w.on.flap, uint32(k))
		} else {
			w.strikes.endedOne(w, n.node, n.strike)
		}
		return
	}
	w.fell(n.fault, n.node)
	n.up = true
	w.At(min(w.After(f.Down), n.until), w.on.flap, uint32(k))
}

// fell crashes node i, if it runs, and takes what it saved where the k-th fault
// says so.
func (w *World) fell(k int, i kernel.Slot) (struck bool) {
	if !w.Live(i) {
		return false
	}
	f := &w.cfg.Faults[k]
	w.Crash(i, trace.WhyFault)
	if f.LoseStorage {
		w.Forget(i)
		w.Note(trace.Record{Kind: trace.Fault, Node: w.ID(i), Name: trace.StorageLost, Why: f.why(), Value: int64(k) + 1})
	}
	return true
}
