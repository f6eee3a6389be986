package faults

// resign makes a node offer nothing and step down.
type resign struct{ *Faults }

func newResign(f *Faults) strikes { return resign{f} }

func (r resign) strike(s *strike) bool {
	if r.k.Live(s.node) && !r.Offers.Withdrawn(s.node) {
		r.books.began(s)
		r.Offers.Withdraw(s.node)
		r.k.Resign(s.node)
	}
	return true
}

func (r resign) end(s *strike) {
	r.books.ended(s.node, Resign)
	r.Offers.Again(s.node)
}
