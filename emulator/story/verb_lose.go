package story

import (
	"fmt"
	"slices"
)

// doLose loses the oldest message on its way from one node to another, or the oldest of a
// kind. The loss includes all retries of the frame, and the sender is not informed.
//
//	lose A-B
//	lose A-B ack
func (w *board) doLose(d Directive) error {
	if len(d.Words) != 1 && len(d.Words) != 2 {
		return fmt.Errorf("lose takes a link like A-B, and perhaps a kind of message")
	}
	e, err := w.pair(d.Words[0])
	if err != nil {
		return err
	}
	kind := ""
	if len(d.Words) == 2 {
		if kind = d.Words[1]; !slices.Contains(w.kinds[:], kind) {
			return fmt.Errorf("lose: %s has no message %q", w.algorithm.Name, kind)
		}
	}
	at := w.next(e, kind)
	if at < 0 {
		return fmt.Errorf("lose: no such message is on its way from %s to %s", w.name(e.A), w.name(e.B))
	}
	w.Lose(at)
	return nil
}
