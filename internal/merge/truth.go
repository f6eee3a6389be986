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

// A Sampler inserts samples of component truth into a stream, at every multiple of an
// interval, after all records of that instant.
type Sampler struct {
	truth   Truth
	every   protocol.Time
	visit   func(*trace.Line) error
	next    protocol.Time
	begun   bool
	running []protocol.ID // sorted
	root    []int         // of each running node's component, by place in running
}

// NewSampler samples each interval of at least a nanosecond and hands all lines
// on to visit.
func NewSampler(t Truth, every time.Duration, visit func(*trace.Line) error) *Sampler {
	return &Sampler{truth: t, every: protocol.Time(max(every, 1)), visit: visit}
}

// Line takes the next line of a stream.
func (s *Sampler) Line(l *trace.Line) error {
	r := &l.Record
	if !s.begun {
		s.begun, s.next = true, (r.At+s.every-1)/s.every*s.every
	}
	for ; s.next < r.At; s.next += s.every {
		if err := s.sample(); err != nil {
			return err
		}
	}
	s.truth.Observe(r)
	switch at, runs := slices.BinarySearch(s.running, r.Node); {
	case r.Kind == trace.Boot && !runs:
		s.running = slices.Insert(s.running, at, r.Node)
	case (r.Kind == trace.Crash || r.Kind == trace.Absent) && runs:
		s.running = slices.Delete(s.running, at, at+1)
	}
	return s.visit(l)
}

// sample writes the component of every running node; the lowest member names it.
func (s *Sampler) sample() error {
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
		if err := s.tell(trace.Record{Kind: trace.Component, Node: id, Peer: s.running[s.of(i)]}); err != nil {
			return err
		}
	}
	return s.tell(trace.Record{Kind: trace.Sample, Value: int64(len(s.running))})
}

func (s *Sampler) of(i int) int {
	for s.root[i] != i {
		i = s.root[i]
	}
	return i
}

func (s *Sampler) tell(r trace.Record) error {
	r.At = s.next
	return s.visit(&trace.Line{Record: r})
}
