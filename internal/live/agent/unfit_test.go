package agent_test

import (
	"testing"
	"time"

	"bellwether/election"
	"bellwether/internal/live/agent"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
)

// One that offers most and that no majority can grant does not keep the members from having a leader: neither
// where nobody has admitted it, with its knowledge or without, nor where its lease or admission is another.
func TestAGuestIsNotElected(t *testing.T) {
	for name, change := range map[string]func(*agent.Options){
		"no admission":  func(*agent.Options) {},
		"no setting":    func(o *agent.Options) { o.Admits = false },
		"another lease": func(o *agent.Options) { o.Lease = 3 * time.Second },
		"old operators": func(*agent.Options) {},
	} {
		for _, a := range []agent.Algorithm{{Algorithm: election.Vasudevan()}, agent.GossipMax()} {
			t.Run(name+" "+a.Name, func(t *testing.T) {
				bubble.Test(t, func(t *testing.T) {
					c := &cluster{t, livetest.NewNetwork(), agent.Options{Algorithm: a, Timing: agent.Local(), Quorum: 3, Expect: 3, Lease: 2 * time.Second,
						Admits: true}, map[string]*agent.Agent{}, map[string]chan int64{}, ""}
					c.network.Delay(2 * time.Millisecond)
					for i, member := range []string{"a", "b", "c"} {
						c.start(member, int64(100-i))
						c.network.Admit(member)
					}
					time.Sleep(10 * time.Second)
					change(&c.options)
					c.start("d", 900)
					switch name {
					case "old operators":
						c.network.Pretend("d")
					case "another lease":
						c.network.Admit("d")
					}
					time.Sleep(20 * time.Second)
					for _, member := range []string{"a", "b", "c"} {
						if got := livetest.Leader(t, c.agents[member]); got != "a" {
							t.Errorf("%s, %s: %s follows %q", a.Name, name, member, got)
						}
					}
					for _, m := range c.status("a").Members {
						if (m.Unfit != "") != (m.Name == "d") {
							t.Errorf("%s, %s: %s is unfit: %q", a.Name, name, m.Name, m.Unfit)
						}
					}
					for _, one := range c.agents {
						livetest.Stop(t, one)
					}
				})
			})
		}
	}
}
