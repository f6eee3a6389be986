package reproduce

// The words for what was known when something was chosen. Beacons and hellos were the first
// study's; exchange, the old list and ChildBounded were chosen when its figures had been compared
// with the published. Setups were fitted to published figures as well.
const (
	afterwards = "chosen afterwards"
	calibrated = "calibrated"
)

// Name names a study's reading for readers. What was chosen after results were known is called so.
func (s *Study) Name() string {
	switch s.Setup {
	case "":
		return Reading{s.Merge, s.List, s.Child}.name(s.Access)
	case AsChosen:
		return string(s.Setup) + ", " + calibrated
	}
	return string(s.Setup) + ", " + afterwards
}

// name is that of a reading over a medium.
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
