package story

// doCrash stops nodes at once. The messages that they have sent stay on their way.
// Messages to them, and messages that now have no route, are lost. Their neighbours are
// informed.
//
//	crash A
func (w *board) doCrash(d Directive) error {
	ids, err := w.live(d)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if w.Up(id) { // the name may be repeated
			w.line("%s crashes", w.Name(id))
			w.Crash(id)
		}
	}
	return nil
}
