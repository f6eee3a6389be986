package agent_test

import (
	"strings"
	"testing"
	"time"

	"bellwether/baseline"
	"bellwether/internal/live/agent"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
	"bellwether/protocol"
)

// gated are three agents that may be told that they must not lead. c offers most, then b.
type gated struct {
	*cluster
	bars map[string]chan string
}

// gate starts three agents; those in barred must not lead at first.
func gate(t *testing.T, o agent.Options, barred string, f func(gated)) {
	bubble.Test(t, func(t *testing.T) {
		o.Timing, o.Expect, o.Margin = agent.Local(), 3, protocol.Margin{Share: 100, Bonus: 50}
		c := gated{&cluster{t, livetest.NewNetwork(), o, map[string]*agent.Agent{}, map[string]chan int64{}, o.Algorithm.Name}, map[string]chan string{}}
		c.network.Delay(2 * time.Millisecond)
		for i, name := range []string{"a", "b", "c"} {
			c.bars[name] = make(chan string)
			c.options.Bars, c.options.Barred = c.bars[name], ""
			if strings.Contains(barred, name) {
				c.options.Barred = "its battery is low"
			}
			c.start(name, int64(400*i)) // a offers 0
		}
		time.Sleep(20 * time.Second)
		f(c)
		for _, a := range c.agents {
			livetest.Stop(t, a)
		}
	})
}

// nobody checks that no agent reports a leader, for a while, and that elections do not follow one another.
func (c gated) nobody(when string) {
	c.t.Helper()
	before := c.status("a").Counters.Elections
	for range 100 {
		time.Sleep(100 * time.Millisecond)
		for name := range c.agents {
			if got := livetest.Leader(c.t, c.agents[name]); got != "" {
				c.t.Fatalf("%s: %s follows %q", when, name, got)
			}
			if m := c.status(name).Majority; m != nil && m.Granting > 0 {
				c.t.Fatalf("%s: %s asks for a lease, and %d grant it", when, name, m.Granting)
			}
		}
	}
	if n := c.status("a").Counters.Elections - before; n > 12 {
		c.t.Errorf("%s: %d elections in 10 s", when, n)
	}
}

// An algorithm that does not elect by what nodes offer cannot pass over nodes, so it is refused; without rules it is not.
func TestRulesNeedAnElectionOfTheBest(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		for _, a := range baseline.All() {
			for _, bars := range []chan string{nil, make(chan string)} {
				o := agent.Options{Name: "a", Algorithm: agent.Algorithm{Algorithm: a}, Bars: bars, Storage: &livetest.Disk{Node: 'a'}, Expect: 2}
				one, err := agent.Join(t.Context(), o, livetest.NewNetwork().Enter("a"))
				refused := err != nil && strings.Contains(err.Error(), "does not elect by what nodes offer")
				if want := bars != nil && a.Goal != protocol.GoalBest; refused != want {
					t.Errorf("%s, whose goal is %s, with bars %t: %v", a.Name, a.Goal, bars != nil, err)
				}
				if err == nil {
					livetest.Stop(t, one)
				}
			}
		}
	})
}

// Who must not lead does not, with a lease or without, whatever it offers; the best of the others does, even
// if that offers 0. With nobody left nobody leads, and that time counts apart. Who may again leads again.
func TestWhoMustNotLeadDoesNot(t *testing.T) {
	each(t, func(t *testing.T, a agent.Algorithm) {
		for _, lease := range []time.Duration{0, time.Second} {
			o := agent.Options{Algorithm: a, Lease: lease}
			if lease > 0 {
				o.Quorum = 3
			}
			gate(t, o, "c", func(c gated) {
				leads := func(want, when string) {
					t.Helper()
					if took := c.until(func() bool { return c.agreed() == want }); took > 10*time.Second {
						t.Fatalf("%s, lease %v, %s: %q leads, not %s, after %v", a.Name, lease, when, c.agreed(), want, took)
					}
				}
				leads("b", "c must not lead")
				if s := c.status("c"); s.Ineligible != "its battery is low" || s.Capability != 0 || s.NoneEligible != 0 {
					t.Errorf("c shows %q, %d, %v", s.Ineligible, s.Capability, s.NoneEligible)
				}
				c.bars["b"] <- "no gateway"
				leads("a", "b and c must not lead")
				c.bars["a"] <- "no gateway"
				time.Sleep(5 * time.Second)
				before := c.status("a").NoneEligible
				c.nobody("nobody may lead")
				if d := c.status("a").NoneEligible - before; d != 10*time.Second {
					t.Errorf("nobody was eligible for %v of 10 s", d)
				}
				c.bars["a"] <- ""
				leads("a", "a may lead again")
				c.bars["c"] <- ""
				leads("c", "c may lead again")
				for _, name := range []string{"a", "b", "c"} {
					events, _, _ := c.agents[name].Events().After(0)
					for _, e := range events {
						if e.Kind == agent.LeaderGained && name == "b" && e.At.After(time.Now().Add(-20*time.Second)) {
							t.Errorf("b gained leadership, and must not lead")
						}
					}
				}
				lost := ""
				events, _, _ := c.agents["b"].Events().After(0)
				for _, e := range events {
					if e.Kind == agent.LeaderLost && e.Former != nil {
						lost = e.Why
					}
				}
				if lost != "this node is elected and not eligible: no gateway" {
					t.Errorf("%s: b lost leadership: %q", a.Name, lost)
				}
			})
		}
	})
}
