package merge

import (
	"slices"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// A Truth says which nodes hear each other.
type Truth interface {
	// Observe takes the next record.
	Observe(r *trace.Record)
	// Linked reports whether two running nodes hear each other at an instant, which must
	// not be before the last observed record.
	Linked(a, b protocol.ID, at protocol.Time) bool
}

// Heard is the truth estimated from what agents heard: two are linked if each has
// heard a frame of the other within the time-out. It notices a link when frames have
// arrived in both directions, and the end of a link a time-out late.
type Heard struct {
	Timeout time.Duration // for example, of the hellos
	last    map[link]protocol.Time
}

type link struct{ by, of protocol.ID }

// Observe takes receptions, and forgets what a node that boots had heard before.
func (h *Heard) Observe(r *trace.Record) {
	if h.last == nil {
		h.last = map[link]protocol.Time{}
	}
	switch r.Kind {
	case trace.Receive:
		h.last[link{r.Node, r.Peer}] = r.At
	case trace.Boot:
		for l := range h.last {
			if l.by == r.Node || l.of == r.Node {
				delete(h.last, l)
			}
		}
	}
}

// Linked reports whether a and b have heard each other of late.
func (h *Heard) Linked(a, b protocol.ID, at protocol.Time) bool {
	return h.heard(a, b, at) && h.heard(b, a, at)
}

func (h *Heard) heard(by, of protocol.ID, at protocol.Time) bool {
	last, ever := h.last[link{by, of}]
	return ever && at.Sub(last) <= h.Timeout
}

// An Examiner inserts component truth into a stream: it looks at the links at every multiple
// of an interval, after all records of that instant, and tells which components changed.
type Examiner struct {
	truth   Truth
	every   protocol.Time
	visit   func(*trace.Line) error
	next    protocol.Time
	begun   bool
	running []protocol.ID               // sorted
	root    []int                       // of each running node's component, by place in running
	told    map[protocol.ID]protocol.ID // the component of each running node, as told last
}

// NewExaminer looks once in each interval of at least a nanosecond and hands all lines on to
// visit.
func NewExaminer(t Truth, every time.Duration, visit func(*trace.Line) error) *Examiner {
	return &Examiner{truth: t, every: protocol.Time(max(every, 1)), visit: visit, told: map[protocol.ID]protocol.ID{}}
}

// Line takes the next line of a stream.
func (s *Examiner) Line(l *trace.Line) error {
	r := &l.Record
	if !s.begun {
		s.begun, s.next = true, (r.At+s.every-1)/s.every*s.every
		known := trace.Record{At: r.At, Kind: trace.Truth, Name: trace.TruthExamined, Value: int64(s.every)}
		if err := s.visit(&trace.Line{Record: known}); err != nil {
			return err
		}
	}
	for ; s.next < r.At; s.next += s.every {
		if err := s.examine(); err != nil {
			return err
		}
	}
	s.truth.Observe(r)
	switch at, runs := slices.BinarySearch(s.running, r.Node); {
	case r.Kind == trace.Boot && runs:
		delete(s.told, r.Node)
	case r.Kind == trace.Boot && !runs:
		s.running = slices.Insert(s.running, at, r.Node)
	case (r.Kind == trace.Crash || r.Kind == trace.Absent) && runs:
		s.running = slices.Delete(s.running, at, at+1)
		delete(s.told, r.Node)
	}
	return s.visit(l)
}

// examine writes each running node whose component has changed; the lowest member names it.
func (s *Examiner) examine() error {
	s.root = s.root[:0]
	for i, a := range s.running {
		s.root = append(s.root, i)
		for k := range i {
			if s.of(k) != s.of(i) && s.truth.Linked(s.running[k], a, s.next) {
				low, high := min(s.of(k), s.of(i)), max(s.of(k), s.of(i))
				s.root[high] = low
			}
		}
	}
	for i, id := range s.running {
		lowest := s.running[s.of(i)]
		if s.told[id] == lowest {
			continue
		}
		s.told[id] = lowest
		if err := s.visit(&trace.Line{Record: trace.Record{At: s.next, Kind: trace.Component, Node: id, Peer: lowest}}); err != nil {
			return err
		}
	}
	return nil
}

func (s *Examiner) of(i int) int {
	for s.root[i] != i {
		i = s.root[i]
	}
	return i
}
