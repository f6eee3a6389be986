package faults

// drain takes charge from a node's battery until a share of its first charge is left. One that
// has less keeps it.
type drain struct {
	noEnd
	*Faults
}

func newDrain(f *Faults) strikes { return drain{Faults: f} }

func checkDrain(f *Fault, check checker) {
	check(f.Left >= 0 && f.Left < 1, "drain at %v leaves a share of %g: must be at least 0 and below 1", f.At, f.Left)
}

func (d drain) strike(s *strike) bool {
	d.Batteries.DrainTo(s.node, s.Left)
	return false
}
