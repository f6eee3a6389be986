package explorer

import (
	"fmt"
	"slices"
	"time"

	"bellwether/internal/base/crash"
	"bellwether/internal/sim/async"
	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/check"
)

// A run is a state in memory: the system, and what the search remembers of the way to it.
// Both are part of the state.
type run struct {
	*async.System
	root    *root
	judges  []check.Invariant
	served  *served // nil: nodes have no services of their own
	used    used
	faultAt protocol.Time // of the last fault, or of the beginning
	bound   time.Duration // from faultAt on; afterwards every component must be led
	led     bool          // at the last moment without messages
	ledAt   protocol.Time // since when, if led
	held    uint64        // which of Options.Eventually have become true
	broken  string        // a panic of a machine, or a contract that it broke
	apart   bool          // broken happened in a method other than a handler: a story does not call it
	reused  string        // a fault: a node numbers its messages in a former term
}

// begin makes the first state of a root.
func (s *search) begin(r *root) *run {
	out := &run{root: r, judges: s.watch(), served: s.newServed(r.notice)}
	var err error
	if out.System, err = r.setup.System(out.sinks()...); err != nil {
		out.broken = err.Error()
		return out
	}
	out.handle(func() {
		out.faultAt, out.bound = out.Now, r.bound(out.System)
		for _, id := range r.starters {
			out.Elect(id)
		}
	})
	out.guard(func() {
		out.served.update(out)
		s.rest(out)
	})
	return out
}

// copy returns a copy of a run, or nil if it cannot be copied.
func (r *run) copy() *run {
	c := *r
	c.judges = make([]check.Invariant, len(r.judges))
	for i, judge := range r.judges {
		copier, can := judge.(interface{ Copy() check.Invariant })
		if !can {
			return nil
		}
		c.judges[i] = copier.Copy()
	}
	c.served = r.served.copy()
	if c.System = r.System.Copy(c.sinks()...); c.System == nil {
		return nil
	}
	return &c
}

// sinks returns the sinks of a run's records.
func (r *run) sinks() []trace.Sink {
	var out []trace.Sink
	for _, judge := range r.judges {
		out = append(out, judge)
	}
	if r.served != nil {
		out = append(out, r.served)
	}
	return out
}

// The steps beyond the steps of package async. In doSplit, Node is a set of nodes, bit i-1 for
// ID i; in doRaise and doLower it is a node.
const (
	doSplit async.Do = 100 + iota
	doMerge
	doRaise
	doLower
)

// faultOf returns which fault a step is; false if it is not a fault.
func faultOf(c async.Choice) (Fault, bool) {
	if c.Torn > 0 {
		return faultMidCrash, true
	}
	switch c.Do {
	case async.Crash:
		return faultCrash, true
	case async.Restart:
		return faultRestart, true
	case async.Forget:
		return faultForget, true
	case async.Lose:
		return faultLoss, true
	case async.Duplicate:
		return faultDuplicate, true
	case async.Cut:
		return faultCut, true
	case async.Link:
		return faultMend, true
	case async.Resign:
		return faultResign, true
	case doSplit:
		return faultSplit, true
	case doMerge:
		return faultMerge, true
	case doRaise, doLower:
		return faultChange, true
	}
	return 0, false
}

// take takes a step, updates what is remembered of the run, and moves the run back in time.
func (s *search) take(r *run, c async.Choice) {
	before := r.Now
	s.call(r, c)
	r.guard(func() {
		if r.Now != before {
			s.rebase(r)
		}
		s.rest(r)
	})
}

// act takes a step by handlers alone, as in a story: the run is not moved in time.
func (s *search) act(r *run, c async.Choice) {
	s.call(r, c)
	r.guard(func() { s.rest(r) })
}

// call calls the handlers of a step.
func (s *search) call(r *run, c async.Choice) {
	r.handle(func() {
		switch c.Do {
		case async.Restart:
			s.restart(r, c)
		case doSplit:
			r.Cut(r.crossing(uint32(c.Node))...)
		case doMerge:
			r.Link(r.missing()...)
		case doRaise, doLower:
			r.SetValue(c.Node, r.offer(c))
		default:
			r.Take(c)
		}
	})
	r.guard(func() {
		if f, is := faultOf(c); is {
			r.used[f]++
			r.faultAt, r.bound = r.Now, r.root.bound(r.System)
		}
		r.served.update(r)
	})
}

// restart boots a node with what it saved. The numbers that it gives its messages must then be
// in a new term. If they are in the term of a former boot, nodes that remember it take new
// messages for old ones; and this search, in which numbers begin at zero again, takes new
// states for old ones.
func (s *search) restart(r *run, c async.Choice) {
	before := r.Terms(c.Node)
	r.Take(c)
	for _, term := range r.Machines.OwnTerms(c.Node) {
		if slices.Contains(before, term) {
			r.reused = fmt.Sprintf("%s boots with what it saved and gives its messages numbers of term %d, as after a former boot: other nodes cannot tell new messages from old ones", name(c.Node), term)
		}
	}
}

// handle calls handlers under guard, and ends the record of the step for the invariants.
func (r *run) handle(call func()) {
	r.guard(func() {
		call()
		if err := r.Calls.Err(); err != nil {
			r.broken = err.Error()
		}
		for _, judge := range r.judges {
			if judge.Wants().Has(trace.End) {
				judge.Record(&trace.Record{Kind: trace.End})
			}
		}
	})
}

// guard runs a function that calls machines, unless the run is broken already. If a machine
// panics, the run is broken. A panic outside of machines is raised again.
func (r *run) guard(call func()) {
	if r.broken != "" {
		return
	}
	defer func() {
		if v := recover(); v != nil {
			p := crash.By(v, r.Calls.Place())
			if p.Whose == "" {
				panic(p)
			}
			r.broken, r.apart = p.Error(), !handler(r.Calls.Method())
		}
	}()
	call()
}

// handler reports whether a method of a machine is one that a story calls.
func handler(method string) bool {
	return !slices.Contains([]string{"", "Snapshot", "Copy", "Shift", "Inspect", "Fields"}, method)
}

// rest updates who leads, at a moment without messages.
func (s *search) rest(r *run) {
	for i, p := range s.eventually {
		if r.held&(1<<i) == 0 && p.holds(r) {
			r.held |= 1 << i
		}
	}
	if len(r.Air.Frames()) > 0 {
		return
	}
	led := s.goalHolds(r)
	if led && (!r.led || r.faultAt > r.ledAt) {
		r.ledAt = r.Now
	}
	r.led = led
}

// over reports whether the run has ended: it has been led without a fault for s.idle, or is
// led and no timer is set. Only faults may follow.
func (s *search) over(r *run) bool {
	if len(r.Air.Frames()) > 0 || !r.led {
		return false
	}
	if s.Timers == AtRest && r.Now.Sub(r.ledAt) >= s.idle {
		return true
	}
	_, set := r.Alarms.Earliest()
	return !set
}

// numbersByClock reports whether a node that boots again numbers its routes from the time of its
// boot: others remember its former numbers, so its clock must not be set back.
func (s *search) numbersByClock() bool {
	return slices.Contains(s.Services, serviceAODV) && s.Budget[faultRestart]+s.Budget[faultForget] > 0
}

// rebase moves a run back in time, and makes the numbers of messages begin at zero again. Then
// a state does not depend on the instant at which it was reached, nor on the number of beacons
// before. Each of the two is left out if a machine does not support it.
func (s *search) rebase(r *run) {
	before := r.Now
	if !s.numbersByClock() && r.Rebase(async.Late) {
		d := r.Now.Sub(before)
		r.faultAt, r.ledAt = r.faultAt.Add(d), r.ledAt.Add(d)
	}
	if s.Budget[faultForget] == 0 { // a node without its storage may give numbers that others remember
		r.Renumber()
	}
}
