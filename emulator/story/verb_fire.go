package story

import (
	"fmt"
	"strconv"

	"bellwether/protocol"
)

// doFire fires a node's earliest timer, or the timer with a number, whatever messages are on
// their way and whatever other timers are set. Time passes to the timer's deadline, if that
// is in the future.
//
//	fire A
//	fire A 0
func (w *board) doFire(d Directive) error {
	if len(d.Words) != 1 && len(d.Words) != 2 {
		return fmt.Errorf("fire takes one node, and perhaps the number of a timer")
	}
	id, err := w.id(d.Words[0])
	if err != nil {
		return err
	}
	due, found := w.Alarms.EarliestOf(id)
	if len(d.Words) == 2 {
		number, err := strconv.Atoi(d.Words[1])
		if timers := w.Alarms.Timers(id); err != nil || number < 0 || number >= timers {
			return fmt.Errorf("fire: %s has timers 0 to %d, not %q", w.algorithm.Name, timers-1, d.Words[1])
		}
		due, found = w.Alarms.Deadline(id, protocol.Timer(number))
	}
	if !found {
		return fmt.Errorf("fire: %s has no such timer set", w.name(id))
	}
	w.Fire(id, due.Timer)
	return nil
}
