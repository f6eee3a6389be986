package conformance

import (
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
	"bellwether/trace/check"
)

// contended is a drawn world whose nodes contend for the medium, false for one that
// has none.
func contended(number uint64, r row, t testing.TB) (emulator.Config, bool) {
	c := Draw(number).Config(r.a, r.values(t))
	access := radio.DefaultCSMA()
	c.Access, c.Link.Preamble = &access, radio.DefaultPreamble
	return c, c.Mobility != nil
}

// TestContendedMediumSettles: where frames collide there is no calm without loss, and
// no bound that never fails. In small worlds a frame lost to a collision costs a
// round, so that twice the bound is enough.
func TestContendedMediumSettles(t *testing.T) {
	const worlds = 30
	for _, r := range rows() {
		t.Run(r.label, func(t *testing.T) {
			t.Parallel()
			for k := range uint64(worlds) {
				c, ok := contended(*first+k, r, t)
				if !ok {
					continue
				}
				bound := r.a.SettleBound(protocol.Scale{Nodes: c.Nodes, Diameter: c.Nodes, Hop: hop, Roster: c.Nodes,
					Neighbour: 10 * time.Second}, c.Setup)
				c.Until = calmAt + 2*bound + time.Second
				settled := check.NewConverged(check.ConvergedOptions{Calm: protocol.Time(calmAt),
					Deadline: protocol.Time(calmAt + 2*bound), Goal: r.a.Goal, Quorum: r.a.QuorumOf(c.Nodes)})
				c.Sinks = []trace.Sink{settled}
				run(t, c)
				if v := settled.Verdicts(); len(v) > 0 {
					t.Errorf("world %d: %v", *first+k, v[0])
				}
			}
		})
	}
}

// TestContendedMediumRunsTheSame: one seed, one trace.
func TestContendedMediumRunsTheSame(t *testing.T) {
	r := rows()[0]
	for k := range uint64(30) {
		var sums [2]string
		for i := range sums {
			c, _ := contended(k, r, t)
			if c.Mobility == nil {
				continue
			}
			hash := trace.NewHash()
			c.Until, c.Sinks = calmAt, []trace.Sink{hash}
			run(t, c)
			sums[i] = hash.Sum()
		}
		if sums[0] != sums[1] {
			t.Errorf("world %d: two runs, two traces", k)
		}
	}
}
