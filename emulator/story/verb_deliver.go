package story

import (
	"fmt"
	"strconv"
)

// doDeliver delivers messages; no time passes. A word selects them: next, the oldest; a
// number, that many, oldest first; A-B, the oldest from A to B; all, until none is on its
// way, answers included. Links are first in, first out.
//
//	deliver A-B C-B
//	deliver all
func (w *board) doDeliver(d Directive) error {
	if len(d.Words) == 0 {
		return fmt.Errorf("deliver needs all, next, a number, or links like A-B")
	}
	for _, word := range d.Words {
		count, err := strconv.Atoi(word)
		switch {
		case word == "all":
			w.DeliverAll()
			continue
		case word == "next":
			count = 1
		case err != nil:
			if err := w.deliverFrom(word); err != nil {
				return err
			}
			continue
		case count < 1 || count > maxSteps:
			return fmt.Errorf("deliver: a number from 1 to %d, not %s", maxSteps, word)
		}
		for range count {
			if len(w.Air.Frames()) == 0 {
				return fmt.Errorf("deliver %s: no message is on its way", word)
			}
			w.Deliver(0)
		}
	}
	return nil
}

func (w *board) deliverFrom(word string) error {
	e, err := w.pair(word)
	if err != nil {
		return err
	}
	at := w.Air.Oldest(e)
	if at < 0 {
		return fmt.Errorf("deliver %s: no message is on that link", word)
	}
	w.Deliver(at)
	return nil
}
