package merge

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// A Life is one file: an agent from its start to its end.
type Life struct {
	File        string
	Node        protocol.ID
	Name        string // of the agent; "" if the file does not tell
	Incarnation int64  // at its last Boot; 0 if it never booted
	Zero        int64  // time 0 of its clock by its wall clock, ns since 1970
	First, Last protocol.Time
	Records     uint64
	Clean       bool // it ended with an End record
	Cut         bool // the last line was cut off
	// HelloInterval is the mean time between two hellos it said; 0 if it said fewer.
	HelloInterval time.Duration

	Clock Clock

	source Source
	header trace.Header
	line   line // from its clock to the common one
	hellos int
	hello  span
}

// Basis says how a clock was found.
type Basis string

// The bases.
const (
	ByReference Basis = "reference"  // the common clock is its own
	ByFrames    Basis = "frames"     // from frames both ways
	ByWallClock Basis = "wall clock" // from its own wall clock: the error is unknown
)

// A Clock is what is known of a life's clock.
type Clock struct {
	Basis Basis
	// Offset is how far its wall clock was ahead of the reference's at its start.
	Offset time.Duration
	Drift  float64 // how much faster it ran, as a fraction
	// Error bounds the error of the instants; with ByWallClock only the part that frames
	// added.
	Error time.Duration
	// Uneven: no straight line fits, because an oscillator drifted with temperature or
	// the machine slept. Then Error is a lower estimate and no bound.
	Uneven bool
}

// who is the agent's name for messages.
func (l *Life) who() string {
	if l.Name != "" {
		return fmt.Sprintf("%s (node %v)", l.Name, l.Node)
	}
	return fmt.Sprintf("node %v", l.Node)
}

func (l *Life) span() span { return span{l.First, l.Last} }

// wall is an instant of its clock by its wall clock.
func (l *Life) wall(t protocol.Time) time.Time { return time.Unix(0, l.Zero+int64(t)) }

// errNothing marks a file that holds no record of a node.
var errNothing = errors.New("it holds no record of an agent")

// Bounds of instants: a year for a life, 36 years since a mask's epoch, and the year
// 2116. With them sums of instants do not overflow, and a life that a damaged file makes
// too long does not cause endless samples.
const (
	maxLife  = 365 * 24 * time.Hour
	maxClock = 1 << 60
	maxZero  = 1 << 62
)

// survey reads what a file says of its life, and calls frame for its records of frames.
func survey(s Source, frame func(*trace.Record)) (*Life, error) {
	l := &Life{File: s.Name, source: s}
	cut, err := s.each(func(h *trace.Header, line *trace.Line) error {
		if l.Records == 0 {
			l.header, l.Zero, l.First = *h, h.Zero, line.Record.At
		}
		if l.Zero < 0 || l.Zero > maxZero || line.Record.At > maxClock || line.Record.At.Sub(l.First) > maxLife {
			return fmt.Errorf("%s:%d: an instant is out of bounds", s.Name, line.Number)
		}
		l.Records++
		if r := &line.Record; r.Kind == trace.Send || r.Kind == trace.Transmit && r.Why != trace.WhyAck {
			frame(&line.Record)
		}
		return l.take(&line.Record)
	})
	l.Cut = cut
	if err == nil && l.Node == protocol.Nobody {
		err = errNothing
	}
	if l.hellos > 1 {
		l.HelloInterval = l.hello.last.Sub(l.hello.first) / time.Duration(l.hellos-1)
	}
	return l, err
}

// take learns from one record.
func (l *Life) take(r *trace.Record) error {
	l.Last, l.Clean = r.At, r.Kind == trace.End
	if by := author(r); by != protocol.Nobody {
		if l.Node != protocol.Nobody && by != l.Node {
			return fmt.Errorf("%s: it holds records of nodes %v and %v: not the trace of one agent",
				l.File, l.Node, by)
		}
		l.Node = by
	}
	switch {
	case r.Kind == trace.Named && r.Peer == r.Node:
		l.Name = r.Name
	case r.Kind == trace.Boot:
		l.Incarnation = r.Value
	case r.Kind == trace.Send && r.Class == protocol.ClassHello:
		if l.hellos == 0 {
			l.hello.first = r.At
		}
		l.hellos, l.hello.last = l.hellos+1, r.At
	}
	return nil
}

// author is the agent that wrote a record; Nobody if the record does not name it.
func author(r *trace.Record) protocol.ID {
	switch r.Kind {
	case trace.Lost, trace.Truth, trace.Component, trace.Sample, trace.Fault, trace.End:
		return protocol.Nobody
	}
	return r.Node
}

// agrees checks that another file is of the same run.
func (l *Life) agrees(o *Life) error {
	switch {
	case l.header.Algorithm != o.header.Algorithm:
		return fmt.Errorf("%s runs %s, %s runs %s: they are of different runs",
			l.File, l.header.Algorithm, o.File, o.header.Algorithm)
	case o.Zero == 0:
		return fmt.Errorf("%s is not of a live run: its header has no zero_unix_ns", o.File)
	}
	for _, m := range o.header.Messages {
		if slices.ContainsFunc(l.header.Messages, func(n trace.MessageName) bool { return n.Kind == m.Kind && n.Name != m.Name }) {
			return fmt.Errorf("%s and %s give other names to their messages: they are of different versions", l.File, o.File)
		}
	}
	return nil
}

// twice finds two files of one life.
func twice(lives []*Life) error {
	for i, l := range lives {
		for _, o := range lives[:i] {
			if l.Node != o.Node {
				continue
			}
			if l.Zero == o.Zero && l.First == o.First || l.Incarnation == o.Incarnation && l.Incarnation != 0 {
				return fmt.Errorf("%s and %s are the same life of %s, or of different runs", o.File, l.File, l.who())
			}
			if l.Name != "" && o.Name != "" && l.Name != o.Name {
				return fmt.Errorf("%s and %s are both node %v, called %s and %s",
					o.File, l.File, l.Node, o.Name, l.Name)
			}
		}
	}
	return nil
}
