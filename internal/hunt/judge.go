package hunt

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bellwether/emulator"
	"bellwether/internal/campaign"
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

// Where losses do not end. What comes of a run is a matter of chance there: of an algorithm
// whose election takes many messages in a row, such as a token's way round a ring, few
// elections succeed. The law is asked of small worlds, and gives much time.
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

// judge runs worlds and judges them.
type judge struct {
	program *registry.Registry
	laws    []Bound
}

// A Trial is what became of one world.
type Trial struct {
	Breach *Breach
	Nodes  int
	Asked  Asked
	Late   bool          // losses did not end, and it was not led by three bounds
	Calm   time.Duration // when it becomes calm
	Bound  time.Duration // within which it should settle after that; 0: not known
	Ended  time.Duration // when it was judged
	Events uint64
}

// Asked is what could be asked of a world.
type Asked uint8

// What is asked.
const (
	AskedCalm  Asked = iota // all laws
	AskedLossy              // losses do not end
	AskedSafe               // something else does not end: contract, safety and storms only
)

// world judges a world. The error is of a world that is no scenario.
func (j *judge) world(ctx context.Context, w *World) (Trial, error) {
	s, err := scenarios.Read("hunted.yaml", w.YAML(), j.program.Options())
	if err != nil {
		return Trial{}, err
	}
	return j.scenario(ctx, s, s.Algorithms[0], s.Seed)
}

// scenario judges one run of a scenario.
func (j *judge) scenario(ctx context.Context, s *scenarios.Scenario, e scenarios.Entry, seed uint64) (Trial, error) {
	c, err := s.Config(e, seed)
	if err != nil {
		return Trial{}, err
	}
	cut, stop := context.WithCancel(ctx)
	defer stop()
	run := newSitting(s, e, &c, j.program, stop)
	events, err := run.emulate(cut)
	if ctx.Err() != nil {
		return Trial{}, ctx.Err()
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		run.found(Contract, "", plain(err))
	}
	run.verdict()
	t := Trial{Nodes: c.Nodes, Asked: run.asked, Late: run.late, Calm: run.sky.calm, Bound: run.bound, Ended: time.Duration(run.now), Events: events}
	if len(j.laws) > 0 && first(run.breaches) == nil {
		if err := j.bounds(ctx, run, seed); err != nil {
			return Trial{}, err
		}
	}
	t.Breach = first(run.breaches)
	return t, nil
}

// bounds measures a run and compares it with the user's bounds.
func (j *judge) bounds(ctx context.Context, run *sitting, seed uint64) error {
	measured, failed := campaign.One(ctx, run.scenario, run.entry, seed, j.program)
	if failed != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		run.found(Contract, "", plain(failed.Err))
		return nil
	}
	for _, b := range j.laws {
		if v := measured.Metrics.Get(b.Metric); v.Known && !b.holds(v.X) {
			run.found(Own, b.String(), fmt.Sprintf("%s is %.4g", b.Metric, v.X))
			break
		}
	}
	return nil
}

// plain is the first line of an error, without where on a stack it was.
func plain(err error) string {
	var p *crash.Panic
	if errors.As(err, &p) {
		return p.Error()
	}
	return err.Error()
}

// A sitting is one run with those who watch it. It is a sink for the passing of time: it
// knows when all must be settled, and ends the run once that was watched.
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
	worse     *worse // nil: not asked
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

func newSitting(s *scenarios.Scenario, e scenarios.Entry, c *emulator.Config, program *registry.Registry, stop func()) *sitting {
	t := &sitting{scenario: s, entry: e, config: c, algorithm: &c.Algorithm, sky: weatherOf(s, c), stop: stop}
	switch {
	case t.sky.never != "" || t.algorithm.SettleBound == nil:
		t.asked = AskedSafe
	case t.sky.loses && c.Nodes <= lossyNodes:
		t.asked = AskedLossy
	case t.sky.loses:
		t.asked = AskedSafe
	}
	t.places, t.speech, t.single = rest.NewTopology(c.Nodes), newSpeech(c.Nodes), newSingle()
	t.speech.begins = firstIntervals * c.Setup.Detection.Interval
	c.Sinks = append(c.Sinks, t, t.places, t.speech, t.single)
	if t.constant() && c.Start.Leader == protocol.Nobody && t.goal() == protocol.GoalBest &&
		(neverWorse[t.algorithm.Name] || t.sky.calm == 0 && t.asked == AskedCalm) {
		t.worse = newWorse(c.Capability.Values)
		c.Sinks = append(c.Sinks, t.worse)
	}
	quorum, calm := t.algorithm.QuorumOf(c.Nodes), protocol.Time(t.sky.calm)
	switch t.asked {
	case AskedCalm:
		longest := t.longest()
		c.Until = t.sky.calm + longest + watch + 2*time.Second
		t.converged = check.NewConverged(check.ConvergedOptions{Calm: calm, Deadline: protocol.Time(c.Until), Goal: t.goal(), Quorum: quorum})
		c.Sinks = append(c.Sinks, t.converged)
		if t.goal() != t.algorithm.Goal {
			t.margin = check.NewWithinMargin(check.MarginOptions{From: calm, Margin: c.Setup.Hysteresis, Grace: longest})
			c.Sinks = append(c.Sinks, t.margin)
		}
	case AskedLossy:
		c.Until = t.sky.calm + lossyBounds*t.longest()
		t.led = newLed(c.Nodes, t.goal(), quorum, t.sky.calm, stop)
		c.Sinks = append(c.Sinks, t.led)
	}
	t.always = t.invariants(program)
	for _, p := range t.always {
		judge := p.New()
		t.checks = append(t.checks, judge)
		c.Sinks = append(c.Sinks, judge)
	}
	return t
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

// stepwise is an invariant that goes by the order of records within a step, which the
// explorer's steps have and an emulated instant has not.
const stepwise = "a Leader names the best of those whose Acks reached its announcer"

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
	for _, p := range program.Invariants(t.algorithm.Name, params) {
		if p.Name != stepwise {
			list = append(list, p)
		}
	}
	return list
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
	defer func() {
		switch p := recover().(type) {
		case nil, stormed:
		default:
			err = crash.Recovered(p)
		}
	}()
	world, err := emulator.New(*t.config)
	if err != nil {
		return 0, err
	}
	err = world.Run(ctx)
	return world.Counters().Events, err
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

// verdict asks all who watched.
func (t *sitting) verdict() {
	quorum := t.algorithm.QuorumOf(t.config.Nodes)
	for i, c := range t.checks {
		c.Record(&trace.Record{Kind: trace.End, At: t.now})
		for _, v := range c.Verdicts() {
			t.found(Safety, t.always[i].Name, v.String())
			break
		}
	}
	if t.single.why != "" && quorum > 0 {
		t.found(Safety, "one election has one leader", t.single.why)
	}
	if t.worse != nil && t.worse.why != "" {
		t.found(Safety, "nobody follows a worse node", t.worse.why)
	}
	if t.worse != nil && t.worse.astray != "" && t.asked == AskedCalm && t.sky.calm == 0 && t.config.Loss == nil && t.places.Whole() &&
		t.config.Services.Hello == nil && t.config.Start.All { // of those that start the best is elected
		t.found(Safety, "where all start and nothing happens only the best is taken", t.worse.astray)
	}
	if t.speech.storm > 0 {
		t.found(Storm, "", t.speech.why())
		return // the run was cut off
	}
	switch {
	case len(t.breaches) > 0 && t.breaches[0].Law == Contract:
	case t.asked == AskedLossy:
		t.lossy()
	case t.asked == AskedCalm && t.bound > 0:
		t.settled()
	}
}

// lossy judges a world whose losses do not end.
func (t *sitting) lossy() {
	after := t.led.at.Sub(t.led.after)
	t.late = !t.led.was || after > 3*t.longest()
	if !t.led.was {
		t.found(Lossy, "", fmt.Sprintf("no sample in %v, %d settle bounds after the last other change, finds each component led as it should be", lossyBounds*t.longest(), lossyBounds))
	}
}

// settled judges a world that became calm.
func (t *sitting) settled() {
	calm, quorum := protocol.Time(t.sky.calm), t.algorithm.QuorumOf(t.config.Nodes)
	t.converged.Record(&trace.Record{Kind: trace.End, At: t.now})
	at, ok := t.converged.SettledAt()
	switch took := at.Sub(calm); {
	case !ok:
		why := fmt.Sprintf("never, bound %v after the calm at %v", t.bound, calm)
		for _, v := range t.converged.Verdicts() {
			why += "; " + v.Why
		}
		t.found(Converges, "", why)
	case took > t.bound:
		t.found(Converges, "", fmt.Sprintf("%v after the calm at %v, bound %v", took, calm, t.bound))
	}
	if t.now > protocol.Time(t.speech.begins) {
		t.first()
	}
	if t.now <= calm.Add(t.bound+watch) {
		return // it was not watched that long, see enough
	}
	if more := t.speech.grows(); more != "" {
		t.found(Storm, "", more)
	}
	if talk := t.speech.After(calm.Add(t.bound), t.places, quorum); talk != "" {
		t.found(Quiet, "", talk)
	}
	if t.undisturbed() && t.speech.First != nil {
		t.found(Quiet, "", fmt.Sprintf("a settled system to which nothing happens: %v says a message of class %v (kind %d) at %v",
			t.speech.First.Node, t.speech.First.Class, t.speech.First.Message, t.speech.First.At))
	}
	if t.margin != nil {
		for _, v := range t.margin.Verdicts() {
			t.found(Margin, "", v.String())
			break
		}
	}
	t.cost()
}

// undisturbed reports whether a world begins settled, with whom its goal wants or with whom
// the margin keeps in office, and nothing ever happens to it.
func (t *sitting) undisturbed() bool {
	c := t.config
	if c.Start.Leader == protocol.Nobody || c.Start.All || len(c.Start.Elect) > 0 || len(c.Faults)+len(c.Interventions) > 0 ||
		t.sky.calm > 0 || c.Loss != nil || len(c.Capability.Values) == 0 || !t.places.Whole() {
		return false
	}
	switch t.algorithm.Goal {
	case protocol.GoalSmallestID, protocol.GoalStablest:
		return c.Start.Leader == 1
	case protocol.GoalAny, protocol.GoalQuorum:
		return true
	}
	leader := protocol.Capability{ID: c.Start.Leader, Value: c.Capability.Values[c.Start.Leader-1]}
	for i, v := range c.Capability.Values {
		if (protocol.Capability{ID: protocol.ID(i + 1), Value: v}).Deposes(leader, c.Setup.Hysteresis) {
			return false
		}
	}
	return true
}
