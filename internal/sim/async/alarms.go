package async

import (
	"slices"
	"time"

	"bellwether/protocol"
)

// alarms are the timers of all nodes, and how many were set so far. They ask nothing of the
// system, and tell which are set, until when and in which order.
type alarms struct {
	of  [][]timer // by ID-1
	set uint64    // timers set so far
}

type timer struct {
	set    bool
	at     protocol.Time
	number uint64 // order of setting
	urgent bool   // set to no delay: fires as soon as its handler has ended
}

// newAlarms returns the timers of a number of nodes, each with as many as its machine declares.
func newAlarms(nodes int, o *Options) alarms {
	all := make([]timer, nodes*o.Timers)
	a := alarms{of: make([][]timer, nodes)}
	for i := range a.of {
		a.of[i] = all[i*o.Timers : (i+1)*o.Timers : (i+1)*o.Timers]
	}
	return a
}

// arm sets a timer of a node; urgent if it is to fire as soon as its handler has ended.
func (a *alarms) arm(id protocol.ID, t protocol.Timer, to timer) {
	mine := &a.of[id-1]
	for int(t) >= len(*mine) {
		*mine = append(*mine, timer{})
	}
	a.set++
	to.set, to.number = true, a.set
	(*mine)[t] = to
}

// stop unsets a timer of a node.
func (a *alarms) stop(id protocol.ID, t protocol.Timer) {
	if mine := a.of[id-1]; int(t) < len(mine) {
		mine[t] = timer{}
	}
}

// stopAll unsets all timers of a node.
func (a *alarms) stopAll(id protocol.ID) { clear(a.of[id-1]) }

// deadline returns when a timer is to fire; false if it is not set.
func (a *alarms) deadline(id protocol.ID, t protocol.Timer) (Deadline, bool) {
	mine := a.of[id-1]
	if int(t) >= len(mine) || !mine[t].set {
		return Deadline{}, false
	}
	return Deadline{id, t, mine[t].at, mine[t].number}, true
}

// urgent returns the lowest timer of a node that was set to no delay.
func (a *alarms) urgent(id protocol.ID) (protocol.Timer, bool) {
	for t, k := range a.of[id-1] {
		if k.urgent {
			return protocol.Timer(t), true
		}
	}
	return 0, false
}

// earliest returns the timer that is due first, of the given nodes; false if none is set.
func (a *alarms) earliest(among []protocol.ID) (best Deadline, found bool) {
	for _, id := range among {
		for t := range a.of[id-1] {
			if d, set := a.deadline(id, protocol.Timer(t)); set && (!found || d.compare(best) < 0) {
				best, found = d, true
			}
		}
	}
	return best, found
}

// list appends the timers that are set, in an order; of equal ones by node and timer.
func (a *alarms) list(to []Deadline, order func(d, e Deadline) int) []Deadline {
	from := len(to)
	for i := range a.of {
		for t := range a.of[i] {
			if d, set := a.deadline(protocol.ID(i+1), protocol.Timer(t)); set {
				to = append(to, d)
			}
		}
	}
	slices.SortStableFunc(to[from:], order) // nodes and timers are in order
	return to
}

// shift moves all deadlines by d.
func (a *alarms) shift(d time.Duration) {
	for i := range a.of {
		for t := range a.of[i] {
			if k := &a.of[i][t]; k.set {
				k.at = k.at.Add(d)
			}
		}
	}
}

func (a *alarms) clone() alarms {
	c := alarms{of: slices.Clone(a.of), set: a.set}
	for i := range c.of {
		c.of[i] = slices.Clone(c.of[i])
	}
	return c
}
