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

// Where a majority decides, a member that is off keeps nobody from a leader: neither when it left in order and
// another starts again, nor when the others start without it. All are waited for at first, so that the best leads at once.
func TestAMemberThatIsOffIsNotWaitedForForEver(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		o := agent.Options{Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}, Timing: agent.LAN(), Quorum: 3, Expect: 3, Lease: 5 * time.Second}
		c := &cluster{t, livetest.NewNetwork(), o, map[string]*agent.Agent{}, map[string]chan int64{}, ""}
		c.network.Delay(2 * time.Millisecond)
		disks := map[string]*livetest.Disk{}
		start := func(names ...string) {
			for _, name := range names {
				if disks[name] == nil {
					disks[name] = &livetest.Disk{Node: protocol.ID(name[0])}
				}
				c.options.Storage = disks[name]
				c.start(name, int64(name[0]))
			}
		}
		stop := func(name string) {
			left := c.agents[name]
			delete(c.agents, name)
			livetest.Stop(t, left)
		}
		start("b", "c", "d")
		time.Sleep(20 * time.Second)
		if got := c.agreed(); got != "d" {
			t.Errorf("all three follow %q", got)
		}
		stop("b")
		stop("d")
		start("d")
		time.Sleep(5 * time.Second)
		if got := c.status("d").Phase; got != "waiting for members" {
			t.Errorf("b has left, d starts: %s", got)
		}
		time.Sleep(15 * time.Second)
		if got := c.agreed(); got != "d" {
			t.Errorf("b has left, d is back: they follow %q", got)
		}
		stop("c") // d is alone, and nobody leads
		time.Sleep(20 * time.Second)
		if got := c.leads(); len(got) > 0 {
			t.Errorf("alone %q lead", got)
		}
		stop("d")
		start("d")
		time.Sleep(time.Minute)
		if got := c.status("d").Phase; got != "waiting for members" {
			t.Errorf("one of three: %s", got)
		}
		stop("d")
	})
}
