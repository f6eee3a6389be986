package modeltrace

import (
	"fmt"

	"bellwether/protocol"
)

// A node is one process of the model: its variables have the model's names.
type node struct {
	id      protocol.ID
	offers  int64
	offered bool
	world   *world

	num      uint32
	src      index
	used     index // the newest src of runs before a crash
	electing bool  // δ
	owes     bool  // Δ
	parent   protocol.ID
	waits    map[protocol.ID]bool // S
	best     candidate
	lid      capability

	// silent are the peers that were probed without an answer, or lost, by the trace: the node
	// may give them up.
	silent map[protocol.ID]bool
	// refused are the peers that reported to be in no such computation.
	refused map[protocol.ID]bool

	heard map[claim]bool             // claims heard of, with their stamps
	meant map[protocol.ID]capability // leaders heard of while δ = 1
	cause cause                      // of the step under way
	shown map[string]int64           // what the node shows
	acted bool                       // in the step under way: only then the shown values are compared
}

// A cause is what began a step: a message, a time-out, or news of a neighbour.
type cause struct {
	kind string // receive, timer, neighbour, boot, other
	from protocol.ID
	said said
	// asks: the message is an Election, or a Probe for an Ack, of a newer computation,
	// which the step must enter.
	asks bool
}

func (n *node) crash() {
	n.electing, n.owes, n.parent, n.waits = false, false, protocol.Nobody, nil
	n.src, n.best, n.lid = index{}, candidate{}, capability{}
	n.silent, n.refused, n.meant = nil, nil, nil
	n.heard = map[claim]bool{}
	n.cause = cause{kind: "other"}
}

// wrong is a difference, by the model's step that it is one from.
func (n *node) wrong(step, format string, args ...any) error {
	return fmt.Errorf("node %v, %s: %s", n.id, step, fmt.Sprintf(format, args...))
}

// hear takes a message: the step that it causes begins.
func (n *node) hear(from protocol.ID, m said) {
	n.cause = cause{kind: "receive", from: from, said: m}
	n.num = max(n.num, m.Index.Num)
	c := m.claims()
	if c.Leader.ID != protocol.Nobody {
		n.heard[c] = true
		if n.electing {
			n.meant[c.Leader.ID] = c.Leader
		}
		if c.Leader.ID == n.lid.ID {
			n.lid = c.Leader
		}
	}
	switch m.Kind {
	case "election":
		n.cause.asks = m.Index.newer(n.src)
	case "probe":
		n.cause.asks = m.Index.newer(n.src) && m.Awaits == 0
	case "reply":
		if n.electing && m.Index == n.src && m.Part == 0 {
			n.refused[from] = true
		}
	case "ack":
		n.onAck(from, m)
	}
}

// onAck is the model's.
func (n *node) onAck(from protocol.ID, m said) {
	c := m.Best
	if c.Capability.ID != protocol.Nobody {
		n.heard[claim{c.Capability, c.Stamp}] = true
	}
	if !n.electing || m.Index != n.src {
		return
	}
	if c.Capability.better(n.best.Capability) {
		n.best = c
	}
	if n.owes {
		delete(n.waits, from)
	}
}

// enter is the model's, and start and join that lead to it.
func (n *node) enter(c index) error {
	asked := n.cause.asks && n.cause.said.Index == c
	switch {
	case !c.newer(n.newest()):
		return n.wrong("enter", "enters %v, which is not newer than %v, in which it took part", c, n.newest())
	case c.Source == n.id && c.Num != n.num+1:
		return n.wrong("start", "starts %v, but the highest number used or heard is %d", c, n.num)
	case c.Source != n.id && !asked:
		return n.wrong("join", "enters %v, for which nobody asked just now", c)
	}
	n.num, n.src = max(n.num, c.Num), c
	if !n.electing {
		n.meant = map[protocol.ID]capability{}
	}
	n.electing, n.owes, n.parent = true, true, protocol.Nobody
	if c.Source != n.id {
		n.parent = n.cause.from
	}
	n.waits, n.silent, n.refused = map[protocol.ID]bool{}, map[protocol.ID]bool{}, map[protocol.ID]bool{}
	n.best = candidate{Capability: capability{n.id, n.offers}}
	n.cause.asks = false
	return n.world.acyclic(n)
}

// newest is the newest computation that the node took part in, in this run or before.
func (n *node) newest() index {
	if n.used.newer(n.src) {
		return n.used
	}
	return n.src
}

// gone reports whether a peer may be given up: it was lost, refused, or probed and silent.
func (n *node) gone(id protocol.ID) bool { return n.silent[id] || n.refused[id] }

// collected reports whether S may be empty.
func (n *node) collected() bool {
	for id := range n.waits {
		if !n.gone(id) {
			return false
		}
	}
	return true
}
