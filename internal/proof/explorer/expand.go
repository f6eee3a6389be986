package explorer

import (
	"slices"

	"bellwether/internal/sim/async"
)

// A child is what a step from a state leads to.
type child struct {
	key    key
	choice async.Choice
	sleep  ways
	run    *run // nil: the state is known, or its run cannot be kept
	fault  string
	after  []async.Choice // the steps after it that show the fault, if it takes more
	cycle  int            // how many of the last of them repeat; 0: none
	over   bool           // an end of runs
	leaf   bool           // the fault is of the state itself: it has no next step
	apart  bool           // the fault is in a method that a story does not call: see run.apart
	whole  bool           // the fault is of the whole search, not of a state
	spoilt bool           // the state has changed since it was found: see contract.go
}

// breaks sets the fault of a child to that of a broken run.
func (c *child) breaks(r *run) {
	if r.broken != "" {
		c.fault, c.apart = r.broken, r.apart
	}
}

// An expansion expands a state.
type expansion struct {
	*search
	buffer []byte
}

// expand returns the successors of a state. here is its run; if it is nil, the run is made
// again. Of two independent deliveries one order is enough: a delivery that was taken here is
// in the sleep set of the states that deliveries to other nodes lead to (Godefroid,
// Partial-Order Methods for the Verification of Concurrent Systems, 1996, chapter 5).
func (e *expansion) expand(work again, here *run) []child {
	if here == nil {
		here = e.replay(work.state)
	}
	watched := watches(work.state)
	if here.broken != "" || watched && e.changed(here, work.state) {
		return []child{{leaf: true, spoilt: true, fault: spoilt}}
	}
	choices := e.choices(here)
	if len(choices) == 0 {
		if c, bad := e.end(here); bad {
			return []child{c}
		}
		return nil
	}
	sleep := e.states[work.state].sleep
	choices = slices.DeleteFunc(choices, func(c async.Choice) bool {
		w := way(c)
		return work.only != 0 && work.only&w == 0 || sleep&w != 0
	})
	var out []child
	for i, c := range choices {
		next := child{choice: c}
		if w := way(c); w != 0 && !e.Plain {
			next.sleep = sleep &^ receiver(c)
			sleep |= w
		}
		tears := e.tears(here, c)
		r := here
		switch {
		case tears || i < len(choices)-1:
			if r = e.copy(work.state, here); r == nil {
				return append(out, child{leaf: true, apart: true, fault: here.broken})
			}
		case watched && i > 0 && e.changed(here, work.state):
			return append(out, child{leaf: true, spoilt: true, fault: spoilt})
		}
		effects := e.step(r, &next)
		if out = append(out, next); next.fault != "" {
			return out
		}
		if !tears {
			continue
		}
		if out = append(out, e.torn(work.state, here, c, effects)...); out[len(out)-1].fault != "" {
			return out
		}
	}
	return out
}

// copy returns another run in the state of here, made by its steps if a machine has no Copy.
// It returns nil if a Copy panics.
func (e *expansion) copy(at int32, here *run) (out *run) {
	here.guard(func() { out = here.copy() })
	if out == nil && here.broken == "" {
		out = e.replay(at)
	}
	return out
}

// end judges a run that has no next step, and reports whether it has a fault.
func (s *search) end(r *run) (child, bool) {
	why := ""
	if !r.led {
		why = "nothing can happen any more: " + s.complaint(r)
	}
	for i, p := range s.eventually {
		if why == "" && r.held&(1<<i) == 0 {
			why = "a run ends, and eventually \"" + p.text + "\" never held"
		}
	}
	return child{fault: why, leaf: true}, why != ""
}

// step takes a step, judges its state, and returns how many effects its handler had.
func (e *expansion) step(r *run, next *child) (effects int) {
	e.take(r, next.choice)
	effects = r.Calls.Effects()
	r.guard(func() { e.judge(r, next) })
	next.breaks(r)
	return effects
}

// judge judges the state that a step has led to.
func (e *expansion) judge(r *run, next *child) {
	next.key = e.key(r, &e.buffer)
	if next.fault = e.fault(r, next.choice); next.fault != "" {
		return
	}
	if state, known := e.visited.find(next.key); known {
		e.alike(r, state, next)
		return
	}
	next.run = r
	if next.over = e.over(r); next.over {
		if c, bad := e.end(r); bad {
			next.fault = c.fault
		}
		return
	}
	if way(next.choice) == 0 && len(r.Air.Frames()) > 0 {
		e.probe(r, next)
	}
}

// tears reports whether a node may crash within the handler of a step.
func (e *expansion) tears(r *run, c async.Choice) bool {
	return r.used.left(&e.Budget, faultMidCrash) > 0 && (c.Do == async.Deliver || c.Do == async.Fire)
}

// torn returns the states after a crash within the handler of a delivery or a timer: after
// none of its effects, after one, and so on. A crash after the last effect is left out: it
// equals a crash between handlers.
func (e *expansion) torn(at int32, here *run, c async.Choice, effects int) []child {
	var out []child
	for k := range min(effects, maxTorn) {
		next := child{choice: c}
		next.choice.Torn = int8(k + 1)
		r := e.copy(at, here)
		if r == nil {
			return append(out, child{leaf: true, apart: true, fault: here.broken})
		}
		e.step(r, &next)
		if out = append(out, next); next.fault != "" {
			break
		}
	}
	return out
}

// maxTorn is more effects than a handler of a small world has, and fits a Choice.
const maxTorn = 100
