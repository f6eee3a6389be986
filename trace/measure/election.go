package measure

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// phase is the state of a node's election for election_time_s.
type phase uint8

const (
	idle    phase = iota // no election that is measured
	running              // entered, no leader known yet
	led                  // a leader is known; another one of the same computation may still come
)

// An election is the one a node entered last within the measured window.
type election struct {
	phase       phase
	begun, done protocol.Time
	computation protocol.Computation // that gave the leader
}

// electing puts a node into an election. If it is in one, it changes to another
// computation, and the time goes on: T counts from δ := 1 to δ := 0.
func (r *Run) electing(rec *trace.Record) {
	n := r.nodes.find(rec.Node)
	if n == nil || !n.live || n.electing {
		return
	}
	r.complete(n)
	r.change(n, standing{live: true, electing: true})
	if rec.At >= r.options.Warmup {
		r.elections.Begun++
		n.election = election{phase: running, begun: rec.At}
	}
}

// elected gives a node a leader; with Nobody it ends an election without one.
func (r *Run) elected(rec *trace.Record) {
	n := r.nodes.find(rec.Node)
	if n == nil || !n.live {
		return
	}
	e, before, wasElecting := &n.election, n.leader, n.electing
	elects := rec.Peer != protocol.Nobody || rec.Frame != 0 // one that must not lead, and abstains, ends the election as well
	r.change(n, standing{live: true, leader: rec.Peer})
	if rec.Peer != protocol.Nobody {
		if n.followed != protocol.Nobody && n.followed != rec.Peer && rec.At >= r.options.Warmup {
			r.changes++
		}
		n.followed = rec.Peer
	}
	switch {
	case e.phase == running && wasElecting && elects:
		e.phase, e.done, e.computation = led, rec.At, rec.Computation
	case e.phase == running && wasElecting:
		r.giveUp(n, rec.At)
	case e.phase == led && rec.Peer != protocol.Nobody && rec.Computation == e.computation &&
		rec.Computation != protocol.Computation{}:
		if rec.Peer != before {
			e.done = rec.At
		}
	case e.phase == led:
		r.complete(n)
	}
}

// complete records an election that gave a leader, once nothing can prolong it.
func (r *Run) complete(n *node) {
	if n.election.phase == led {
		r.elections.Completed++
		r.observations = append(r.observations, ended(n.election.done.Sub(n.election.begun)))
	}
	n.election.phase = idle
}

// giveUp records an election that had given no leader when it was last seen.
func (r *Run) giveUp(n *node, at protocol.Time) {
	r.elections.Censored++
	r.observations = append(r.observations, cutOff(at.Sub(n.election.begun)))
	n.election.phase = idle
}

// interrupt records the election of a node that stops. Its time is left out, because it is
// not known how long the election would have taken.
func (r *Run) interrupt(n *node) {
	if n.election.phase == running {
		r.elections.Interrupted++
	}
	r.complete(n)
}
