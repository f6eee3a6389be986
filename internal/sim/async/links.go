package async

import "slices"

// Link makes links. It informs both ends of each link that are up, the end named first
// before the other.
func (s *System) Link(ends ...Pair) {
	ends = slices.DeleteFunc(slices.Clone(ends), func(e Pair) bool { return e.A == e.B || s.Topology.Linked(e.A, e.B) })
	for _, e := range ends {
		s.Topology.link(e)
	}
	s.relinked(ends)
}

// Cut removes links, with the frames on them and the frames that then have no route. It
// informs the ends as Link does.
func (s *System) Cut(ends ...Pair) {
	ends = slices.DeleteFunc(slices.Clone(ends), func(e Pair) bool { return !s.Topology.Linked(e.A, e.B) })
	for _, e := range ends {
		s.Topology.cut(e)
	}
	s.clear()
	s.relinked(ends)
}

func (s *System) relinked(ends []Pair) {
	for _, e := range ends {
		for _, end := range [2]Pair{e, {e.B, e.A}} {
			if s.Up(end.A) && s.Up(end.B) {
				s.changed(end.A, end.B)
			}
		}
	}
}
