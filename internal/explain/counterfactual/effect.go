package counterfactual

import (
	"slices"
	"time"

	"bellwether/protocol"
)

// A kind is a way in which a run can be wrong.
type kind string

// The kinds of effects.
const (
	wrongLeader  kind = "wrong"       // nodes do not follow whom they should
	twoLeaders   kind = "two-leaders" // two leaders in one component
	longElection kind = "in-election" // nodes are in an election
)

// An effect is what a question is about: a stretch of a run in which something is wrong.
type effect struct {
	Kind  kind          `json:"kind"`
	Node  protocol.ID   `json:"node"`            // of Wrong: this node; Nobody: all
	Nodes []protocol.ID `json:"nodes,omitempty"` // of Long: who takes part
	From  protocol.Time `json:"from_ns"`
	Until protocol.Time `json:"until_ns"`
	// Begin and End bound the window in which the effect must vanish.
	Begin protocol.Time `json:"mended_from_ns"`
	End   protocol.Time `json:"mended_until_ns"`
}

// near is the half width of the window around an asked instant in which the effect must
// vanish: a stretch may have several causes, one after another.
const near = protocol.Time(250 * time.Millisecond)

// around sets the window in which the effect must vanish to the surroundings of an instant.
func (e effect) around(at protocol.Time) effect {
	e.Begin, e.End = max(e.Begin, at-near), min(e.End, at+near)
	return e
}

// weight returns the size of an effect in a run, in nanoseconds, added up over all nodes and,
// for elections, over each node's time in them.
func (e *effect) weight(o *outcome) (sum int64) {
	if e.Kind == longElection {
		for _, s := range o.electing {
			if slices.Contains(e.Nodes, s.node) {
				sum += max(0, int64(min(s.to, e.End)-max(s.from, e.Begin)))
			}
		}
		return sum
	}
	for i := range o.states {
		s := &o.states[i]
		if d := min(s.until, e.End) - max(s.at, e.Begin); d > 0 {
			sum += e.of(s) * int64(d)
		}
	}
	return sum
}

// of returns the size of an effect in a state.
func (e *effect) of(s *state) int64 {
	switch {
	case e.Kind == twoLeaders && len(s.rivals) > 0:
		return 1
	case e.Kind == twoLeaders:
		return 0
	case e.Node == protocol.Nobody:
		return int64(len(s.grave()))
	case slices.ContainsFunc(s.wrong, func(w wrong) bool { return w.node == e.Node }):
		return 1
	}
	return 0
}

// stretch extends an effect over all successive states around an instant that show it. It
// reports false if the state at that instant does not show it.
func (e effect) stretch(o *outcome, at protocol.Time) (effect, bool) {
	here := newest(o, at)
	if here < 0 || e.of(&o.states[here]) == 0 {
		return e, false
	}
	first, last := here, here
	for first > 0 && e.of(&o.states[first-1]) > 0 {
		first--
	}
	for last+1 < len(o.states) && e.of(&o.states[last+1]) > 0 {
		last++
	}
	return e.spanning(o, first, last), true
}

// spanning sets an effect's time to the span of some states.
func (e effect) spanning(o *outcome, first, last int) effect {
	e.From, e.Until = o.states[first].at, o.states[last].until
	e.Begin, e.End = e.From, e.Until
	return e
}

// newest is the state of an instant, or -1.
func newest(o *outcome, at protocol.Time) int {
	i, exact := slices.BinarySearchFunc(o.states, at, func(s state, at protocol.Time) int { return int(min(1, max(-1, int64(s.at-at)))) })
	if exact {
		return i
	}
	return i - 1
}

// worst returns the stretch with the most wrong node-time. It looks at stretches in which more
// than half of the live nodes are wrong, or, if no such stretch exists, in which any node is
// wrong. It leaves out the time before the warm-up ends, which counts for no metric, and the
// time before a majority first agrees, when nobody could follow anybody.
func worst(o *outcome, warmup protocol.Time) (effect, bool) {
	e := effect{Kind: wrongLeader}
	begin := max(0, newest(o, warmup)) // how nodes stand as the warm-up ends
	agreed := slices.IndexFunc(o.states[begin:], func(s state) bool { return 2*len(s.grave()) < s.live })
	begin += max(0, agreed)
	for _, share := range []float64{0.5, 0} {
		var most int64
		var found effect
		for i := begin; i < len(o.states); i++ {
			first, sum := i, int64(0)
			for i < len(o.states) && float64(len(o.states[i].grave())) > share*float64(o.states[i].live) {
				sum += int64(len(o.states[i].grave())) * int64(o.states[i].until-max(o.states[i].at, warmup))
				i++
			}
			if sum > most {
				most, found = sum, e.spanning(o, first, i-1)
			}
		}
		if most > 0 {
			return found, true
		}
	}
	return e, false
}
