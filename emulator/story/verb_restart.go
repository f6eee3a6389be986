package story

import "fmt"

// doRestart boots a node that is down, with what it saved; with the word forget, without.
// The node and its neighbours are informed of each other. Then it calls an election, as a
// node must that joins a running system.
//
//	restart A
//	restart A forget
func (w *board) doRestart(d Directive) error {
	forget := len(d.Words) == 2 && d.Words[1] == "forget"
	if len(d.Words) != 1 && !forget {
		return fmt.Errorf("restart takes one node, and perhaps forget")
	}
	id, err := w.id(d.Words[0])
	switch {
	case err != nil:
		return err
	case w.Up(id):
		return fmt.Errorf("restart: %s is up", w.name(id))
	}
	if forget {
		w.Forget(id)
	}
	w.line("%s restarts", w.name(id))
	w.Boot(id)
	w.Elect(id)
	return nil
}
