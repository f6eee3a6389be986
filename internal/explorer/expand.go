package explorer

import (
	"slices"

	"bellwether/internal/steps"
)

// A child is what a step from a state leads to.
type child struct {
	key    key
	choice steps.Choice
	asleep ways
	run    *run // nil: the state is known, or its run cannot be kept
	fault  string
	after  []steps.Choice // the steps after it that show the fault, if it takes more
	cycle  int            // how many of the last of them repeat; 0: none
	over   bool           // an end of runs
	leaf   bool           // the fault is of the state itself: it has no next step
}

// An expansion expands a state.
type expansion struct {
	*search
	buffer []byte
}

// expand makes the successors of a state. here is its run; nil: it is made again. Of two
// steps that do not depend on each other one order is enough: a delivery that was taken
// here sleeps in the successors by deliveries to other nodes (Godefroid, Partial-Order
// Methods for the Verification of Concurrent Systems, 1996, chapter 5).
func (e *expansion) expand(work again, here *run) []child {
	if here == nil {
		here = e.replay(work.state)
	}
	choices := e.choices(here)
	if len(choices) == 0 {
		if c, bad := e.end(here); bad {
			return []child{c}
		}
		return nil
	}
	asleep := e.states[work.state].asleep
	choices = slices.DeleteFunc(choices, func(c steps.Choice) bool {
		w := way(c)
		return work.only != 0 && work.only&w == 0 || asleep&w != 0
	})
	var out []child
	for i, c := range choices {
		next := child{choice: c}
		if w := way(c); w != 0 && !e.Plain {
			next.asleep = asleep &^ receiver(c)
			asleep |= w
		}
		tears := e.tears(here, c)
		r := here
		if tears || i < len(choices)-1 {
			r = e.copy(work.state, here)
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

// copy returns another run in the state of here.
func (e *expansion) copy(at int32, here *run) *run {
	if r := here.copy(); r != nil {
		return r
	}
	return e.replay(at)
}

// end judges a run in which nothing can happen any more.
func (e *expansion) end(r *run) (child, bool) {
	why := ""
	if !r.led {
		why = "nothing can happen any more: " + e.complaint(r)
	}
	for i, p := range e.eventually {
		if why == "" && r.held&(1<<i) == 0 {
			why = "a run ends, and eventually \"" + p.text + "\" never held"
		}
	}
	return child{fault: why, leaf: true}, why != ""
}

// step takes a step, and returns how many effects its handler has.
func (e *expansion) step(r *run, next *child) (effects int) {
	e.take(r, next.choice)
	if next.fault = r.broken; next.fault != "" {
		return 0 // what is left of the machine may not even have a snapshot
	}
	effects = r.Effects()
	next.key = e.key(r, &e.buffer)
	if next.fault = e.fault(r, next.choice); next.fault != "" {
		return effects
	}
	if _, known := e.visited.find(next.key); known {
		return effects
	}
	next.run = r
	if next.over = e.over(r); next.over {
		if c, bad := e.end(r); bad {
			next.fault = c.fault
		}
		return effects
	}
	if way(next.choice) == 0 && len(r.Air()) > 0 {
		e.probe(r, next)
	}
	return effects
}

// tears reports whether the handler of a step may break off.
func (e *expansion) tears(r *run, c steps.Choice) bool {
	return r.used.left(&e.Budget, MidCrash) > 0 && (c.Do == steps.Deliver || c.Do == steps.Fire)
}

// torn are the steps that break off the handler of a delivery or a timer between two
// effects: after none of them, one, and so on. After the last the node is as after a crash
// between handlers.
func (e *expansion) torn(at int32, here *run, c steps.Choice, effects int) []child {
	var out []child
	for k := range min(effects, maxTorn) {
		next := child{choice: c}
		next.choice.Torn = int8(k + 1)
		e.step(e.copy(at, here), &next)
		if out = append(out, next); next.fault != "" {
			break
		}
	}
	return out
}

// maxTorn is more effects than a handler of a small world has, and fits a Choice.
const maxTorn = 100
