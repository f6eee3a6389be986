package agent_test

import (
	"testing"
	"time"

	"bellwether/baseline"
	"bellwether/election"
	"bellwether/internal/live/agent"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
)

// A leader whose datagrams no longer reach the others, while it hears theirs, steps down once
// the bound is over, whatever the algorithm, and stays down. When it is heard again all agree.
func TestALeaderThatNobodyHearsStepsDown(t *testing.T) {
	algorithms := elections()
	if !testing.Short() {
		algorithms = append(algorithms, baseline.All()...)
	}
	for _, a := range algorithms {
		clustered(t, agent.Options{Algorithm: agent.Algorithm{Algorithm: a}}, func(c *cluster) {
			leader := c.agreed()
			c.network.Cut(func(from, to string) bool { return from == leader })
			time.Sleep(10 * time.Second) // the others elect, in s-elect-leader-c in 6 s; and 3 s
			for range 60 {
				time.Sleep(time.Second)
				if livetest.Leader(t, c.agents[leader]) == leader {
					t.Errorf("%s: %s leads though nobody hears it", a.Name, leader)
					break
				}
			}
			c.network.Cut(func(string, string) bool { return false })
			if took := c.until(func() bool { return c.agreed() != "" }); took > 10*time.Second {
				t.Errorf("%s: %v after all hear each other they agree on %q", a.Name, took, c.agreed())
			}
		})
	}
}

// Where datagrams reach nobody, and each leads for itself, only the best of those that see each
// other in the gossip goes on.
func TestOfLeadersThatNobodyHearsOneStays(t *testing.T) {
	each(t, func(t *testing.T, a agent.Algorithm) {
		clustered(t, agent.Options{Algorithm: a}, func(c *cluster) {
			c.network.Deafen(true)
			time.Sleep(20 * time.Second)
			for name := range c.agents {
				want := map[string]string{"d": "d"}[name]
				if got := livetest.Leader(t, c.agents[name]); got != want {
					t.Errorf("%s follows %q, want %q", name, got, want)
				}
			}
			c.network.Deafen(false)
			if took := c.within("d"); took > 10*time.Second {
				t.Errorf("d leads %v after all hear each other", took)
			}
		})
	})
}

// A leader whose only fellow does not take part, since its disk takes no writes, goes on.
func TestALeaderOfNobodyElseGoesOn(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		e := livetest.NewNetwork()
		o := agent.Options{Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}, Timing: agent.Local()}
		disk := &livetest.Disk{Node: 2}
		b := e.Start(t, "b", o)
		o.Storage = disk
		a := e.Start(t, "a", o)
		time.Sleep(10 * time.Second)
		disk.Full.Store(true)
		if err := a.Elect(t.Context()); err != nil { // it saves that it does
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		if s, err := a.Status(t.Context()); err != nil || s.Healthy() {
			t.Fatalf("the disk of a is full, and it takes part: %+v, %v", s, err)
		}
		if got := livetest.Leader(t, b); got != "b" {
			t.Errorf("b follows %q", got)
		}
		disk.Full.Store(false)
		livetest.Stop(t, a, b)
	})
}
