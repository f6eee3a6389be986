package hunt

import (
	"context"
	"slices"
	"time"

	"bellwether/emulator"
	"bellwether/internal/ability"
	"bellwether/internal/crash"
	"bellwether/internal/invariants"
	"bellwether/internal/registry"
	"bellwether/internal/rest"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
	"bellwether/trace/check"
)

// watch is how long a calm world is watched once it must be settled: ten of the longest
// interval of a drawn world's detection budget.
const watch = 20 * time.Second

// Bounds of the law Lossy. Where losses do not end the result of a run depends on chance: of an
// algorithm whose election takes many messages in a row, such as a token's way round a ring,
// few elections succeed. So the law is asked of small worlds, and gives much time.
const (
	// lossyBounds is after how many settle bounds a component that still was not led once
	// breaks the law.
	lossyBounds = 10
	// lossyNodes is the size up to which it is asked.
	lossyNodes = 8
)

// enough is for how long a world that settled is watched at most: some algorithms state a
// bound of many minutes for large worlds, and settle within seconds.
const enough = time.Minute

// A sitting is one run with its checkers. It is itself a sink of samples, from which it takes
// the time: it computes when all must be settled, and ends the run once that was watched.
type sitting struct {
	scenario  *scenarios.Scenario
	entry     scenarios.Entry
	config    *emulator.Config
	algorithm *protocol.Algorithm
	asked     Asked
	sky       weather
	stop      func()

	places    *rest.Topology
	speech    *speech
	single    *single
	enacted   *enacted
	aging     *aging
	patience  *patience // nil: not asked
	outlives  *outlives // nil: not asked
	steady    bool      // the machine leaves a leader in office within the hysteresis
	follows   *follows  // nil: not asked
	led       *led
	converged *check.Converged
	margin    check.Checker
	always    []check.Property
	checks    []check.Checker

	now      protocol.Time
	bound    time.Duration // 0: not known yet
	late     bool
	breaches []Breach
}

// newSitting follows movement to its end: the error is a panic of a model of the program's own.
func newSitting(s *scenarios.Scenario, e scenarios.Entry, c *emulator.Config, stop func()) (t *sitting, err error) {
	defer crash.Into(&err, "")
	t = &sitting{scenario: s, entry: e, config: c, algorithm: &c.Algorithm, sky: weatherOf(s, c), stop: stop}
	switch {
	case t.sky.never != "":
		t.asked = AskedSafe
	case t.sky.loses && c.Nodes <= lossyNodes:
		t.asked = AskedLossy
	case t.sky.loses:
		t.asked = AskedSafe
	}
	t.places, t.speech, t.single = rest.NewTopology(c.Nodes), newSpeech(c.Nodes), newSingle()
	t.enacted, t.aging = newEnacted(c), newAging()
	if l := s.Radio.Loss; l.Model == "bernoulli" {
		t.enacted.losses = newSpread(c, l.Probability, l.Until.Std())
	}
	t.speech.begins = firstIntervals * c.Setup.Detection.Interval
	return t, nil
}

// prepare adds the checkers to the sinks. The error is a panic of the algorithm's SettleBound,
// or errUntold.
func (t *sitting) prepare(program *registry.Registry) (err error) {
	defer crash.Into(&err, "")
	c := t.config
	c.Sinks = append(c.Sinks, t, t.places, t.speech, t.single, t.enacted, withContents(t.aging))
	if made, err := t.algorithm.New(c.Setup); err == nil { // else the emulator says so
		if err := t.listen(made); err != nil {
			return err
		}
	}
	quorum, calm := t.algorithm.QuorumOf(c.Nodes), protocol.Time(t.sky.calm)
	switch t.asked {
	case AskedCalm:
		longest := t.longest()
		c.Until = t.sky.calm + longest + watch + 2*time.Second
		t.converged = check.NewConverged(check.ConvergedOptions{Calm: calm, Deadline: protocol.Time(c.Until), Goal: t.goal(), Quorum: quorum})
		c.Sinks = append(c.Sinks, t.converged)
		if t.goal() != t.algorithm.Goal {
			t.margin = check.NewWithinMargin(check.MarginOptions{From: calm, Margin: c.Setup.Hysteresis}, longest)
			c.Sinks = append(c.Sinks, t.margin)
		}
	case AskedLossy:
		c.Until = t.sky.calm + lossyBounds*t.longest()
		t.led = newLed(c.Nodes, t.goal(), quorum, t.sky.calm, t.stop)
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

// listen adds the checkers of what machines declare of themselves.
func (t *sitting) listen(made func() protocol.Machine) error {
	c, machine := t.config, made()
	if _, told := machine.(protocol.Settler); !told && c.Start.Leader != protocol.Nobody {
		return errUntold
	}
	_, t.steady = machine.(ability.MarginKeeper)
	if t.follows = t.choices(machine); t.follows != nil {
		c.Sinks = append(c.Sinks, t.follows)
	}
	if a, adapts := machine.(ability.Adaptive); adapts && t.sky.calm == 0 && c.Mobility == nil && c.Loss == nil {
		t.patience = newPatience(a, hop(t.scenario, c))
		c.Sinks = append(c.Sinks, t.patience)
	}
	if d, says := machine.(ability.Durable); says {
		t.outlives = newOutlives(d, made, c.Nodes)
		c.Interrupt = t.outlives.saves
		c.Sinks = append(c.Sinks, t.outlives)
	}
	return nil
}

// goal is whom a component must name: the best only where what nodes offer is fixed, and no
// margin keeps a leader in office that is not the best.
func (t *sitting) goal() protocol.Goal {
	fixed := len(t.config.Capability.Values) > 0 && t.config.Setup.Hysteresis == protocol.Margin{}
	if g := t.algorithm.Goal; g != protocol.GoalBest && g != "" || fixed {
		return g
	}
	return protocol.GoalAny
}

// longest is a bound that no world of this size exceeds.
func (t *sitting) longest() time.Duration {
	return t.settles(protocol.Scale{Nodes: t.config.Nodes, Diameter: t.config.Nodes})
}

// settles is the settle bound of the world at a scale.
func (t *sitting) settles(scale protocol.Scale) time.Duration {
	scale.Hop, scale.Roster, scale.Neighbour = hop(t.scenario, t.config), t.config.Nodes, noticed(t.config)
	return t.algorithm.SettleBound(scale, t.config.Setup)
}

// invariants are those that hold in this world. What nodes offer must be constant, and no
// fault may take what they saved.
func (t *sitting) invariants(program *registry.Registry) (list []check.Property) {
	list = append(list, check.Property{Name: "parents of one tree are acyclic", New: func() check.Invariant { return invariants.NewAcyclic() }})
	if !t.constant() {
		return list
	}
	var params []string
	for name, value := range t.entry.Params {
		params = append(params, name+"="+value)
	}
	return append(list, program.Invariants(t.algorithm.Name, params)...)
}

// choices returns the checker of whom nodes follow. It is nil if there is nothing to check: the
// offers change, the world begins with a leader, or the machine declares nothing of it. Where
// nothing ever happens to the world, a machine that takes only the best if all start takes no
// worse node than itself whoever starts.
func (t *sitting) choices(machine protocol.Machine) *follows {
	if !t.constant() || t.config.Start.Leader != protocol.Nobody || t.goal() != protocol.GoalBest {
		return nil
	}
	_, noWorse := machine.(ability.NeverWorse)
	_, onlyBest := machine.(ability.OnlyBest)
	onlyBest = onlyBest && t.asked == AskedCalm && t.sky.calm == 0 && !t.timed()
	if !noWorse && !onlyBest {
		return nil
	}
	f := newFollows(t.config.Capability.Values)
	f.onlyBest = onlyBest
	return f
}

// timed reports whether a time is given for a parameter: times may be too short for each other.
func (t *sitting) timed() bool {
	return slices.ContainsFunc(t.algorithm.Params, func(p protocol.Param) bool {
		_, given := t.entry.Params[p.Name]
		return given && p.Type == protocol.TypeDuration
	})
}

// constant reports whether what nodes offer never changes, and nobody forgets.
func (t *sitting) constant() bool {
	for i := range t.config.Faults {
		if f := &t.config.Faults[i]; f.LoseStorage || f.Kind == emulator.FaultResign {
			return false
		}
	}
	return len(t.config.Capability.Values) > 0
}

// emulate runs the world.
func (t *sitting) emulate(ctx context.Context) (events uint64, err error) {
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

// Wants is the samples, which are regular.
func (*sitting) Wants() trace.Set { return trace.Of(trace.Sample) }

// Record notes the time, and ends the run when enough was seen.
func (t *sitting) Record(r *trace.Record) {
	t.now = r.At
	if t.asked != AskedCalm || r.At <= protocol.Time(t.sky.calm) {
		return
	}
	if t.bound == 0 {
		t.bound = t.settles(t.places.Scale())
		t.speech.watch(protocol.Time(t.sky.calm+t.bound), watch/2)
	}
	if t.margin != nil {
		return // it may take the whole of the longest bound
	}
	since, settled := t.converged.SettledAt()
	if r.At > protocol.Time(t.sky.calm+t.bound+watch) || settled && r.At > since.Add(enough+watch) {
		t.stop()
	}
}

func (t *sitting) found(law Law, of, why string) {
	t.breaches = append(t.breaches, Breach{Law: law, Of: of, Why: why})
}
