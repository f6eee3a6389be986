package story

// doResign makes nodes step down and stay alive: they offer nothing from then on.
//
//	resign A
func (w *board) doResign(d Directive) error {
	ids, err := w.live(d)
	if err != nil {
		return err
	}
	for _, id := range ids {
		w.line("%s resigns", w.name(id))
		w.Resign(id)
	}
	return nil
}
