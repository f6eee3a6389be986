package replay

import (
	"fmt"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/internal/laws/invariants"
	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/check"
)

// A Verdict is the result for one property.
type Verdict struct {
	Property string   `json:"property"`
	Verdict  string   `json:"verdict"` // held, violated, or not judged
	Why      []string `json:"why"`     // the first violations, or why it was not judged; never nil
}

// The verdicts.
const (
	Held      = "held"
	Violated  = "violated"
	NotJudged = "not judged"
)

// A trial checks the properties of a trace.
type trial struct {
	always []named // checked from beginning to end
	atRest []named // checked in a rest
	rest   rest
	why    string // why atRest is not judged; "" if it is
	goal   string // why the goal's property is not judged
}

// named is a property with its name in the report.
type named struct {
	property string
	check.Checker
}

// The properties of a rest.
const (
	propertyOne    = "at most one leader in a component at rest"
	propertyAgreed = "converged: every component at rest names one of its live members"
	propertyGoal   = "converged on the goal: the leader that the algorithm wants"
)

// trial sets up the properties. Properties of a rest are judged in the last rest, from its
// settle bound to its end.
func (r *replay) trial() *trial {
	t := &trial{always: []named{{"parents form no cycle", invariants.NewAcyclic()}}}
	if optional.Numbers(r.algorithm) {
		t.always = append(t.always, named{"computation numbers increase", invariants.NewMonotone()})
	}
	bound := r.bound()
	rest, found := r.survey.rest(bound)
	t.rest = rest
	if !found {
		t.why = fmt.Sprintf("never at rest for longer than the settle bound of %v", bound.Round(time.Millisecond))
	}
	t.goal = t.why
	if t.why == "" && rest.offers != "" {
		t.goal = rest.offers
	}
	agreed := check.ConvergedOptions{Calm: rest.calm, Deadline: rest.settled,
		Goal: protocol.GoalAny, Quorum: r.algorithm.QuorumOf(len(r.survey.booted))}
	goal := agreed
	goal.Goal = r.algorithm.Goal
	t.atRest = []named{
		{propertyOne, check.NewAtMostOneLeader(rest.settled)},
		{propertyAgreed, check.NewConverged(agreed)},
		{propertyGoal, check.NewConverged(goal)},
	}
	return t
}

// bound is the algorithm's settle bound for this run, at the timers that a
// scenario names or the hellos show.
func (r *replay) bound() time.Duration {
	t := r.timers()
	detection := protocol.Detection{Interval: t.Interval, Misses: t.Misses}
	silence := t.Timeout
	if r.scenario != nil {
		detection = r.scenario.Detection.Protocol()
		silence = r.scenario.Neighbours.Timeout.Std()
	}
	config := protocol.Config{Detection: detection}
	config.Values, _ = protocol.Resolve(r.algorithm.Params, r.params(), detection)
	hop := 5 * time.Millisecond
	for _, l := range r.survey.ways {
		hop = max(hop, l.quantile(0.99))
	}
	return r.algorithm.SettleBound(r.survey.scale(hop, silence+detection.Interval), config)
}

// Wants returns the records that the properties need.
func (t *trial) Wants() trace.Set {
	set := trace.Of(trace.End)
	for _, n := range append(t.always, t.atRest...) {
		set |= n.Wants()
	}
	return set
}

// Record passes a record to the checkers. At the end of a rest its checkers get an End
// record.
func (t *trial) Record(r *trace.Record) {
	for _, n := range t.always {
		give(n, r)
	}
	switch {
	case r.At < t.rest.until:
		for _, n := range t.atRest {
			give(n, r)
		}
	case r.Kind == trace.End:
		over := trace.Record{At: t.rest.until, Kind: trace.End}
		for _, n := range t.atRest {
			give(n, &over)
		}
	}
}

func give(c check.Checker, r *trace.Record) {
	if c.Wants().Has(r.Kind) {
		c.Record(r)
	}
}

func (t *trial) verdicts() []Verdict {
	var out []Verdict
	for _, n := range t.atRest {
		v := Verdict{Property: n.property, Verdict: NotJudged, Why: []string{}}
		switch {
		case t.why != "":
			v.Why = append(v.Why, t.why)
		case n.property == propertyGoal && t.goal != "":
			v.Why = append(v.Why, t.goal)
		default:
			v.judge(n)
			v.excuse(t.rest)
		}
		out = append(out, v)
	}
	for _, n := range t.always {
		v := Verdict{Property: n.property, Why: []string{}}
		v.judge(n)
		out = append(out, v)
	}
	return out
}

func (v *Verdict) judge(c check.Checker) {
	v.Verdict = Held
	for _, one := range c.Verdicts() {
		v.Verdict = Violated
		v.Why = append(v.Why, fmt.Sprintf("%v: %s", one.At, one.Why))
	}
}

// excuse withdraws the violation of a property in a rest in which a mask's channel lost
// frames. The law is about a time without loss: if three heartbeats in a row are lost, a
// node rightly takes a live leader for dead.
func (v *Verdict) excuse(r rest) {
	if v.Verdict != Violated || r.lost == 0 {
		return
	}
	v.Verdict = NotJudged
	why := fmt.Sprintf("the law holds without loss, and the mask's channel lost frames (%d) from %v to %v", r.lost, r.calm, r.until)
	v.Why = append([]string{why}, v.Why...)
}
