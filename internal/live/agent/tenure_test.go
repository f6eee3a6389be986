package agent_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"bellwether/baseline"
	"bellwether/election"
	"bellwether/election/tanist"
	"bellwether/internal/live/agent"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
	"bellwether/protocol"
)

// A cluster is agents of one algorithm whose capability a test can change.
type cluster struct {
	t         *testing.T
	network   *livetest.Network
	options   agent.Options
	agents    map[string]*agent.Agent
	readings  map[string]chan int64
	algorithm string
}

// clustered runs f in a bubble of virtual time with three agents, b, c and d, that have settled.
// d offers most.
func clustered(t *testing.T, o agent.Options, f func(*cluster)) {
	bubble.Test(t, func(t *testing.T) {
		o.Expect = 3
		if o.Timing.Name == "" {
			o.Timing = agent.Local()
		}
		c := &cluster{t, livetest.NewNetwork(), o, map[string]*agent.Agent{}, map[string]chan int64{}, o.Algorithm.Name}
		c.network.Delay(2 * time.Millisecond)
		for i, name := range []string{"b", "c", "d"} {
			c.start(name, int64(100*(i+1)))
		}
		time.Sleep(20 * time.Second)
		f(c)
		for _, a := range c.agents {
			livetest.Stop(t, a)
		}
	})
}

func (c *cluster) start(name string, offer int64) {
	o := c.options
	c.readings[name] = make(chan int64)
	o.Readings, o.Offer = c.readings[name], offer
	c.agents[name] = c.network.Start(c.t, name, o)
}

// agreed is the leader that all agents follow, "" if they follow several or none.
func (c *cluster) agreed() (leader string) {
	first := true
	for _, a := range c.agents {
		switch got := livetest.Leader(c.t, a); {
		case first:
			leader, first = got, false
		case got != leader:
			return ""
		}
	}
	return leader
}

func (c *cluster) status(name string) agent.Status {
	s, err := c.agents[name].Status(context.Background())
	if err != nil {
		c.t.Fatal(err)
	}
	return s
}

// still fails unless all agents follow a leader that has led since the epoch, without a break.
func (c *cluster) still(leader string, epoch uint64, after string) {
	c.t.Helper()
	if got, now := c.agreed(), c.status(leader).Epoch; got != leader || now != epoch {
		c.t.Errorf("%s: after %s %q leads, and %s has seen %d changes; want that %s is kept", c.algorithm, after, got, leader, now-epoch, leader)
	}
}

// within returns how long it takes until all agents follow a leader.
func (c *cluster) within(leader string) time.Duration {
	return c.until(func() bool { return c.agreed() == leader })
}

// until returns how long it takes until something holds, up to two minutes.
func (c *cluster) until(holds func() bool) time.Duration {
	began := time.Now()
	for !holds() && time.Since(began) < 2*time.Minute {
		time.Sleep(50 * time.Millisecond)
	}
	return time.Since(began)
}

// keepers are the algorithms that can keep a leader.
func keepers() (all []agent.Algorithm) {
	if testing.Short() {
		return []agent.Algorithm{{Algorithm: election.Vasudevan()}, {Algorithm: tanist.Algorithm()}, agent.GossipMax()}
	}
	all = []agent.Algorithm{agent.GossipMax()}
	for _, a := range append(baseline.All(), elections()...) {
		if (agent.Tenure{Life: true}).Check(a) == nil {
			all = append(all, agent.Algorithm{Algorithm: a})
		}
	}
	return all
}

// Nobody takes over from a leader that is kept, neither a node that starts nor one that has
// become better. When it leaves, the others elect as ever: by capability, if that is the
// algorithm's rule. If the leader of the one half of a network meets that of the other, one of
// the two stays.
func TestALeaderIsKept(t *testing.T) {
	for _, a := range keepers() {
		clustered(t, agent.Options{Algorithm: a, Tenure: agent.Tenure{Life: true}}, func(c *cluster) {
			leader := c.agreed()
			if leader == "" {
				t.Fatalf("%s: no leader", a.Name)
			}
			epoch := c.status(leader).Epoch
			if a.Goal != protocol.GoalQuorum { // a quorum's members are fixed from the beginning
				c.start("e", 1000)
				c.start("a", 2000)
			}
			time.Sleep(10 * time.Second)
			c.still(leader, epoch, "the start of better nodes")
			better := "c"
			if leader == "c" {
				better = "b"
			}
			c.readings[better] <- 5000
			time.Sleep(10 * time.Second)
			c.still(leader, epoch, better+" became better")
			if s := c.status(leader); !s.Kept || s.Capability > 300 {
				t.Errorf("%s: %s is kept: %t, and offers %d", a.Name, leader, s.Kept, s.Capability)
			}
			livetest.Stop(t, c.agents[leader])
			delete(c.agents, leader)
			time.Sleep(10 * time.Second)
			if next := c.agreed(); next == "" || (a.Goal == "" || a.Goal == protocol.GoalBest) && next != better {
				t.Errorf("%s: %q leads next, want the best", a.Name, next)
			}
		})
	}
}

// Two leaders that are kept meet: one stays.
func TestOneOfTwoKeptLeadersStays(t *testing.T) {
	for _, a := range keepers() {
		if a.Goal == protocol.GoalQuorum {
			continue // it has no leader in both halves
		}
		clustered(t, agent.Options{Algorithm: a, Tenure: agent.Tenure{Life: true}}, func(c *cluster) {
			c.start("e", 50)
			c.network.Cut(func(from, to string) bool { return (from < "d") != (to < "d") })
			time.Sleep(10 * time.Second)
			c.network.Cut(func(string, string) bool { return false })
			time.Sleep(10 * time.Second)
			if c.agreed() == "" {
				t.Errorf("%s: they agree on none", a.Name)
			}
		})
	}
}

// A better member takes over when it has been seen for the time of notice, and when the leader
// has led for its least term; not before, and soon after.
func TestABetterMemberTakesOverInTime(t *testing.T) {
	const soon = 8 * time.Second // in s-elect-leader-c, whose pulses take so long; in others 1 s
	for _, a := range keepers() {
		if a.Goal == protocol.GoalAny || a.Goal == protocol.GoalQuorum {
			continue // no capability makes a member better
		}
		clustered(t, agent.Options{Algorithm: a, Tenure: agent.Tenure{Notice: 10 * time.Second}}, func(c *cluster) {
			epoch := c.status("d").Epoch
			c.start("e", 1000)
			time.Sleep(7 * time.Second)
			c.readings["e"] <- 10 // one that is better no longer begins again
			time.Sleep(time.Second)
			c.readings["e"] <- 1000
			time.Sleep(9900 * time.Millisecond)
			c.still("d", epoch, "9.9 s of notice")
			if took := c.within("e"); took > soon {
				t.Errorf("%s: e leads %v after the end of the notice", a.Name, took)
			}
		})
		clustered(t, agent.Options{Algorithm: a, Tenure: agent.Tenure{Least: 40 * time.Second}}, func(c *cluster) {
			since, epoch := c.status("d").Since, c.status("d").Epoch
			c.start("e", 1000)
			time.Sleep(time.Until(since.Add(39900 * time.Millisecond)))
			c.still("d", epoch, "39.9 s of its term")
			if took := c.within("e"); took > soon {
				t.Errorf("%s: e leads %v after the end of the term", a.Name, took)
			}
		})
	}
}

// Algorithms that choose by another rule than what members offer say so, and keep no leader.
func TestATenureThatCannotBeHonouredIsRefused(t *testing.T) {
	refused := map[string]string{"omega": "smallest-id", "omega-crash-recovery": "stablest", "thread": "whatever they offer", "topology-aware": "whatever they offer"}
	for _, a := range append(baseline.All(), elections()...) {
		err := agent.Tenure{Least: time.Second}.Check(a)
		why, wanted := refused[a.Name]
		if (err != nil) != wanted || err != nil && (!strings.Contains(err.Error(), why) || !strings.HasPrefix(err.Error(), a.Name+" ")) {
			t.Errorf("%s: %v", a.Name, err)
		}
		if err := (agent.Tenure{}).Check(a); err != nil {
			t.Error(err)
		}
	}
	o := agent.Options{Name: "a", Algorithm: agent.Algorithm{Algorithm: baseline.Named("omega")}, Storage: &livetest.Disk{Node: 1}, Tenure: agent.Tenure{Life: true}}
	if _, err := agent.Start(t.Context(), o, agent.Identity{ID: 1, Incarnation: 1}, nil); err == nil {
		t.Error("an agent of omega starts")
	}
}
