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

// setting is the state of a node's radio. Its receive group follows from it and from
// whether the node runs.
type setting struct {
	group  int32
	off    bool // its radio
	jammed bool
}

// Listen updates node i's receive group from its settings and whether it runs.
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

// ReceiveGroup is node i's receive group.
func (r *Reach) ReceiveGroup(i kernel.Slot) Group { return r.nodes[i].receive }

// ID is node i's ID, from the cache line that also has its receive group.
func (r *Reach) ID(i kernel.Slot) protocol.ID { return protocol.ID(r.nodes[i].id) }

// SendGroup is the group that hears node i, Shut if none does.
func (r *Reach) SendGroup(i kernel.Slot) Group {
	if e := r.nodes[i].receive; e != Jammed {
		return e
	}
	return Group(r.settings[i].group)
}

// Apart reports whether something other than the medium prevents a link of nodes i and j
// in both directions.
func (r *Reach) Apart(i, j kernel.Slot) bool {
	a, b := r.nodes[i].receive, r.nodes[j].receive
	return a != b || a < 0
}

// Together reports whether node j is on the same side of a partition as a send group,
// whether it runs or not.
func (r *Reach) Together(send Group, j kernel.Slot) bool {
	e := r.nodes[j].receive
	return e == send || e < 0 && Group(r.settings[j].group) == send
}

// Off reports whether node i's radio is off.
func (r *Reach) Off(i kernel.Slot) bool { return r.settings[i].off }

// TurnOff turns node i's radio off.
func (r *Reach) TurnOff(i kernel.Slot) {
	r.settings[i].off = true
	r.Listen(i)
}

// TurnOn turns node i's radio on.
func (r *Reach) TurnOn(i kernel.Slot) {
	r.settings[i].off = false
	r.Listen(i)
}

// Jammed reports whether node i is jammed.
func (r *Reach) Jammed(i kernel.Slot) bool { return r.settings[i].jammed }

// Jam sets whether node i is jammed.
func (r *Reach) Jam(i kernel.Slot, jammed bool) {
	r.settings[i].jammed = jammed
	r.Listen(i)
}

// Divide puts every node into the group that a function returns.
func (r *Reach) Divide(group func(i kernel.Slot) int32) {
	if r.divides != nil {
		r.divides()
	}
	for i := range r.settings {
		r.settings[i].group = group(kernel.Slot(i))
		r.Listen(kernel.Slot(i))
	}
}
