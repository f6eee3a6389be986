package hunt

import (
	"fmt"
	"math"
	"slices"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/trace"
)

// enacted is a sink that checks the emulated world: radio, losses and faults must do what the
// scenario states. A breach is a defect of the emulator, or of the program's own radio,
// movement or fault, never of an algorithm.
//
//   - A message is given to a node once, unless a fault or an intervention repeats frames.
//   - A node that crashed runs again only when the crash ends or at a restart. Until then, and
//     while it is paused, it does nothing.
//   - Independent losses are drawn for each link: of the broadcasts to several nodes in range,
//     some reach one node and not another.
type enacted struct {
	repeats bool // frames may come twice
	rises   bool // some fault boots nodes at instants that are not recorded
	nodes   []enactedNode
	losses  *spread // nil: not judged
	why     string
}

// An enactedNode is the state that the checker keeps of a node.
type enactedNode struct {
	given     [remembered]uint64 // by number modulo the length: the newest messages that it received
	down      bool               // a crash put it down
	until     protocol.Time      // of the crash: when it ends; -1: never
	restarted protocol.Time      // when a restart last struck it; -1: never
	paused    map[uint64]bool    // by number of the strike
}

// remembered is how many messages are remembered for each node: a copy that comes after so many
// others may go unnoticed. A radio's retry comes within milliseconds.
const remembered = 256

func newEnacted(c *emulator.Config) *enacted {
	e := &enacted{nodes: make([]enactedNode, c.Nodes+1), rises: len(c.OwnFaults) > 0}
	for i := range e.nodes {
		e.nodes[i].restarted = -1
	}
	for i := range c.Faults {
		switch c.Faults[i].Kind {
		case emulator.FaultDuplicate:
			e.repeats = true
		case emulator.FaultFlap, emulator.FaultRecharge:
			e.rises = true
		}
	}
	return e
}

// Wants returns the kinds of records that show what nodes do, and what faults do to them.
func (e *enacted) Wants() trace.Set {
	wants := trace.Of(trace.Boot, trace.Absent, trace.Send, trace.Receive, trace.Timer, trace.Fault, trace.Strike, trace.Over)
	if e.losses != nil {
		wants |= trace.Of(trace.Transmit, trace.Lost)
	}
	return wants
}

// Record checks a record against what the faults before it allow.
func (e *enacted) Record(r *trace.Record) {
	n := &e.nodes[r.Node]
	switch r.Kind {
	case trace.Boot:
		e.boots(n, r)
	case trace.Absent:
		n.down = false
	case trace.Fault:
		if r.Name == string(emulator.FaultRestart) {
			n.restarted = r.At
		}
	case trace.Strike:
		switch r.Name {
		case string(emulator.FaultCrash):
			n.down, n.until = true, protocol.Time(r.Value)
		case string(emulator.FaultPause):
			if n.paused == nil {
				n.paused = map[uint64]bool{}
			}
			n.paused[r.Frame] = true
		}
	case trace.Over:
		delete(n.paused, r.Frame)
	case trace.Send, trace.Timer:
		e.acts(n, r)
	case trace.Receive:
		e.acts(n, r)
		e.gives(n, r)
	}
	if e.losses != nil {
		e.losses.record(r)
	}
}

func (e *enacted) found(format string, args ...any) {
	if e.why == "" {
		e.why = fmt.Sprintf(format, args...)
	}
}

// boots checks that a node may run again now.
func (e *enacted) boots(n *enactedNode, r *trace.Record) {
	if n.down && !e.rises && n.restarted != r.At && n.until != r.At {
		ends := "never ends"
		if n.until >= 0 {
			ends = fmt.Sprintf("ends at %v", n.until)
		}
		e.found("%v runs again at %v, though its crash %s and no fault restarts it", r.Node, r.At, ends)
	}
	n.down = false
}

// acts checks that a node that does something is neither down nor paused.
func (e *enacted) acts(n *enactedNode, r *trace.Record) {
	switch {
	case n.down:
		e.found("%v is down, and has a record %v at %v", r.Node, r.Kind, r.At)
	case len(n.paused) > 0:
		e.found("%v is paused, and has a record %v at %v", r.Node, r.Kind, r.At)
	}
}

// gives checks that a node did not receive the message before.
func (e *enacted) gives(n *enactedNode, r *trace.Record) {
	last := &n.given[r.Frame%remembered]
	if *last == r.Frame && !e.repeats {
		e.found("%v is given message %d of %v a second time at %v, and no fault repeats frames", r.Node, r.Frame, r.Peer, r.At)
	}
	*last = r.Frame
}

// verdict returns what is wrong with the world, "" if nothing.
func (e *enacted) verdict() string {
	if e.why == "" && e.losses != nil {
		return e.losses.verdict()
	}
	return e.why
}

// spread counts the broadcasts that reach some nodes in range and not others. It assumes
// independent losses of one probability, ideal access to the medium, and that no fault holds
// frames back.
type spread struct {
	keeps, loses float64       // probabilities of one frame on one link
	until        protocol.Time // when the losses end; 0: with the run
	last         []protocol.Time
	now          broadcast
	divided      int     // broadcasts that reached some nodes in range, and not others
	evidence     float64 // −ln of the probability that none is divided, summed over the broadcasts
	counted      int
}

// A broadcast counts the nodes that a broadcast reached, and those at which it was lost.
type broadcast struct {
	frame     uint64
	at        protocol.Time
	got, lost int
}

// proof is the evidence at which spread reports a fault: e⁻³⁰ is a chance of one in 10¹³.
const proof = 30

// newSpread returns nil where its assumptions do not hold.
func newSpread(c *emulator.Config, probability float64, until time.Duration) *spread {
	held := slices.ContainsFunc(c.Faults, func(f emulator.Fault) bool {
		return f.Kind == emulator.FaultDuplicate || f.Kind == emulator.FaultReorder || f.Kind == emulator.FaultPause
	})
	if probability <= 0 || probability >= 1 || held || c.Access != nil || len(c.OwnFaults)+len(c.Interventions) > 0 {
		return nil
	}
	return &spread{keeps: 1 - probability, loses: probability, until: protocol.Time(until), last: make([]protocol.Time, c.Nodes+1)}
}

// record takes a transmission, and the nodes that receive or lose it.
func (s *spread) record(r *trace.Record) {
	switch {
	case r.Kind == trace.Transmit:
		s.count()
		// All frames of a link within one slot share one draw: see package radio.
		const slots = 4 * time.Millisecond
		s.now = broadcast{}
		if r.Peer == protocol.Nobody && (s.until == 0 || r.At < s.until) && (s.last[r.Node] == 0 || r.At.Sub(s.last[r.Node]) > slots) {
			s.now = broadcast{frame: r.Frame, at: r.At}
			s.last[r.Node] = r.At
		}
	case r.Frame != s.now.frame || r.At != s.now.at:
	case r.Kind == trace.Receive:
		s.now.got++
	case r.Kind == trace.Lost && r.Why == trace.WhyLoss:
		s.now.lost++
	}
}

// count adds the last broadcast to the sums, if it was to several nodes.
func (s *spread) count() {
	k := s.now.got + s.now.lost
	if k < 2 {
		return
	}
	s.counted++
	if s.now.got > 0 && s.now.lost > 0 {
		s.divided++
	}
	s.evidence -= math.Log(math.Pow(s.keeps, float64(k)) + math.Pow(s.loses, float64(k)))
}

func (s *spread) verdict() string {
	if s.divided > 0 || s.evidence < proof {
		return ""
	}
	return fmt.Sprintf("each of %d broadcasts is lost at all who hear it, or at none, where each link loses one frame in %.3g by itself", s.counted, 1/s.loses)
}
