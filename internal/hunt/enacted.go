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

// enacted is a sink that checks the world itself: radio, losses and faults do what the
// scenario says of them. What it finds is a fault of the emulator, or of a radio, movement or
// fault of the program's own, and no algorithm's.
//
//   - A message is given to a node once, unless a fault or an intervention repeats frames.
//   - A node that a crash put down for a time runs again when that is over, or when a restart
//     says so; until then, and while it is paused, it does nothing.
//   - Independent losses are drawn for each link: of the broadcasts that several nodes hear,
//     some reach one and not another.
type enacted struct {
	repeats bool // frames may come twice
	rises   bool // some fault boots nodes in a way of its own
	nodes   []enactedNode
	losses  *spread // nil: not judged
	why     string
}

// An enactedNode is what is known of a node.
type enactedNode struct {
	given     [generations]uint64 // by number modulo the length: the newest messages that it was given
	down      bool                // a crash put it down
	until     protocol.Time       // of the crash: when it ends; -1: never
	restarted protocol.Time       // when a fault last said that it runs again; -1: never
	paused    map[uint64]bool     // by strike
}

// generations is how many messages are remembered of a node: a copy that comes later, after a
// message that takes the same place, is not noticed. A retry comes within milliseconds.
const generations = 256

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

// Wants is what nodes do, and what faults do to them.
func (e *enacted) Wants() trace.Set {
	wants := trace.Of(trace.Boot, trace.Absent, trace.Send, trace.Receive, trace.Timer, trace.Fault, trace.Strike, trace.Over)
	if e.losses != nil {
		wants |= trace.Of(trace.Transmit, trace.Lost)
	}
	return wants
}

// Record takes what happened.
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

// boots judges a boot.
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

// acts judges that a node does something.
func (e *enacted) acts(n *enactedNode, r *trace.Record) {
	switch {
	case n.down:
		e.found("%v is down, and has a record %v at %v", r.Node, r.Kind, r.At)
	case len(n.paused) > 0:
		e.found("%v is paused, and has a record %v at %v", r.Node, r.Kind, r.At)
	}
}

// gives judges that a node is given a message.
func (e *enacted) gives(n *enactedNode, r *trace.Record) {
	last := &n.given[r.Frame%generations]
	if *last == r.Frame && !e.repeats {
		e.found("%v is given message %d of %v a second time at %v, and no fault repeats frames", r.Node, r.Frame, r.Peer, r.At)
	}
	*last = r.Frame
}

// verdict is what is wrong with the world, "" if nothing.
func (e *enacted) verdict() string {
	if e.why == "" && e.losses != nil {
		return e.losses.verdict()
	}
	return e.why
}

// spread counts the broadcasts that reach some of those who hear them. It assumes losses of
// one probability, independent of each other, on the ideal medium, and that no fault holds
// frames back.
type spread struct {
	keeps, loses float64       // probabilities of one frame on one link
	until        protocol.Time // of the losses; 0: the end
	last         []protocol.Time
	now          broadcast
	divided      int     // broadcasts that reached some, and not others
	evidence     float64 // −ln of the probability that none is
	counted      int
}

// A broadcast is what became of one.
type broadcast struct {
	frame     uint64
	at        protocol.Time
	got, lost int
}

// proof is the evidence that convicts: e⁻³⁰ is one in 10¹³.
const proof = 30

// newSpread gives nil where losses are none of the kind.
func newSpread(c *emulator.Config, probability float64, until time.Duration) *spread {
	held := slices.ContainsFunc(c.Faults, func(f emulator.Fault) bool {
		return f.Kind == emulator.FaultDuplicate || f.Kind == emulator.FaultReorder || f.Kind == emulator.FaultPause
	})
	if probability <= 0 || probability >= 1 || held || c.Access != nil || len(c.OwnFaults)+len(c.Interventions) > 0 {
		return nil
	}
	return &spread{keeps: 1 - probability, loses: probability, until: protocol.Time(until), last: make([]protocol.Time, c.Nodes+1)}
}

// record takes a transmission, and who got it.
func (s *spread) record(r *trace.Record) {
	switch {
	case r.Kind == trace.Transmit:
		s.count()
		// Frames of one sender within a slot share their fate.
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

// count takes the broadcast that is over.
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
