package agent_test

import (
	"encoding/binary"
	"testing"
	"time"

	"bellwether/election"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/membership"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
	"bellwether/protocol"
)

// A skewed network is the network of a machine whose wall clock is wrong. The last eight
// bytes of a packet's header hold that clock.
type skewed struct {
	*livetest.Port
	by time.Duration
}

func (s skewed) Send(to string, data []byte) error {
	const at = 33 // after version, stack, from, to, incarnation, frame and the machine's time
	wall := int64(binary.BigEndian.Uint64(data[at:]))
	if d := time.Since(time.Unix(0, wall)).Abs(); d > time.Hour {
		panic("the wall clock is not where this test takes it to be")
	}
	binary.BigEndian.PutUint64(data[at:], uint64(wall+int64(s.by)))
	return s.Port.Send(to, data)
}

// Wall clocks that are decades apart, or before 1970, change nothing: packets carry them
// only so that traces can be merged.
func TestWallClocksDecideNothing(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		e := livetest.NewNetwork()
		const decade = 10 * 365 * 24 * time.Hour
		agents := map[string]*agent.Agent{}
		for i, name := range []string{"a", "b", "c", "d"} {
			o := agent.Options{Name: name, Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()},
				Storage: &livetest.Disk{Node: protocol.ID(i + 1)}, Offer: int64(100 * i)}
			id, incarnation, err := agent.Boot(o)
			if err != nil {
				t.Fatal(err)
			}
			p := e.Join(name, membership.Meta{ID: id, Incarnation: incarnation, Capability: o.Offer, Stack: agent.Stack(o)})
			by := []time.Duration{0, 5 * decade, -5 * decade, time.Hour}[i]
			if agents[name], err = agent.Start(t.Context(), o, agent.Identity{ID: id, Incarnation: incarnation}, skewed{p, by}); err != nil {
				t.Fatal(err)
			}
		}
		agree := func(want string) {
			t.Helper()
			for name, a := range agents {
				if got := livetest.Leader(t, a); got != want {
					t.Errorf("%s follows %q, want %q", name, got, want)
				}
			}
		}
		time.Sleep(time.Minute)
		agree("d")
		livetest.Stop(t, agents["d"])
		delete(agents, "d")
		time.Sleep(time.Minute)
		agree("c")
		livetest.Stop(t, agents["a"], agents["b"], agents["c"])
	})
}
