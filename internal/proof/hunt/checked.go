package hunt

import (
	"context"
	"slices"
	"strconv"
	"time"

	"bellwether/emulator"
	"bellwether/internal/base/crash"
	"bellwether/internal/contract/optional"
	"bellwether/internal/laws/invariants"
	"bellwether/internal/laws/quiescence"
	"bellwether/internal/study/registry"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
	"bellwether/trace/check"
)

// watch is how long a calm world is watched after the settle bound: ten times the longest
// detection interval of a drawn world.
const watch = 20 * time.Second

// Bounds of the law Lossy. Where losses do not end, the result of a run depends on chance: if
// an election takes many messages in a row, for example a token round a ring, few elections
// succeed. So the law is checked in small worlds only, and gives much time.
const (
	// lossyBounds is the number of settle bounds within which all components must once be led.
	lossyBounds = 10
	// lossyNodes is the size of world up to which the law is checked.
	lossyNodes = 8
)

// enough is, with watch, how long a world is watched after it settled: some algorithms state a
// bound of many minutes for large worlds, and settle within seconds.
const enough = time.Minute

// A checkedRun is one run with its checkers. It is itself a sink and takes the time from
// frequent records: it computes when everything must be settled, and ends the run once the
// watch is over.
type checkedRun struct {
	scenario  *scenarios.Scenario
	entry     scenarios.Entry
	config    *emulator.Config
	algorithm *protocol.Algorithm
	asked     asked
	calm      calm
	stop      func()

	places    *quiescence.Topology
	traffic   *traffic
	single    *single
	enacted   *enacted
	aging     *aging
	mistakes  *mistakes // nil: not asked
	outlives  *outlives // nil: not asked
	steady    bool      // the machine leaves a leader in office within the hysteresis
	follows   *follows  // nil: not asked
	circles   *circles  // nil: not asked
	led       *led
	converged *check.Converged
	margin    check.Checker
	always    []check.Property
	checks    []check.Checker

	now      protocol.Time
	bound    time.Duration // 0: not known yet
	hasty    bool          // see isHasty; known with the bound
	late     bool
	breaches []Breach
}

// newCheckedRun computes when the run becomes calm. The error is a panic of a mobility model of
// the program's own.
func newCheckedRun(s *scenarios.Scenario, e scenarios.Entry, c *emulator.Config, stop func()) (t *checkedRun, err error) {
	defer crash.Into(&err, "")
	t = &checkedRun{scenario: s, entry: e, config: c, algorithm: &c.Algorithm, calm: calmOf(s, c), stop: stop}
	switch {
	case t.calm.never != "":
		t.asked = askedSafe
	case t.calm.loses && c.Nodes <= lossyNodes:
		t.asked = askedLossy
	case t.calm.loses:
		t.asked = askedSafe
	}
	t.places, t.traffic, t.single = quiescence.NewTopology(c.Nodes), newTraffic(c.Nodes), newSingle()
	t.enacted, t.aging = newEnacted(c), newAging()
	if l := s.Radio.Loss; l.Model == "bernoulli" {
		t.enacted.losses = newSpread(c, l.Probability, l.Until.Std())
	}
	if o := c.Services.AODV; o != nil && o.Draft == 0 {
		t.circles = newCircles(c.Nodes, *o)
	}
	t.traffic.begins = firstIntervals * c.Setup.Detection.Interval
	return t, nil
}

// prepare adds the checkers to the sinks. The error is a panic of the algorithm's SettleBound,
// or errNoSettle.
func (t *checkedRun) prepare(program *registry.Registry) (err error) {
	defer crash.Into(&err, "")
	c := t.config
	c.Sinks = append(c.Sinks, t, t.places, t.traffic, t.single, t.enacted, withContents(t.aging))
	if made, err := t.algorithm.New(c.Setup); err == nil { // else the emulator returns the error
		if err := t.prepareDeclared(made); err != nil {
			return err
		}
	}
	if t.circles != nil {
		c.Sinks = append(c.Sinks, withContents(t.circles))
	}
	quorum, calm := t.algorithm.QuorumOf(c.Nodes), protocol.Time(t.calm.from)
	switch t.asked {
	case askedCalm:
		longest := t.longest()
		c.Until = t.calm.from + longest + watch + 2*time.Second
		t.converged = check.NewConverged(check.ConvergedOptions{Calm: calm, Deadline: protocol.Time(c.Until), Goal: t.goal(), Quorum: quorum})
		c.Sinks = append(c.Sinks, t.converged)
		if t.goal() != t.algorithm.Goal {
			t.margin = check.NewWithinMargin(check.MarginOptions{From: calm, Margin: c.Setup.Hysteresis}, longest)
			c.Sinks = append(c.Sinks, t.margin)
		}
	case askedLossy:
		c.Until = t.calm.from + lossyBounds*t.longest()
		t.led = newLed(c.Nodes, t.goal(), quorum, t.calm.from, t.stop)
		c.Sinks = append(c.Sinks, t.led)
	}
	t.always = t.invariants(program)
	for _, p := range t.always {
		judge := p.New()
		t.checks = append(t.checks, judge)
		c.Sinks = append(c.Sinks, withContents(judge))
	}
	return nil
}

// prepareDeclared adds the checkers of what machines declare by the interfaces of package optional.
func (t *checkedRun) prepareDeclared(made func() protocol.Machine) error {
	c, machine := t.config, made()
	if _, settles := machine.(protocol.Settler); !settles && c.Start.Leader != protocol.Nobody {
		return errNoSettle
	}
	_, t.steady = machine.(optional.MarginKeeper)
	if t.follows = t.choices(machine); t.follows != nil {
		c.Sinks = append(c.Sinks, t.follows)
	}
	if a, adapts := machine.(optional.Adaptive); adapts && t.calm.from == 0 && c.Mobility == nil && c.Loss == nil {
		t.mistakes = newMistakes(a, hop(t.scenario, c))
		c.Sinks = append(c.Sinks, t.mistakes)
	}
	if d, declares := machine.(optional.Durable); declares {
		t.outlives = newOutlives(d, made, c.Nodes)
		c.Interrupt = t.outlives.saves
		c.Sinks = append(c.Sinks, t.outlives)
	}
	return nil
}

// goal returns whom a component must name: the best only where capabilities are fixed and there is
// no hysteresis, which may keep a leader that is not the best.
func (t *checkedRun) goal() protocol.Goal {
	fixed := len(t.config.Capability.Values) > 0 && t.config.Setup.Hysteresis == protocol.Margin{}
	if g := t.algorithm.Goal; g != protocol.GoalBest && g != "" || fixed {
		return g
	}
	return protocol.GoalAny
}

// longest returns a settle bound that no world of this size exceeds.
func (t *checkedRun) longest() time.Duration {
	return t.settles(protocol.Scale{Nodes: t.config.Nodes, Diameter: t.config.Nodes})
}

// settles returns the settle bound of the world at a scale.
func (t *checkedRun) settles(scale protocol.Scale) time.Duration {
	scale.Hop, scale.Roster, scale.Neighbour = hop(t.scenario, t.config), t.config.Nodes, noticed(t.config)
	return t.algorithm.SettleBound(scale, t.config.Setup)
}

// invariants returns the invariants that hold in this world. The algorithm's invariants assume
// that capabilities and storage are constant. Among its parameters they find the detection budget.
func (t *checkedRun) invariants(program *registry.Registry) (list []check.Property) {
	list = append(list, check.Property{Name: "parents of one tree are acyclic", New: func() check.Invariant { return invariants.NewAcyclic() }})
	if !t.constant() {
		return list
	}
	var params []string
	for name, value := range t.entry.Params {
		params = append(params, name+"="+value)
	}
	d := t.config.Setup.Detection
	params = append(params, protocol.DefaultInterval+"="+d.Interval.String(), protocol.DefaultMisses+"="+strconv.Itoa(d.Misses))
	return append(list, program.Invariants(t.algorithm.Name, params)...)
}

// choices returns the checker of whom nodes follow. It is nil if there is nothing to check:
// capabilities change, the world begins with a leader, or the machine declares nothing of it. A
// machine with optional.OnlyBest alone is checked only in a world to which nothing happens: there
// it takes no worse node than itself either.
func (t *checkedRun) choices(machine protocol.Machine) *follows {
	if !t.constant() || t.config.Start.Leader != protocol.Nobody || t.goal() != protocol.GoalBest {
		return nil
	}
	_, noWorse := machine.(optional.NeverWorse)
	_, onlyBest := machine.(optional.OnlyBest)
	onlyBest = onlyBest && t.asked == askedCalm && t.calm.from == 0 && !t.timed()
	if !noWorse && !onlyBest {
		return nil
	}
	f := newFollows(t.config.Capability.Values)
	f.onlyBest = onlyBest
	return f
}

// timed reports whether the row sets a parameter that is a time: such times may be too short for
// each other.
func (t *checkedRun) timed() bool {
	return slices.ContainsFunc(t.algorithm.Params, func(p protocol.Param) bool {
		_, given := t.entry.Params[p.Name]
		return given && p.Type == protocol.TypeDuration
	})
}

// isHasty reports whether the row sets a time below that of a message through a world of this
// diameter, and the default is not below it. Algorithms that wait for answers assume that such
// a time, like t_max or a pulse, is long enough; otherwise they promise nothing.
func (t *checkedRun) isHasty(diameter int) bool {
	route := time.Duration(diameter) * hop(t.scenario, t.config)
	defaults, faults := protocol.Resolve(t.algorithm.Params, nil, t.config.Setup.Detection)
	return len(faults) == 0 && slices.ContainsFunc(t.algorithm.Params, func(p protocol.Param) bool {
		return p.Type == protocol.TypeDuration && t.config.Setup.Values.Duration(p.Name) < route && route <= defaults.Duration(p.Name)
	})
}

// constant reports whether capabilities are fixed, and no node loses its storage.
func (t *checkedRun) constant() bool {
	for i := range t.config.Faults {
		if f := &t.config.Faults[i]; f.LoseStorage || f.Kind == emulator.FaultResign {
			return false
		}
	}
	return len(t.config.Capability.Values) > 0
}

// emulate runs the world. It returns a panic as an error, except the panic that ends a storm.
func (t *checkedRun) emulate(ctx context.Context) (events uint64, err error) {
	var world *emulator.Emulation
	defer func() {
		if world != nil {
			events = world.Counters().Events
		}
		switch p := recover().(type) {
		case nil, stormed:
		default:
			err = crash.Recovered(p)
		}
	}()
	if world, err = emulator.New(*t.config); err != nil {
		return 0, err
	}
	return 0, world.Run(ctx)
}

// Wants returns the kinds of records that show the passing of time: sends, time-outs, and the
// end for a world in which nothing happens.
func (*checkedRun) Wants() trace.Set { return trace.Of(trace.Send, trace.Timer, trace.End) }

// Record notes the time, and ends the run when the watch is over.
func (t *checkedRun) Record(r *trace.Record) {
	t.now = r.At
	if t.asked != askedCalm || r.At <= protocol.Time(t.calm.from) {
		return
	}
	if t.bound == 0 {
		t.bound, t.hasty = t.settles(t.places.Scale()), t.isHasty(t.places.Scale().Diameter)
		t.traffic.watch(protocol.Time(t.calm.from+t.bound), watch/2)
	}
	if t.margin != nil || r.Kind == trace.End {
		return // whether the margin is kept may show only after the longest bound
	}
	since, settled := t.converged.SettledAt()
	if r.At > protocol.Time(t.calm.from+t.bound+watch) || settled && r.At > since.Add(enough+watch) {
		t.stop()
	}
}

func (t *checkedRun) found(law Law, of, why string) {
	t.breaches = append(t.breaches, Breach{Law: law, Of: of, Why: why})
}
