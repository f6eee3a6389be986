package story

// doCut removes links. The messages on them, and messages that then have no route, are lost.
// Both ends of each link are informed.
//
//	cut A-B B-C
func (w *board) doCut(d Directive) error {
	ends, err := w.someEnds(d)
	w.Cut(ends...)
	return err
}
