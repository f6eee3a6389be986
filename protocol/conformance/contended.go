package conformance

import (
	"fmt"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
	"bellwether/trace/check"
)

// contended returns a drawn world whose nodes contend for the medium, false if the world
// has no places.
func contended(number uint64, r row) (emulator.Config, bool) {
	c := drawScene(number).with(r)
	access := radio.DefaultCSMA()
	c.Access, c.Link.Preamble = &access, radio.DefaultPreamble
	return c, c.Mobility != nil
}

// settleContended is the convergence law in worlds where frames collide. Collisions lose
// frames even in the calm, so no bound holds for certain. In small worlds a lost frame
// costs one round, so twice the settle bound is enough.
func settleContended(t testing.TB, r row) error {
	for k := range count(2) {
		c, ok := contended(*first+k, r)
		if !ok {
			continue
		}
		bound := r.a.SettleBound(protocol.Scale{Nodes: c.Nodes, Diameter: c.Nodes, Hop: hop, Roster: c.Nodes,
			Neighbour: 10 * time.Second}, c.Setup)
		c.Until = calmAt + 2*bound + time.Second
		settled := check.NewConverged(check.ConvergedOptions{Calm: protocol.Time(calmAt),
			Deadline: protocol.Time(calmAt + 2*bound), Goal: r.a.Goal, Quorum: r.a.QuorumOf(c.Nodes)})
		c.Sinks = []trace.Sink{settled}
		if err := run(t, r, c); err != nil {
			return &drawn{*first + k, err}
		}
		for _, v := range settled.Verdicts() {
			return &drawn{*first + k, fmt.Errorf("%v", v)}
		}
	}
	return nil
}
