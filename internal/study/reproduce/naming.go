package reproduce

// These words say what was known when a reading was chosen. Beacons and hellos belong to the
// first study; exchange, the old list and ChildBounded were chosen after its figures had been
// compared with the published ones. Setups were also fitted to published figures.
const (
	afterwards = "chosen afterwards"
	calibrated = "calibrated"
)

// name names a study's reading for readers. A reading that was chosen after results were known
// is marked as such.
func (s *Study) name() string {
	switch s.Setup {
	case "":
		return Reading{s.Merge, s.List, s.Child}.name(s.Access)
	case asChosen:
		return string(s.Setup) + ", " + calibrated
	}
	return string(s.Setup) + ", " + afterwards
}

// name returns the name of a reading over a medium.
func (r Reading) name(a Access) string {
	name := reading(r.Merge, r.List, a)
	if r.Child != 0 && r.Child != ChildAssumed {
		name += ", CHILD-TIMEOUT " + r.Child.String()
	}
	if r == (Reading{ByBeacon, ByHello, ChildAssumed}) {
		return name
	}
	return name + ", " + afterwards
}
