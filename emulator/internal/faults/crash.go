package faults

import (
	"bellwether/trace"
)

// crash stops a node between two events.
type crash struct{ *Faults }

func newCrash(f *Faults) strikes { return crash{f} }

func (c crash) strike(s *strike) bool {
	if !c.fell(s) {
		return false
	}
	c.books.began(s)
	return true
}

func (c crash) end(s *strike) {
	c.Restart(s.node)
	c.books.endedOne(s) // also if its battery is empty and it does not boot
}

// fell crashes a node, if it runs, and deletes its storage if the fault says so.
func (f *Faults) fell(s *strike) (struck bool) {
	if !f.k.Live(s.node) {
		return false
	}
	f.k.Crash(s.node, trace.WhyFault)
	if s.LoseStorage {
		f.k.Forget(s.node)
		f.k.Note(trace.Record{Kind: trace.Fault, Node: f.k.ID(s.node), Name: trace.StorageLost, Why: s.why(), Value: int64(s.index) + 1})
	}
	return true
}

// restart boots a node that is down.
type restart struct {
	noEnd
	*Faults
}

func newRestart(f *Faults) strikes { return restart{Faults: f} }

func (r restart) strike(s *strike) bool {
	r.Restart(s.node)
	return false
}
