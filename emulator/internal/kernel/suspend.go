package kernel

// A suspended node is alive and does nothing, as a process that is stopped, or
// swapped out, or collects garbage. Everything for it waits: packets, up to MaxBacklog,
// timers that are due, reports of neighbours, calls for an election. When it goes on it
// handles all that in the order of arrival; a timer that an earlier handler stops or sets
// again does not fire. A crash ends the suspension, and what waited is lost.
//
// If there are several suspensions at once, the last end counts.

// MaxBacklog bounds the packets that wait for a suspended node, as for those that wait in
// a radio: a second has about 160 maximal frames at the default bitrate. If more than a
// thousand wait there is a fault, which the trace records.
const MaxBacklog = 1024

// backlog is what a suspended node will do.
type backlog struct {
	later   []func()
	packets int
	holds   int // how many suspend it
}

// Hold keeps a call for when node i, which is suspended, goes on.
func (k *Kernel) Hold(i Slot, later func()) {
	b := &k.backlogs[i]
	b.later = append(b.later, later)
}

// holdPacket keeps a packet for node i, if there is room.
func (k *Kernel) holdPacket(i Slot, p *Packet) bool {
	b := &k.backlogs[i]
	if b.packets >= MaxBacklog {
		return false
	}
	b.packets++
	kept := *p
	k.Hold(i, func() { k.Deliver(i, &kept) })
	return true
}

// holdTimer keeps the timer t of node i, which is due.
func (k *Kernel) holdTimer(i Slot, t uint8) {
	s := &k.slots[int(i)*k.timers+int(t)]
	due, seq := s.deadline, s.seq
	k.Hold(i, func() {
		if s.deadline == due && s.seq == seq {
			k.fire(i, t)
		}
	})
}

// Suspend suspends node i, and reports whether it ran.
func (k *Kernel) Suspend(i Slot) bool {
	n := &k.nodes[i]
	if n.status != Live {
		return false
	}
	if k.backlogs == nil {
		k.backlogs = make([]backlog, k.Nodes)
	}
	k.backlogs[i].holds++
	n.suspended = true
	return true
}

// Resume ends one suspension of node i; after the last the node handles what has waited.
func (k *Kernel) Resume(i Slot) {
	n, b := &k.nodes[i], &k.backlogs[i]
	if b.holds--; b.holds > 0 {
		return
	}
	n.suspended = false
	later := b.later
	*b = backlog{}
	for _, do := range later {
		if n.status != Live {
			return // a handler was interrupted by a crash
		}
		do()
	}
}

// release ends all suspensions of node i, which stops.
func (k *Kernel) release(i Slot) {
	if k.backlogs == nil {
		return
	}
	k.nodes[i].suspended = false
	k.backlogs[i] = backlog{}
}
