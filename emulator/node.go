package emulator

import (
	"math/rand/v2"

	"bellwether/mobility"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/trace"
)

// status is whether a node runs.
type status uint8

const (
	absent  status = iota // not in the world: not counted
	live                  // its machine runs
	crashed               // in the world, its machine does not run
)

// node is what the world keeps of one node besides its machine and timers. Its
// place is in the field, its energy in power, where loops over all nodes run.
//
// What a delivery reads comes first, in one cache line: a node is 128 bytes.
type node struct {
	machine     protocol.Machine
	algorithm   rand.PCG
	value       int64       // capability
	leader      protocol.ID // what it says
	incarnation uint32
	status      status
	present     bool // in the world, running or crashed
	deaf        bool // its radio is off
	resigned    bool // it offers nothing
	paused      bool // its machine does nothing: what comes waits
	jammed      bool // it lies in a jammed region: it sends and does not hear
	group       int32
	medium      rand.PCG

	radio  outbox
	path   mobility.Path
	degree float64 // smoothed
}

// enter makes the Env ready for a handler of node i.
func (w *World) enter(i int) {
	w.current = i
	n := &w.nodes[i]
	w.stream.to = &n.algorithm
	w.env.Turn(id(i), protocol.Time(w.clocks.read(i, w.now)), w.capability(i))
}

// Members are all nodes of the world: World is the protocol.View of the node
// whose handler runs. The roster of a scenario is fixed and known to all.
func (w *World) Members() []protocol.ID { return w.roster }

// Neighbours are the nodes that the current one hears now: the oracle.
func (w *World) Neighbours() []protocol.ID {
	if w.links.followed {
		return w.links.of[w.current]
	}
	w.heard = w.appendHeard(w.heard[:0], w.current)
	return w.heard
}

// boot starts node i, whether for the first time or again. A node that joins a
// system already running calls an election (VKT04 §1.6; bully).
func (w *World) boot(i int) {
	n := &w.nodes[i]
	if !n.present {
		w.power.arrived(w, i)
	}
	n.status, n.present, n.deaf = live, true, false
	w.listen(i)
	n.incarnation++
	n.leader = protocol.Nobody
	n.machine, w.terms = overlay.Bare(w.make())
	if w.shown != nil {
		w.shown[i] = nil
	}
	w.power.resume(w, i)
	w.reinstate(i)
	w.bootAssets(i)
	w.note(trace.Record{Kind: trace.Boot, Node: id(i), Value: int64(n.incarnation)})
	w.noteCapability(i)
	w.strikes.ended(w, i, FaultCrash)
	w.strikes.ended(w, i, FaultRadioOff)
	w.enter(i)
	n.machine.Start(&w.env, w.saved[i])
	w.carryOut(i)
	if n.degree == 0 && !w.observesHello() && !w.fixed() {
		n.degree = float64(w.degreeNow(i))
	}
}

// reinstate ends a resignation: a boot is a new life, whether it follows a crash or an
// absence.
func (w *World) reinstate(i int) {
	if n := &w.nodes[i]; n.resigned {
		n.resigned = false
		n.value = w.offer(i)
		w.strikes.ended(w, i, FaultResign)
	}
}

// bootLate is boot in a system that is running.
func (w *World) bootLate(i int) {
	w.boot(i)
	w.links.refresh(w, i)
	w.elect(i)
}

// halt stops node i: a crash, or a departure. Who asked to be told of its links
// is told by the caller, or by an event: see crash.
func (w *World) halt(i int, to status, r trace.Record) {
	n := &w.nodes[i]
	if n.status == live {
		w.mutes.stop(w, i)
		w.power.pause(w, i)
		w.stopTimers(i)
		w.air.discard(&n.radio)
		if w.csma != nil {
			w.csma.halt(w, i)
		}
		w.script.forget(n, i)
		w.strikes.ended(w, i, FaultPause)
		n.machine = nil
		n.leader = protocol.Nobody
	}
	n.status = to
	n.present = to != absent
	w.listen(i)
	w.note(r)
}

// crash stops node i between two events.
func (w *World) crash(i int, why trace.Why) {
	w.halt(i, crashed, trace.Record{Kind: trace.Crash, Node: id(i), Why: why})
	w.links.refresh(w, i)
}

// interrupt stops node i between two effects of its own handler. Its neighbours
// learn of it, where an oracle tells them, by an event of the same instant: no
// other machine runs in the middle of a handler.
func (w *World) interrupt(i int) {
	w.halt(i, crashed, trace.Record{Kind: trace.Crash, Node: id(i), Why: trace.WhyFault})
	w.schedule(w.now, refreshEvent, uint32(i))
}

// observesHello says whether nodes find their neighbours by hello messages.
func (w *World) observesHello() bool { return w.cfg.Services.Hello != nil }

// degreeNow is how many neighbours node i has, as its neighbour service says.
func (w *World) degreeNow(i int) int {
	n := &w.nodes[i]
	if n.status != live {
		return 0
	}
	if d, ok := overlay.Degree(n.machine); ok {
		return d
	}
	w.current = i
	return len(w.Neighbours())
}
