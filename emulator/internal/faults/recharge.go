package faults

// recharge fills a node's battery.
type recharge struct {
	noEnd
	*Faults
}

func newRecharge(f *Faults) strikes { return recharge{Faults: f} }

func (r recharge) strike(s *strike) bool {
	r.Batteries.Recharge(s.node)
	return false
}
