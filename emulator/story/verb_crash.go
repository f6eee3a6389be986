package story

import (
	"fmt"
	"strconv"
)

// doCrash stops nodes at once. The messages that they have sent stay on their way.
// Messages to them, and messages that now have no route, are lost. Their neighbours are
// informed.
//
// With after and a number, one node crashes in its next handler instead, after that many
// effects (messages, timers, saved states), or at the handler's end if it has fewer.
//
//	crash A
//	crash A after 2
func (w *board) doCrash(d Directive) error {
	if len(d.Words) == 3 && d.Words[1] == "after" {
		return w.crashAfter(d)
	}
	ids, err := w.live(d)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if w.Up(id) { // a name may be given twice
			w.line("%s crashes", w.name(id))
			w.Crash(id)
		}
	}
	return nil
}

func (w *board) crashAfter(d Directive) error {
	ids, err := w.live(Directive{Verb: d.Verb, Words: d.Words[:1]})
	if err != nil {
		return err
	}
	effects, err := strconv.Atoi(d.Words[2])
	if err != nil || effects < 0 || effects > maxEffects {
		return fmt.Errorf("crash: a number of effects is from 0 to %d, not %q", maxEffects, d.Words[2])
	}
	w.Machines.CrashAfter(ids[0], effects)
	return nil
}

// maxEffects is more effects than a handler has.
const maxEffects = 10_000
