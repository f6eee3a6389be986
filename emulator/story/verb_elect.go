package story

import "fmt"

// doElect makes nodes start an election, in the given order.
//
//	elect A B
func (w *board) doElect(d Directive) error {
	ids, err := w.live(d)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if !w.Elect(id) {
			return fmt.Errorf("elect: a node of %s starts no elections on demand", w.algorithm.Name)
		}
	}
	return nil
}
