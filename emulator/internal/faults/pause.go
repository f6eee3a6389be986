package faults

// pause suspends a node: it is alive and does nothing (see the kernel's suspend.go).
type pause struct{ *Faults }

func newPause(f *Faults) strikes { return pause{f} }

func (p pause) strike(s *strike) bool {
	if !p.k.Suspend(s.node) {
		return false
	}
	p.books.began(s)
	return true
}

func (p pause) end(s *strike) {
	p.books.endedOne(s)
	p.k.Resume(s.node)
}
