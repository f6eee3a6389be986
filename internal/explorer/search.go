package explorer

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"bellwether/emulator/story"
	"bellwether/internal/steps"
	"bellwether/protocol"
	"bellwether/trace/check"
)

// A state is the last step to it, with the state before.
type state struct {
	parent  int32 // -1: none
	depth   int32
	choice  steps.Choice
	crashes int8
	losses  int8
	faultAt protocol.Time // the time of the last crash or loss
}

// search is one search in progress.
type search struct {
	Options
	find       story.Finder
	goal       protocol.Goal
	setup      *story.Setup
	invariants []check.Property
	judges     []check.Invariant // of the run made last
	starters   []protocol.ID     // of an election
	states     []state
	seen       map[[sha256.Size]byte]struct{}
	report     Report
	buffer     []byte
	way        []steps.Choice
	kept       map[int32]*steps.System // the systems of states that are not expanded yet, at most mostKept
}

// mostKept bounds the systems that are kept until their state is expanded: about 5 kB
// each for three nodes. Other systems are made again, by taking all steps from the
// beginning.
const mostKept = 4096

// Progress is called from time to time, with the numbers of states found and expanded,
// and the depth of the states that are being expanded.
type Progress func(found, expanded, depth int)

// progressEvery is the number of states expanded between two calls of Progress.
const progressEvery = 1000

// Explore searches until it is done, a fault is found, a bound is reached or ctx ends. In
// each case the report of what it has seen is complete.
func Explore(ctx context.Context, find story.Finder, o Options, tell Progress) (Report, error) {
	o.Timers = cmp.Or(o.Timers, AtRest)
	o.OneLeader = cmp.Or(o.OneLeader, Always)
	o.Depth = cmp.Or(o.Depth, DefaultDepth)
	o.States = cmp.Or(o.States, DefaultStates)
	if err := o.validate(find); err != nil {
		return Report{}, err
	}
	algorithm, known := find(o.Algorithm) // found once: a lookup costs as much as a few steps
	s := &search{
		Options:    o,
		find:       func(string) (protocol.Algorithm, bool) { return algorithm, known },
		goal:       algorithm.Goal,
		invariants: o.invariants(),
		seen:       map[[sha256.Size]byte]struct{}{},
		report:     Report{Verdict: Holds},
		kept:       map[int32]*steps.System{},
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
			break // and so are all states after it
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
func (s *search) begin() (err error) {
	if s.setup, err = story.Prepare(s.find, s.nodes()); err != nil {
		return err
	}
	if now := s.setup.System(); now.Starts() {
		s.starters = now.Members()[:1]
		if s.All {
			s.starters = now.Members()
		}
	}
	now, err := s.replay(-1)
	if err == nil {
		s.visit(now, state{parent: -1})
	}
	return err
}

// expand makes every successor of a state.
func (s *search) expand(at int32) error {
	here, err := s.reach(at)
	if err != nil {
		return err
	}
	from := s.states[at]
	choices := s.choices(here, from)
	if s.settled(here) && (s.starters != nil || from.depth > 0 || len(choices) == 0) {
		s.report.Settled++
		return nil
	}
	if len(choices) == 0 {
		s.convict(at, "the run has ended, and not every component has the one leader that the goal wants")
		return nil
	}
	for i, c := range choices {
		now, err := s.fork(at, here, i, len(choices))
		if err != nil {
			return err
		}
		next := state{parent: at, depth: from.depth + 1, choice: c,
			crashes: from.crashes, losses: from.losses, faultAt: from.faultAt}
		now.Take(c)
		if err := now.Err(); err != nil {
			return err
		}
		switch c.Do {
		case steps.Crash:
			next.crashes++
			next.faultAt = now.Now
		case steps.Lose:
			next.losses++
			next.faultAt = now.Now
		}
		s.visit(now, next)
		if s.report.Verdict != Holds {
			return nil
		}
	}
	return nil
}

// settled reports whether no message is on its way and every component is led by the node
// that the goal wants, or by one of its nodes if the goal is any.
func (s *search) settled(now *steps.System) bool {
	if !now.Settled() {
		return false
	}
	switch s.goal {
	case protocol.GoalAny, protocol.GoalQuorum:
		return true
	}
	return !slices.ContainsFunc(now.Components(), func(c []protocol.ID) bool {
		return now.Led(c) != now.Wanted(c, s.goal, 0).Leader
	})
}

// reach returns the system of a state: the kept one, or one that is made again.
func (s *search) reach(at int32) (*steps.System, error) {
	if now := s.kept[at]; now != nil {
		delete(s.kept, at)
		return now, nil
	}
	return s.replay(at)
}

// fork returns a system in the state of here, in which the k-th of several steps is
// taken. One of the steps gets here itself; the others get a copy, or a system that is
// made again if a machine cannot be copied. Invariants judge the records of the run made
// last, so if there are invariants, all systems but the first are made again.
func (s *search) fork(at int32, here *steps.System, k, of int) (*steps.System, error) {
	switch {
	case s.invariants != nil && k == 0, s.invariants == nil && k == of-1:
		return here, nil
	case s.invariants == nil:
		if c := here.Copy(); c != nil {
			return c, nil
		}
	}
	return s.replay(at)
}

// choices are the possible next steps: deliveries, then timers, then faults.
func (s *search) choices(now *steps.System, from state) []steps.Choice {
	out := now.Deliveries(nil)
	deliveries := out
	switch {
	case s.Timers == AnyTime:
		out = now.Fires(out)
	case len(deliveries) == 0:
		out = now.Due(out)
	}
	if int(from.losses) < s.Losses {
		for _, c := range deliveries {
			c.Do = steps.Lose
			out = append(out, c)
		}
	}
	live := slices.DeleteFunc(slices.Clone(now.Members()), func(id protocol.ID) bool { return !now.Up(id) })
	if int(from.crashes) < s.Crashes && len(live) > 1 {
		for _, id := range live {
			out = append(out, steps.Choice{Do: steps.Crash, Node: id})
		}
	}
	return out
}

// visit judges a state, and keeps it if it is new.
func (s *search) visit(now *steps.System, next state) {
	s.buffer = append(now.Snapshot(s.buffer[:0]), byte(next.crashes), byte(next.losses))
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
	if s.invariants == nil && len(s.kept) < mostKept {
		s.kept[at] = now
	}
	switch rivals := now.Rivals(); {
	case broken != "":
		s.convict(at, broken)
	case rivals != (steps.Pair{}) && (s.OneLeader == Always || len(now.Air()) == 0):
		s.convict(at, fmt.Sprintf("%s and %s both believe that they lead", s.setup.Name(rivals.A), s.setup.Name(rivals.B)))
	case s.Timers == AtRest && now.Now > next.faultAt && !s.settled(now) && now.Now.Sub(next.faultAt) > s.setup.Bound(now):
		s.convict(at, fmt.Sprintf("not settled %v after the last fault; the algorithm states a bound of %v",
			now.Now.Sub(next.faultAt), s.setup.Bound(now)))
	case len(s.states) >= s.States:
		s.report.Verdict = Bounded
	}
}

// replay makes a state again; -1 is the beginning.
func (s *search) replay(at int32) (*steps.System, error) {
	now := s.setup.System(s.watch()...)
	for _, id := range s.starters {
		now.Elect(id)
	}
	for _, c := range s.path(at) {
		now.Take(c)
		if now.Halted() {
			break
		}
	}
	return now, now.Err()
}

// path returns the choices that lead to a state. It is valid until the next call.
func (s *search) path(at int32) []steps.Choice {
	s.way = s.way[:0]
	for ; at >= 0 && s.states[at].parent >= 0; at = s.states[at].parent {
		s.way = append(s.way, s.states[at].choice)
	}
	slices.Reverse(s.way)
	return s.way
}
