package story

import (
	"fmt"
	"time"
)

// doSettle delivers all messages, and fires timers in the order of their deadlines, each
// followed by all deliveries, until the elections are over: nothing is on its way, and all
// nodes of every component name one leader in it. If that takes longer than the algorithm's
// settle bound, the directive fails. With a time it runs for exactly that long.
//
//	settle
//	settle 10s quiet
func (w *board) doSettle(d Directive) error {
	switch len(d.Words) {
	case 0:
		bound := w.bound(w.System)
		if !w.run(bound, w.settled) {
			w.failed = true
			w.line("NOT SETTLED within %v", bound)
		}
		return nil
	case 1:
		span, err := readSpan(d.Words[0])
		if err == nil {
			w.run(span, func() bool { return false })
		}
		return err
	}
	return fmt.Errorf("settle takes at most one time")
}

// settled reports whether no frame is on its way and every component is led by one of its nodes.
func (w *board) settled() bool {
	return len(w.Air.Frames()) == 0 && w.Standings.Agreed(&w.Topology)
}

// run lets time pass, up to d, until enough returns true. It returns false if enough
// never did.
func (w *board) run(d time.Duration, enough func() bool) bool {
	end := w.Now.Add(d)
	for !w.Calls.Halted() {
		w.DeliverAll()
		if enough() {
			return true
		}
		due, found := w.Alarms.Earliest()
		if !found || due.At > end {
			break
		}
		w.Fire(due.Node, due.Timer)
	}
	w.Now = max(w.Now, end)
	return false
}
