package async

import (
	"slices"
	"time"

	"bellwether/protocol"
)

// Alarms are the timers of all nodes, and how many were set so far. They ask nothing of the
// system, and tell which are set, until when and in which order.
type Alarms struct {
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
func newAlarms(nodes int, o *Options) Alarms {
	all := make([]timer, nodes*o.Timers)
	a := Alarms{of: make([][]timer, nodes)}
	for i := range a.of {
		a.of[i] = all[i*o.Timers : (i+1)*o.Timers : (i+1)*o.Timers]
	}
	return a
}

// arm sets a timer of a node; urgent if it is to fire as soon as its handler has ended.
func (a *Alarms) arm(id protocol.ID, t protocol.Timer, to timer) {
	mine := &a.of[id-1]
	for int(t) >= len(*mine) {
		*mine = append(*mine, timer{})
	}
	a.set++
	to.set, to.number = true, a.set
	(*mine)[t] = to
}

// stop unsets a timer of a node.
func (a *Alarms) stop(id protocol.ID, t protocol.Timer) {
	if mine := a.of[id-1]; int(t) < len(mine) {
		mine[t] = timer{}
	}
}

// stopAll unsets all timers of a node.
func (a *Alarms) stopAll(id protocol.ID) { clear(a.of[id-1]) }

// urgent returns the lowest timer of a node that was set to no delay.
func (a *Alarms) urgent(id protocol.ID) (protocol.Timer, bool) {
	for t, k := range a.of[id-1] {
		if k.urgent {
			return protocol.Timer(t), true
		}
	}
	return 0, false
}

// shift moves all deadlines by d.
func (a *Alarms) shift(d time.Duration) {
	for i := range a.of {
		for t := range a.of[i] {
			if k := &a.of[i][t]; k.set {
				k.at = k.at.Add(d)
			}
		}
	}
}

func (a *Alarms) clone() Alarms {
	c := Alarms{of: slices.Clone(a.of), set: a.set}
	for i := range c.of {
		c.of[i] = slices.Clone(c.of[i])
	}
	return c
}
