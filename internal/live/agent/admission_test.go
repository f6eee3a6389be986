package agent_test

import (
	"testing"
	"time"

	"bellwether/election"
	"bellwether/internal/live/agent"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
	"bellwether/protocol"
)

// Members get the setting admission one at a time, the leader last. Those with it and those without grant each other
// nothing, so nobody leads for a moment at the restart after which those with it are a majority. No two lead. A member
// that is not in the other half's electorate is not elected there: it would keep all from a leader until it restarts.
//
// It tests "Who counts" of docs/security.md.
func TestAdmissionIsRolledIn(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		o := agent.Options{Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}, Timing: agent.LAN(), Quorum: 3, Expect: 3, Lease: 5 * time.Second}
		c := &cluster{t, livetest.NewNetwork(), o, map[string]*agent.Agent{}, map[string]chan int64{}, ""}
		c.network.Delay(2 * time.Millisecond)
		names, disks := []string{"b", "c", "d"}, map[string]*livetest.Disk{} // d offers most
		start := func(i int) {
			c.options.Storage = disks[names[i]]
			c.start(names[i], int64(100*(i+1)))
			if c.options.Admits {
				c.network.Admit(names[i])
			}
		}
		for i, name := range names {
			disks[name] = &livetest.Disk{Node: protocol.ID(name[0])}
			start(i)
		}
		time.Sleep(30 * time.Second)
		c.options.Admits = true
		for i, name := range names {
			left := c.agents[name]
			delete(c.agents, name)
			livetest.Stop(t, left)
			start(i)
			none, longest := time.Duration(0), time.Duration(0)
			for range 200 {
				time.Sleep(100 * time.Millisecond)
				none += 100 * time.Millisecond
				switch who := c.leads(); len(who) {
				case 0:
				case 1:
					none = 0
				default:
					t.Fatalf("%q lead", who)
				}
				longest = max(longest, none)
			}
			if longest > 3*time.Second {
				t.Errorf("%s restarted: nobody led for %v", name, longest)
			}
		}
		if got := c.agreed(); got != "d" {
			t.Errorf("all follow %q in the end", got)
		}
		for _, a := range c.agents {
			livetest.Stop(t, a)
		}
	})
}
