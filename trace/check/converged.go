package check

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/base/wording"
	"bellwether/internal/contract/goals"
	"bellwether/protocol"
	"bellwether/trace"
)

// ConvergedOptions are when the world is calm, and what must hold after that.
type ConvergedOptions struct {
	Calm     protocol.Time // after the last change, loss and fault
	Deadline protocol.Time // Calm plus the algorithm's settle bound
	Goal     protocol.Goal // which leader each component must name; "" is GoalBest
	// Quorum is how many live members a component must have to name a leader:
	// a smaller component must name none. 0: there is no such rule.
	Quorum int
}

// A Converged checks the convergence law (VKT04's safety and progress): by the deadline
// every component names exactly one leader, the one that the goal wants among its live
// members, and keeps it to the end.
//
// Judgement begins at Calm, or, where components are drawn or sampled, at the first whole
// sample from then on. The state at the end of an instant counts, so what happens between two
// effects of one handler is not judged.
type Converged struct {
	verdicts
	options ConvergedOptions
	world   *truth

	open    bool // components are known since Calm
	dirty   bool // something changed at now
	now     protocol.Time
	changed protocol.Time // when something last changed
	passed  bool          // the deadline passed

	settled bool
	since   protocol.Time
	fault   string // why it is not settled
}

// NewConverged begins to check.
func NewConverged(o ConvergedOptions) *Converged {
	return &Converged{
		verdicts: verdicts{property: "converged"},
		options:  o, world: newWorld(),
		fault: "no components are known since the calm",
	}
}

// Wants is the records of leaders, capabilities and components, and the End.
func (c *Converged) Wants() trace.Set { return trace.ClockKinds }

// SettledAt is the instant from which the state was right, to the end; false if it was
// not right at the end. It does not depend on the deadline.
func (c *Converged) SettledAt() (protocol.Time, bool) { return c.since, c.settled }

// Record handles the next record.
func (c *Converged) Record(r *trace.Record) {
	c.world.clock.Ended(r) // for the mode: this checker has a clock of its own
	if c.world.clock.Steps && !c.open && r.At >= c.options.Calm && r.Kind != trace.Truth {
		c.open, c.dirty = true, true
	}
	if r.At > c.now || r.Kind == trace.End {
		c.judge()
		c.pass(r)
	}
	c.now = r.At
	before := c.world.layout
	if c.world.record(r) {
		c.dirty, c.changed = true, r.At
	}
	if !c.world.clock.Sampled(r) || r.At < c.options.Calm {
		return
	}
	switch {
	case !c.open:
		c.open, c.dirty = true, true
	case c.world.layout != before:
		c.dirty, c.changed = true, r.At
	}
}

// judge checks the state at the end of an instant.
func (c *Converged) judge() {
	if !c.open || !c.dirty {
		return
	}
	c.dirty = false
	was := c.settled
	c.fault = ""
	for _, part := range c.world.components() {
		if c.fault = c.options.disagreement(part); c.fault != "" {
			break
		}
	}
	c.settled = c.fault == ""
	switch {
	case c.settled && !was:
		c.since = max(c.changed, c.options.Calm)
	case was && !c.settled && c.now > c.options.Deadline:
		c.add(c.now, "it had converged at %v, and did not stay so: %s", c.since, c.fault)
	}
}

// pass judges the deadline, once no more records of that instant can come.
func (c *Converged) pass(r *trace.Record) {
	if c.passed || r.At <= c.options.Deadline && r.Kind != trace.End {
		return
	}
	c.passed = true
	switch {
	case c.settled:
	case r.At < c.options.Deadline:
		c.add(r.At, "not by the end of the run, before the deadline of %v: %s", c.options.Deadline, c.fault)
	default:
		c.add(c.options.Deadline, "not by the deadline, %v after the calm: %s",
			c.options.Deadline.Sub(c.options.Calm), c.fault)
	}
}

// maxNamed bounds how many members an explanation names.
const maxNamed = 5

// disagreement describes what is wrong with a component, "" if nothing is.
func (o ConvergedOptions) disagreement(part []*member) string {
	var c goals.Component
	for _, m := range part {
		c.Add(goals.Standing{ID: m.id, Value: m.value, Incarnation: m.incarnation, Leader: m.leader})
	}
	want := c.Wanted(o.Goal, o.Quorum, func(id protocol.ID) bool {
		return slices.ContainsFunc(part, func(m *member) bool { return m.id == id })
	})
	var wrong []string
	var named []protocol.ID // if no leader that is named is right, each of them is listed once
	for _, m := range part {
		switch {
		case want.Right(m.leader):
		case want == (goals.Wanted{}) && slices.Contains(named, m.leader):
		case len(wrong) == maxNamed:
			wrong = append(wrong, "…")
		case len(wrong) > maxNamed:
		case m.leader == protocol.Nobody:
			wrong = append(wrong, fmt.Sprintf("%v knows no leader", m.id))
		default:
			wrong, named = append(wrong, fmt.Sprintf("%v names %v", m.id, m.leader)), append(named, m.leader)
		}
	}
	if wrong == nil {
		return ""
	}
	return fmt.Sprintf("the component of %v, %s, should name %v, but %s",
		part[0].id, wording.Count(len(part), "node"), want, strings.Join(wrong, ", "))
}
