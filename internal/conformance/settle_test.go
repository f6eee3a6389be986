package conformance

import (
	"fmt"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/check"
)

// restful is how long after its bound a world is watched.
const restful = 20 * time.Second

// settle runs a world until long after its bound, and holds it to what holds in
// any: it converges within the bound and stays so, parents form no circle,
// numbers increase, and after the bound nothing is said that an election takes.
// It gives the share of the bound that settling took.
func settle(t testing.TB, r row, w Case, c emulator.Config) (share float64, err error) {
	t.Helper()
	// No world of this size has a longer bound; the true one follows from the
	// links at rest.
	longest := r.a.SettleBound(protocol.Scale{Nodes: w.Nodes, Diameter: w.Nodes, Hop: hop, Roster: w.Nodes,
		Neighbour: 10 * time.Second}, c.Setup)
	c.Until = calmAt + longest + restful
	converged := check.NewConverged(check.ConvergedOptions{
		Calm: protocol.Time(calmAt), Deadline: protocol.Time(c.Until), Goal: r.a.Goal, Quorum: r.a.QuorumOf(w.Nodes)})
	places, talk := newTopology(w.Nodes), newTalk()
	laws := []check.Checker{check.NewAcyclic()}
	if r.a.Name == "vasudevan" && keepsStorage(c.Faults) { // others' numbers mean nothing beyond a row of the table
		laws = append(laws, check.NewMonotone())
	}
	c.Sinks = append(c.Sinks, converged, places, talk)
	for _, l := range laws {
		c.Sinks = append(c.Sinks, l)
	}
	run(t, c)
	for _, l := range laws {
		for _, v := range l.Verdicts() {
			return 0, fmt.Errorf("%v", v)
		}
	}
	bound := r.a.SettleBound(places.scale(w), c.Setup)
	at, ok := converged.SettledAt()
	took := at.Sub(protocol.Time(calmAt))
	if !ok {
		return 0, fmt.Errorf("never settles (bound %v)%s", bound, reasons(converged))
	}
	if took > bound {
		return 0, fmt.Errorf("settles after %v, bound %v", took, bound)
	}
	if err := talk.after(protocol.Time(calmAt+bound), places, r.a.QuorumOf(w.Nodes)); err != nil {
		return 0, err
	}
	return float64(max(took, 0)) / float64(bound), nil
}

// reasons are why a world did not converge, as far as the judge knows.
func reasons(c *check.Converged) (out string) {
	for _, v := range c.Verdicts() {
		out += "; " + v.Why
	}
	return out
}

// keepsStorage says whether no fault takes what a node saved: only then can its
// computation numbers never repeat.
func keepsStorage(faults []emulator.Fault) bool {
	for _, f := range faults {
		if f.LoseStorage {
			return false
		}
	}
	return true
}

func run(t testing.TB, c emulator.Config) *emulator.Emulation {
	t.Helper()
	world, err := emulator.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := world.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return world
}

// ends runs a world with one more sink, to an instant.
func ends(t testing.TB, c emulator.Config, until time.Duration, sink trace.Sink) {
	t.Helper()
	c.Until, c.Sinks = until, []trace.Sink{sink}
	run(t, c)
}
