package story

import (
	"fmt"
	"strconv"
)

// doOffer changes what a node can offer, and informs the node.
//
//	offer A 7
func (w *board) doOffer(d Directive) error {
	if len(d.Words) != 2 {
		return fmt.Errorf("offer takes a node and what it offers")
	}
	id, err := w.id(d.Words[0])
	if err != nil {
		return err
	}
	value, err := strconv.ParseInt(d.Words[1], 10, 64)
	if err != nil || value < 0 || value > maxValue {
		return fmt.Errorf("%s offers a whole number from 0 to %d, not %q", d.Words[0], int64(maxValue), d.Words[1])
	}
	w.SetValue(id, value)
	return nil
}
