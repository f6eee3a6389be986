package merge

import (
	"errors"
	"slices"

	"bellwether/protocol"
	"bellwether/trace"
)

// errBegun ends the counting of what a life wrote before time 0.
var errBegun = errors.New("time 0 has come")

// early is how many records a life wrote before time 0.
func (l *Life) early() (n int, err error) {
	if l.line.at(l.First) >= 0 {
		return 0, nil
	}
	_, err = l.source.each(func(_ *trace.Header, line *trace.Line) error {
		if l.line.at(line.Record.At) >= 0 {
			return errBegun
		}
		n++
		return nil
	})
	if errors.Is(err, errBegun) {
		err = nil
	}
	return n, err
}

// A stand is what holds of a node at time 0 by the records before, which are left out: that
// it runs, what it offers, whom it takes for its neighbours and its leader, whom it
// suspects, and what it shows. What went over the air before then is not part of it. An
// election under way is taken to begin at time 0.
type stand struct {
	lines []trace.Line // in the order in which they came to hold
}

// An aspect is one thing about a node. Only its newest record holds.
type aspect struct {
	kind trace.Kind
	peer protocol.ID
	name string
}

// aspectOf is what a record says something about. ends: it says that nothing holds.
func aspectOf(r *trace.Record) (a aspect, ends, holds bool) {
	switch r.Kind {
	case trace.Named, trace.NeighbourUp, trace.Suspect:
		return aspect{kind: r.Kind, peer: r.Peer}, false, true
	case trace.NeighbourDown:
		return aspect{kind: trace.NeighbourUp, peer: r.Peer}, true, true
	case trace.Trust:
		return aspect{kind: trace.Suspect, peer: r.Peer}, true, true
	case trace.Boot, trace.Capability:
		return aspect{kind: r.Kind}, false, true
	case trace.Electing, trace.Elected:
		return aspect{kind: trace.Elected}, false, true
	case trace.State:
		return aspect{kind: r.Kind, name: r.Name}, false, true
	}
	return aspect{}, false, false
}

// take takes the next record before time 0. The line is copied.
func (s *stand) take(l *trace.Line) {
	switch l.Record.Kind {
	case trace.Boot:
		s.stop()
	case trace.Crash:
		s.stop()
		return
	}
	of, ends, holds := aspectOf(&l.Record)
	if !holds {
		return
	}
	s.lines = slices.DeleteFunc(s.lines, func(old trace.Line) bool {
		a, _, _ := aspectOf(&old.Record)
		return a == of
	})
	if !ends {
		kept := *l
		kept.Record.At = 0
		s.lines = append(s.lines, kept)
	}
}

// stop forgets all but names: the node does not run, or begins anew.
func (s *stand) stop() {
	s.lines = slices.DeleteFunc(s.lines, func(l trace.Line) bool { return l.Record.Kind != trace.Named })
}
