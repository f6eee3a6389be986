package async

import (
	"cmp"
	"slices"

	"bellwether/protocol"
)

// A Deadline is a timer that is set.
type Deadline struct {
	Node   protocol.ID
	Timer  protocol.Timer
	At     protocol.Time
	Number uint64 // of two timers with the same instant, the lower number was set first
}

// Timers is the number of timers of a node, set or not.
func (a *Alarms) Timers(id protocol.ID) int { return len(a.of[id-1]) }

// Deadline returns when a timer is to fire; false if it is not set.
func (a *Alarms) Deadline(id protocol.ID, t protocol.Timer) (Deadline, bool) {
	mine := a.of[id-1]
	if int(t) >= len(mine) || !mine[t].set {
		return Deadline{}, false
	}
	return Deadline{id, t, mine[t].at, mine[t].number}, true
}

// Earliest returns the timer of all nodes that is due first; of two with the same deadline the
// one that was set first. It returns false if none is set.
func (a *Alarms) Earliest() (best Deadline, found bool) {
	for i := range a.of {
		if d, set := a.EarliestOf(protocol.ID(i + 1)); set && (!found || d.compare(best) < 0) {
			best, found = d, true
		}
	}
	return best, found
}

// EarliestOf is Earliest among the timers of one node.
func (a *Alarms) EarliestOf(id protocol.ID) (best Deadline, found bool) {
	for t := range a.of[id-1] {
		if d, set := a.Deadline(id, protocol.Timer(t)); set && (!found || d.compare(best) < 0) {
			best, found = d, true
		}
	}
	return best, found
}

// Fires appends the steps that fire a timer: earlier deadlines first, then by node and timer.
func (a *Alarms) Fires(to []Choice) []Choice {
	var room [32]Deadline
	for _, d := range a.sorted(room[:0]) {
		to = append(to, Choice{Do: Fire, Node: d.Node, Timer: d.Timer})
	}
	return to
}

// Due appends the choices of Fires that have the earliest deadline.
func (a *Alarms) Due(to []Choice) []Choice {
	var room [32]Deadline
	all := a.sorted(room[:0])
	for _, d := range all {
		if d.At == all[0].At {
			to = append(to, Choice{Do: Fire, Node: d.Node, Timer: d.Timer})
		}
	}
	return to
}

// sorted appends the timers that are set, equal deadlines in the order of nodes and
// timers: an order in which it does not matter which was set first.
func (a *Alarms) sorted(to []Deadline) []Deadline {
	from := len(to)
	for i := range a.of {
		for t := range a.of[i] {
			if d, set := a.Deadline(protocol.ID(i+1), protocol.Timer(t)); set {
				to = append(to, d)
			}
		}
	}
	// Nodes and timers are in order, and a stable sort keeps it.
	slices.SortStableFunc(to[from:], func(d, e Deadline) int { return cmp.Compare(d.At, e.At) })
	return to
}

func (d Deadline) compare(e Deadline) int {
	return cmp.Or(cmp.Compare(d.At, e.At), cmp.Compare(d.Number, e.Number))
}
