package story

// doCut removes links, with the messages on them and the messages that then have no
// route. Both ends of each link are informed.
//
//	cut A-B B-C
func (w *board) doCut(d Directive) error {
	ends, err := w.someEnds(d)
	w.Cut(ends...)
	return err
}
