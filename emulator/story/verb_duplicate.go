package story

import "fmt"

// doDuplicate inserts a second copy of the oldest message on its way from one node to
// another, directly behind it.
//
//	duplicate A-B
func (w *board) doDuplicate(d Directive) error {
	if len(d.Words) != 1 {
		return fmt.Errorf("duplicate takes a link like A-B")
	}
	e, err := w.pair(d.Words[0])
	if err != nil {
		return err
	}
	at := w.next(e, "")
	if at < 0 {
		return fmt.Errorf("duplicate: no message is on its way from %s to %s", w.name(e.A), w.name(e.B))
	}
	w.writeMessage(e.B, "⧉", e.A, w.Air.Frames()[at].Message, "")
	w.Air.Duplicate(at)
	return nil
}
