package story

// doCut takes links away, with the messages on them and those that have no
// route any more; both ends of each are told.
//
//	cut A-B B-C
func (w *board) doCut(d Directive) error {
	ends, err := w.someEnds(d)
	w.Cut(ends...)
	return err
}
