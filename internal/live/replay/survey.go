package replay

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// A survey is what the first reading of the merged stream, truth included, finds.
type survey struct {
	*links
	names     map[protocol.ID]string
	offers    map[protocol.ID]int64 // what each node offers
	values    map[protocol.ID]int64 // what each node offered last, before it resigned
	outages   []outage
	resigned  []outage                      // nodes that offered nothing for a while
	pauses    []outage                      // nodes that ran and did nothing for a while
	wrote     map[protocol.ID]*records      // of each node that runs, in this incarnation
	heard     map[protocol.ID]protocol.Time // when any node last received a frame of each
	follows   map[protocol.ID]protocol.ID   // whom each node followed at time 0
	booted    map[protocol.ID]protocol.Time // first
	component map[protocol.ID]protocol.ID

	changes   []change
	losses    []protocol.Time // frames that a mask's channel lost
	end       protocol.Time
	records   uint64
	frames    uint64
	delivered uint64
}

// A change of the world after which there may be an election.
type change struct {
	at    protocol.Time
	what  string
	offer bool // only what a node offers changed
}

// An outage is a node that did not run for a while.
type outage struct {
	node     protocol.ID
	from, to protocol.Time // to is 0 if it never came back
}

func newSurvey() *survey {
	return &survey{links: newLinks(), names: map[protocol.ID]string{}, offers: map[protocol.ID]int64{}, values: map[protocol.ID]int64{},
		wrote: map[protocol.ID]*records{}, heard: map[protocol.ID]protocol.Time{}, follows: map[protocol.ID]protocol.ID{},
		booted: map[protocol.ID]protocol.Time{}, component: map[protocol.ID]protocol.ID{}}
}

// Line takes the next line.
func (s *survey) Line(l *trace.Line) error {
	r := &l.Record
	ran := s.running[r.Node]
	s.links.record(r)
	switch r.Kind {
	case trace.Lost, trace.Truth, trace.Component, trace.Fault, trace.End: // not a node's own
	case trace.Crash, trace.Absent:
	default:
		if !ran { // what an agent writes before its node boots
			delete(s.wrote, r.Node)
		}
		s.awake(r.Node, r.At)
	}
	switch r.Kind {
	case trace.Component:
		s.moved(r)
		return nil
	case trace.Truth:
		return nil
	case trace.Transmit:
		s.frames++
	case trace.Receive:
		s.delivered++
		s.heard[r.Peer] = r.At
	case trace.Lost:
		if r.Why == trace.WhyLoss {
			s.losses = append(s.losses, r.At)
		}
	case trace.Named:
		s.names[r.Peer] = r.Name
	case trace.Capability:
		s.offer(r)
	case trace.Elected:
		if r.At <= 0 {
			s.follows[r.Node] = r.Peer
		}
	case trace.Boot:
		s.boot(r)
	case trace.Crash, trace.Absent:
		if ran {
			s.unheard(r.Node)
			s.outages = append(s.outages, outage{node: r.Node, from: s.stop(r)})
			s.stopped(r)
		}
	case trace.End:
		s.end = r.At
	}
	s.records++
	return nil
}

// offer takes a capability. A node that begins or stops to offer nothing changes the
// world like a node that leaves or comes.
func (s *survey) offer(r *trace.Record) {
	before, known := s.offers[r.Node]
	s.offers[r.Node] = r.Value
	if r.Value != 0 {
		s.values[r.Node] = r.Value
	}
	if known && (before == 0) != (r.Value == 0) {
		s.resign(r.Node, resignation{at: r.At, begins: r.Value == 0})
	}
	if known && before != r.Value {
		s.changes = append(s.changes, change{at: r.At, offer: before != 0 && r.Value != 0, what: s.who(r.Node) + " changed what it offers"})
	}
}

func (s *survey) boot(r *trace.Record) {
	if _, before := s.booted[r.Node]; !before {
		s.booted[r.Node] = r.At
	}
	for i := range s.outages {
		if o := &s.outages[i]; o.node == r.Node && o.to == 0 {
			o.to = r.At
		}
	}
	s.note(r.At, "%s booted", s.who(r.Node))
}

func (s *survey) stopped(r *trace.Record) {
	what := "left"
	if r.Kind == trace.Crash {
		what = "crashed"
	}
	s.note(r.At, "%s %s", s.who(r.Node), what)
}

// moved takes a node's new component; each instant at which components change is told once.
func (s *survey) moved(r *trace.Record) {
	if s.component[r.Node] == r.Peer { // it has booted again
		return
	}
	s.component[r.Node] = r.Peer
	const what = "the components changed"
	if last := len(s.changes) - 1; last < 0 || s.changes[last] != (change{at: r.At, what: what}) {
		s.note(r.At, what)
	}
}

func (s *survey) note(at protocol.Time, format string, args ...any) {
	s.changes = append(s.changes, change{at: at, what: fmt.Sprintf(format, args...)})
}

// who is a node's name for messages.
func (s *survey) who(id protocol.ID) string { return cmp.Or(s.names[id], fmt.Sprintf("node %v", id)) }

// nodes are the nodes that ran, in the order of their IDs.
func (s *survey) nodes() []protocol.ID { return slices.Sorted(maps.Keys(s.booted)) }

// lasting are the outages without the end of the recording: a node that ended for good
// within while of that end was stopped on purpose.
func (s *survey) lasting(while time.Duration) []outage {
	var out []outage
	for _, o := range s.outages {
		if o.to != 0 || s.end.Sub(o.from) > while {
			out = append(out, o)
		}
	}
	return out
}
