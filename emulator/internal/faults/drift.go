package faults

// MaxPPM bounds a drift: clocks of half and of one and a half times the true
// rate. Crystals drift by some 20 to 100 ppm (the sleep clock accuracies of
// Bluetooth's Core specification, vol. 6 part B, end at 500).
const MaxPPM = 500_000

// drift sets the rate of a node's clock, which goes on whether the node runs or not. A later
// drift replaces an earlier one.
type drift struct {
	*Faults
	by []uint64 // by node: number of the strike that set its clock's rate, 0 for none
}

func newDrift(f *Faults) strikes { return &drift{f, make([]uint64, f.k.Nodes)} }

func checkDrift(f *Fault, check checker) {
	check(f.PPM >= -MaxPPM && f.PPM <= MaxPPM, "drift at %v of %d ppm: must be within %d", f.At, f.PPM, MaxPPM)
}

func (d *drift) strike(s *strike) bool {
	d.books.ended(s.node, Drift) // by this one
	d.books.began(s)
	d.by[s.node] = s.number
	d.k.Pace(s.node, s.PPM)
	return true
}

func (d *drift) end(s *strike) {
	if d.by[s.node] == s.number {
		d.by[s.node] = 0
		d.k.Pace(s.node, 0)
		d.books.ended(s.node, Drift)
	}
}
