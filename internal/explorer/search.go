package explorer

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"bellwether/emulator/story"
	"bellwether/protocol"
	"bellwether/trace/check"
)

// A state is how to come to it.
type state struct {
	parent  int32 // -1: none
	depth   int32
	choice  story.Directive
	crashes int8
	losses  int8
	faultAt time.Duration // when the last crash or loss was
}

// search is one search in progress.
type search struct {
	Options
	find       story.Finder
	invariants []Invariant
	judges     []check.Invariant // of the run told last
	elects     bool              // somebody starts an election
	states     []state
	seen       map[[sha256.Size]byte]struct{}
	report     Report
	buffer     []byte
}

// Progress is told of now and then: states found and expanded, and steps from
// the beginning of those being expanded.
type Progress func(found, expanded, depth int)

// progressEvery is how many states are expanded between two reports.
const progressEvery = 1000

// Explore searches, until it is done, a fault is found, a bound is reached or ctx
// ends; the report of what it saw until then is always whole.
func Explore(ctx context.Context, find story.Finder, o Options, tell Progress) (Report, error) {
	o.Timers = cmp.Or(o.Timers, AtRest)
	o.OneLeader = cmp.Or(o.OneLeader, Always)
	o.Depth = cmp.Or(o.Depth, DefaultDepth)
	o.States = cmp.Or(o.States, DefaultStates)
	if err := o.validate(find); err != nil {
		return Report{}, err
	}
	algorithm, known := find(o.Algorithm) // once: making it costs as much as a few steps
	s := &search{
		Options:    o,
		find:       func(string) (protocol.Algorithm, bool) { return algorithm, known },
		invariants: o.Invariants(),
		seen:       map[[sha256.Size]byte]struct{}{},
		report:     Report{Verdict: Holds},
	}
	if err := s.begin(); err != nil {
		return Report{}, err
	}
	for at := 0; at < len(s.states) && s.report.Fault == ""; at++ {
		if ctx.Err() != nil {
			s.report.Verdict = Interrupted
			break
		}
		depth := int(s.states[at].depth)
		if tell != nil && at%progressEvery == 0 {
			tell(len(s.states), at, depth)
		}
		s.report.Depth = depth
		if depth >= s.Depth {
			s.report.Verdict = Bounded
			break // and so are all that follow
		}
		if err := s.expand(int32(at)); err != nil {
			return Report{}, err
		}
		if s.report.Verdict == Bounded {
			break
		}
	}
	s.report.States = len(s.states)
	return s.report, nil
}

// begin makes the first state.
func (s *search) begin() error {
	t, err := s.replay(-1)
	if err != nil {
		return err
	}
	if t.Elects() {
		s.elects = true
		if t, err = s.replay(-1); err != nil {
			return err
		}
	}
	s.visit(t, state{parent: -1})
	return nil
}

// expand makes every successor of a state.
func (s *search) expand(at int32) error {
	t, err := s.replay(at)
	if err != nil {
		return err
	}
	from := s.states[at]
	choices := s.choices(t, from)
	if t.Settled() && (s.elects || from.depth > 0 || len(choices) == 0) {
		s.report.Settled++
		return nil
	}
	if len(choices) == 0 {
		s.convict(at, "the run is at an end, and there is not one leader in each component")
		return nil
	}
	for i, c := range choices {
		if i > 0 { // the first goes on from where the choices were found
			if t, err = s.replay(at); err != nil {
				return err
			}
		}
		next := state{parent: at, depth: from.depth + 1, choice: c,
			crashes: from.crashes, losses: from.losses, faultAt: from.faultAt}
		if err := quietly(t, c); err != nil {
			return err
		}
		switch c.Verb {
		case "crash":
			next.crashes++
			next.faultAt = t.Elapsed()
		case "lose":
			next.losses++
			next.faultAt = t.Elapsed()
		}
		s.visit(t, next)
		if s.report.Verdict != Holds {
			return nil
		}
	}
	return nil
}

// choices are the ways on: deliveries, then timers, then faults.
func (s *search) choices(t *story.Story, from state) []story.Directive {
	deliveries := t.Deliveries()
	out := slices.Clone(deliveries)
	switch timers := t.Timers(); {
	case s.Timers == AnyTime:
		out = append(out, timers...)
	case len(deliveries) == 0:
		out = append(out, timers[:t.Due()]...)
	}
	if int(from.losses) < s.Losses {
		for _, d := range deliveries {
			out = append(out, story.Directive{Verb: "lose", Words: d.Words})
		}
	}
	if live := t.Live(); int(from.crashes) < s.Crashes && len(live) > 1 {
		for _, name := range live {
			out = append(out, story.Directive{Verb: "crash", Words: []string{name}})
		}
	}
	return out
}

// visit judges a state, and keeps it if it is new.
func (s *search) visit(t *story.Story, next state) {
	s.buffer = append(t.Snapshot(s.buffer[:0]), byte(next.crashes), byte(next.losses))
	s.buffer = binary.BigEndian.AppendUint64(s.buffer, uint64(next.faultAt))
	broken := s.broken()
	for _, judge := range s.judges {
		s.buffer = judge.Snapshot(s.buffer)
	}
	key := sha256.Sum256(s.buffer)
	if _, seen := s.seen[key]; seen && broken == "" {
		return
	}
	s.seen[key] = struct{}{}
	s.states = append(s.states, next)
	at := int32(len(s.states) - 1)
	switch rivals := t.Rivals(); {
	case broken != "":
		s.convict(at, broken)
	case rivals != nil && (s.OneLeader == Always || len(t.Deliveries()) == 0):
		s.convict(at, fmt.Sprintf("%s and %s both believe that they lead", rivals[0], rivals[1]))
	case s.Timers == AtRest && !t.Settled() && t.Elapsed()-next.faultAt > t.Bound():
		s.convict(at, fmt.Sprintf("not settled %v after the last fault; the algorithm states %v",
			t.Elapsed()-next.faultAt, t.Bound()))
	case len(s.states) >= s.States:
		s.report.Verdict = Bounded
	}
}

// replay makes a state again; -1 is the beginning.
func (s *search) replay(at int32) (*story.Story, error) {
	t := story.New(s.find)
	t.Attach(s.watch()...)
	for _, d := range s.path(at) {
		if err := quietly(t, d); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// path is the way to a state, from the nodes on.
func (s *search) path(at int32) []story.Directive {
	var back []story.Directive
	for ; at >= 0; at = s.states[at].parent {
		if s.states[at].choice.Verb != "" {
			back = append(back, s.states[at].choice)
		}
	}
	slices.Reverse(back)
	return append(s.beginning(s.elects), back...)
}

// quietly carries a directive out without telling more than it must.
func quietly(t *story.Story, d story.Directive) error {
	if d.Verb != "nodes" {
		d.Words = append(slices.Clone(d.Words), "quiet")
	}
	_, err := t.Do(d)
	return err
}
