package story

// doCrash stops nodes at once. What they have sent is on its way still; what was
// sent to them, or has no route now, is lost. Their neighbours are told.
//
//	crash A
func (w *board) doCrash(d Directive) error {
	ids, err := w.live(d)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if w.Up(id) { // it may be named twice
			w.line("%s crashes", w.Name(id))
			w.Crash(id)
		}
	}
	return nil
}
