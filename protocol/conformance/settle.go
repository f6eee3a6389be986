package conformance

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/internal/laws/invariants"
	"bellwether/internal/laws/quiescence"
	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/check"
)

// restful is how long after its bound a world is watched.
const restful = 20 * time.Second

// settle runs a world until long after its bound, and checks what holds in any world: it
// converges within the bound and stays so, parents form no cycle, the algorithm's own
// checks hold, and no message of an election is sent after the bound. It returns the share
// of the bound that settling took.
func settle(t testing.TB, r row, w scene, c emulator.Config) (share float64, err error) {
	t.Helper()
	if r.a.MaxNodes > 0 && w.nodes > r.a.MaxNodes {
		return leastShare, nil // a larger world than the algorithm takes
	}
	// This is the longest bound of a world of this size; the bound that is tested follows
	// from the links at rest.
	longest := r.a.SettleBound(protocol.Scale{Nodes: w.nodes, Diameter: w.nodes, Hop: hop, Roster: w.nodes,
		Neighbour: 10 * time.Second}, c.Setup)
	c.Until = calmAt + longest + restful
	converged := check.NewConverged(check.ConvergedOptions{
		Calm: protocol.Time(calmAt), Deadline: protocol.Time(c.Until), Goal: r.a.Goal, Quorum: r.a.QuorumOf(w.nodes)})
	places, talk := quiescence.NewTopology(w.nodes), quiescence.NewElections(w.nodes)
	laws := []check.Checker{invariants.NewAcyclic()}
	if r.facts.Checks != nil {
		laws = append(laws, r.facts.Checks(&c)...)
	}
	c.Sinks = append(c.Sinks, converged, places, talk)
	for _, l := range laws {
		c.Sinks = append(c.Sinks, l)
	}
	if err := run(t, r, c); err != nil {
		return 0, err
	}
	for _, l := range laws {
		for _, v := range l.Verdicts() {
			return 0, fmt.Errorf("%v", v)
		}
	}
	bound := r.a.SettleBound(scaleOf(places, w), c.Setup)
	at, ok := converged.SettledAt()
	took := at.Sub(protocol.Time(calmAt))
	if !ok {
		return 0, fmt.Errorf("never settles (bound %v)%s", bound, reasons(converged))
	}
	if took > bound {
		return 0, fmt.Errorf("settles %v after all is calm, bound %v", took, bound)
	}
	if spoke := talk.After(protocol.Time(calmAt+bound), places, r.a.QuorumOf(w.nodes)); spoke != "" {
		return 0, errors.New(spoke)
	}
	return float64(max(took, 0)) / float64(bound), nil
}

// reasons are the verdicts on why a world did not converge.
func reasons(c *check.Converged) (out string) {
	for _, v := range c.Verdicts() {
		out += "; " + v.Why
	}
	return out
}

// run runs a world to its end.
func run(t testing.TB, r row, c emulator.Config) error {
	t.Helper()
	world, err := emulator.New(c)
	if err != nil {
		return &finding{"Algorithm.New", err.Error(), "make machines for any sound configuration"}
	}
	if r.worlds != nil {
		*r.worlds++
	}
	return world.Run(t.Context())
}

// ends runs a world with one more sink, to an instant.
func ends(t testing.TB, r row, c emulator.Config, until time.Duration, sink trace.Sink) error {
	t.Helper()
	c.Until, c.Sinks = until, []trace.Sink{sink}
	return run(t, r, c)
}
