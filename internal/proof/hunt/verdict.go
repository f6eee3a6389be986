package hunt

import (
	"fmt"
	"slices"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/trace"
)

// verdict turns the verdicts of all checkers into breaches.
func (t *checkedRun) verdict() {
	quorum := t.algorithm.QuorumOf(t.config.Nodes)
	for i, c := range t.checks {
		c.Record(&trace.Record{Kind: trace.End, At: t.now})
		for _, v := range c.Verdicts() {
			t.found(lawSafety, t.always[i].Name, v.String())
			break
		}
	}
	if why := t.enacted.verdict(); why != "" {
		t.found(lawEnacted, "", why)
	}
	if t.outlives != nil && t.outlives.why != "" {
		t.found(lawSafety, "what is saved outlives a crash", t.outlives.why)
	}
	if t.mistakes != nil && t.mistakes.why != "" {
		t.found(lawSafety, "a failure detector learns how long answers take", t.mistakes.why)
	}
	if t.aging.why != "" {
		t.found(lawSafety, "news that is held grows older", t.aging.why)
	}
	if t.single.why != "" && quorum > 0 {
		t.found(lawSafety, "one election has one leader", t.single.why)
	}
	if t.follows != nil && t.follows.worse != "" {
		t.found(lawSafety, "nobody follows a worse node", t.follows.worse)
	}
	if t.follows != nil && t.follows.lesser != "" && t.places.Whole() &&
		t.config.Services.Hello == nil && t.config.Start.All { // else the best of those that start is elected
		t.found(lawSafety, "where all start and nothing happens only the best is taken", t.follows.lesser)
	}
	if t.circles != nil && t.circles.why != "" {
		t.found(lawSafety, "packets do not go round", t.circles.why)
	}
	if t.traffic.storm > 0 { // it ended the run
		if t.multiplies() {
			t.asked = askedSafe
		} else {
			t.found(lawStorm, "", t.traffic.why())
		}
		return
	}
	switch {
	case len(t.breaches) > 0 && t.breaches[0].Law == lawContract:
	case t.asked == askedLossy:
		t.lossy()
	case t.asked == askedCalm && t.hasty:
		t.asked = askedSafe
	case t.asked == askedCalm && t.bound > 0:
		t.settled()
	}
}

// multiplies reports whether the world may cause the storm, and not the algorithm: where a share p
// of the frames come twice, a message that is relayed over h hops comes (1+p)^h times, which is
// thousands of times across a large world, and in a small one while packets of an OLSR go round.
// A real radio drops most copies by their number.
func (t *checkedRun) multiplies() bool {
	rounds := t.config.Services.OLSR != nil && routes(t.config)
	return (rounds || t.config.Nodes > fewNodes) && slices.ContainsFunc(t.config.Faults, func(f emulator.Fault) bool {
		return f.Kind == emulator.FaultDuplicate && t.traffic.storm >= protocol.Time(f.At)
	})
}

// lossy checks a world whose losses do not end.
func (t *checkedRun) lossy() {
	after := t.led.at.Sub(t.led.after)
	t.late = !t.led.was || after > 3*t.longest()
	if !t.led.was {
		t.found(lawLossy, "", fmt.Sprintf("at no instant in %v, %d settle bounds after the last other change, is each component led as it should be", lossyBounds*t.longest(), lossyBounds))
	}
}

// settled checks a world that became calm.
func (t *checkedRun) settled() {
	calm, quorum := protocol.Time(t.calm.from), t.algorithm.QuorumOf(t.config.Nodes)
	t.converged.Record(&trace.Record{Kind: trace.End, At: t.now})
	at, ok := t.converged.SettledAt()
	switch took := at.Sub(calm); {
	case !ok:
		why := fmt.Sprintf("never, bound %v after the calm at %v", t.bound, calm)
		for _, v := range t.converged.Verdicts() {
			why += "; " + v.Why
		}
		t.found(lawConverges, "", why)
	case took > t.bound:
		t.found(lawConverges, "", fmt.Sprintf("%v after the calm at %v, bound %v", took, calm, t.bound))
	}
	if t.now > protocol.Time(t.traffic.begins) {
		t.first()
	}
	if t.now <= calm.Add(t.bound+watch) {
		return // the run ended before: see enough
	}
	if more := t.traffic.grows(); more != "" {
		t.found(lawStorm, "", more)
	}
	if talk := t.traffic.After(calm.Add(t.bound), t.places, quorum); talk != "" {
		t.found(lawQuiet, "", talk)
	}
	if t.undisturbed() && t.traffic.First != nil {
		t.found(lawQuiet, "", fmt.Sprintf("a settled system to which nothing happens: %v sends a message of class %v (kind %d) at %v",
			t.traffic.First.Node, t.traffic.First.Class, t.traffic.First.Message, t.traffic.First.At))
	}
	if t.margin != nil {
		for _, v := range t.margin.Verdicts() {
			t.found(lawMargin, "", v.String())
			break
		}
	}
	t.cost()
}

// undisturbed reports whether nothing ever happens to a world that begins settled: with a leader
// that its goal wants, or that the machine keeps within the hysteresis.
func (t *checkedRun) undisturbed() bool {
	c := t.config
	if c.Start.Leader == protocol.Nobody || c.Start.All || len(c.Start.Elect) > 0 || len(c.Faults)+len(c.Interventions) > 0 ||
		t.calm.from > 0 || c.Loss != nil || len(c.Capability.Values) == 0 || !t.places.Whole() {
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
		rival := protocol.Capability{ID: protocol.ID(i + 1), Value: v}
		if rival.Deposes(leader, c.Setup.Hysteresis) || !t.steady && rival.Exceeds(leader) {
			return false
		}
	}
	return true
}
