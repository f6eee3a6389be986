package reach

import (
	"bellwether/emulator/internal/kernel"
	"bellwether/protocol"
)

// listener is what the loop over candidates reads of a node.
type listener struct {
	receive Group
	id      uint32
}

// setting is what a node's receive group follows from, besides whether it runs.
type setting struct {
	group  int32
	off    bool // its radio
	jammed bool
}

// Listen brings node i's receive group up to date with whether it runs and with its settings.
func (r *Reach) Listen(i kernel.Slot) {
	s, l := &r.settings[i], &r.nodes[i]
	switch {
	case !r.k.Live(i) || s.off:
		l.receive = Shut
	case s.jammed:
		l.receive = Jammed
	default:
		l.receive = Group(s.group)
	}
}

// Group is node i's.
func (r *Reach) ReceiveGroup(i kernel.Slot) Group { return r.nodes[i].receive }

// ID is node i's, from the line of memory in which its receive group is.
func (r *Reach) ID(i kernel.Slot) protocol.ID { return protocol.ID(r.nodes[i].id) }

// SendGroup is the group that hears node i, Shut if nobody does.
func (r *Reach) SendGroup(i kernel.Slot) Group {
	if e := r.nodes[i].receive; e != Jammed {
		return e
	}
	return Group(r.settings[i].group)
}

// Apart says whether something else than the medium keeps nodes i and j from hearing
// each other, both ways.
func (r *Reach) Apart(i, j kernel.Slot) bool {
	a, b := r.nodes[i].receive, r.nodes[j].receive
	return a != b || a < 0
}

// Together says whether node j is on the same side of a partition as a send group, whether
// it runs or not.
func (r *Reach) Together(send Group, j kernel.Slot) bool {
	e := r.nodes[j].receive
	return e == send || e < 0 && Group(r.settings[j].group) == send
}

// Off says whether node i's radio is off.
func (r *Reach) Off(i kernel.Slot) bool { return r.settings[i].off }

// TurnOff turns node i's radio off.
func (r *Reach) TurnOff(i kernel.Slot) {
	r.settings[i].off = true
	r.Listen(i)
}

// TurnOn turns it on.
func (r *Reach) TurnOn(i kernel.Slot) {
	r.settings[i].off = false
	r.Listen(i)
}

// Jammed says whether node i is jammed.
func (r *Reach) Jammed(i kernel.Slot) bool { return r.settings[i].jammed }

// Jam sets whether node i is jammed.
func (r *Reach) Jam(i kernel.Slot, jammed bool) {
	r.settings[i].jammed = jammed
	r.Listen(i)
}

// Divide puts every node into the group that a function gives.
func (r *Reach) Divide(group func(i kernel.Slot) int32) {
	for i := range r.settings {
		r.settings[i].group = group(kernel.Slot(i))
		r.Listen(kernel.Slot(i))
	}
}
