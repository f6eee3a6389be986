package faults

// elect lets a node call an election.
type elect struct {
	noEnd
	*Faults
}

func newElect(f *Faults) strikes { return elect{Faults: f} }

func (e elect) strike(s *strike) bool {
	e.k.Elect(s.node)
	return false
}
