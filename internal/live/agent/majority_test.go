package agent_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/baseline"
	"bellwether/election"
	"bellwether/internal/live/agent"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
	"bellwether/internal/testkit/sample"
)

// five starts agents a to e, and runs f once they have settled.
func five(t *testing.T, o agent.Options, f func(*cluster)) {
	bubble.Test(t, func(t *testing.T) {
		o.Timing, o.Expect, o.Quorum = agent.Local(), 5, 5
		c := &cluster{t, livetest.NewNetwork(), o, map[string]*agent.Agent{}, map[string]chan int64{}, o.Algorithm.Name}
		c.network.Delay(2 * time.Millisecond)
		for i, name := range []string{"a", "b", "c", "d", "e"} {
			c.start(name, int64(100*(i+1)))
		}
		time.Sleep(20 * time.Second)
		f(c)
		for _, a := range c.agents {
			livetest.Stop(t, a)
		}
	})
}

// leads are the agents that say that they lead.
func (c *cluster) leads() (names []string) {
	for name, a := range c.agents {
		if livetest.Leader(c.t, a) == name {
			names = append(names, name)
		}
	}
	return names
}

// In a partition only the side with a majority has a leader; with a lease and without, and with
// every algorithm. Without one a leader that is cut off may be reported a little longer than the
// next one needs.
func TestOnlyAMajorityHasALeader(t *testing.T) {
	algorithms := elections()
	if !testing.Short() {
		algorithms = append(algorithms, baseline.All()...)
	}
	for i, a := range algorithms {
		if !sample.Takes(i, 4) {
			continue // the others in a campaign
		}
		for _, lease := range []time.Duration{0, 2 * time.Second} {
			five(t, agent.Options{Algorithm: agent.Algorithm{Algorithm: a}, Lease: lease}, func(c *cluster) {
				if c.agreed() == "" {
					t.Errorf("%s, lease %v: they agree on nobody", a.Name, lease)
				}
				c.network.Cut(func(from, to string) bool { return (from > "c") != (to > "c") }) // d and e are cut off
				time.Sleep(15 * time.Second)
				for _, name := range []string{"d", "e"} {
					s := c.status(name)
					if s.Leader != nil || s.Majority == nil || s.Majority.Needed != 3 || s.Majority.HoldsFor != 0 {
						t.Errorf("%s, lease %v: %s, one of two, follows %+v, %+v", a.Name, lease, name, s.Leader, s.Majority)
					}
				}
				leader := livetest.Leader(t, c.agents["a"])
				if leader == "" || leader != livetest.Leader(t, c.agents["b"]) || leader != livetest.Leader(t, c.agents["c"]) {
					t.Errorf("%s, lease %v: the majority does not agree: %q", a.Name, lease, leader)
				} else if s := c.status(leader); lease > 0 && (s.Majority.HoldsFor <= 0 || s.Majority.HoldsFor > lease) || s.Majority.Granting != 3 {
					t.Errorf("%s, lease %v: the leader of the majority holds %+v", a.Name, lease, s.Majority)
				}
				c.network.Cut(func(string, string) bool { return false })
				if took := c.until(func() bool { return c.agreed() != "" }); took > 15*time.Second {
					t.Errorf("%s, lease %v: %v after the partition they do not agree", a.Name, lease, took)
				}
			})
		}
	}
}

// span is a time in which an agent led, by its events.
type span struct {
	who      string
	from, to time.Time
}

// spans returns the spans of an agent.
func (c *cluster) spans(name string) (all []span) {
	events, _, _ := c.agents[name].Events().After(0)
	leads := false
	for _, e := range events {
		self := e.Leader != nil && e.Leader.Name == name
		if lease := c.options.Lease; e.Kind == agent.LeaderGained && (e.HoldsFor > 0) != (lease > 0) || e.HoldsFor > lease {
			c.t.Errorf("%s gains leadership and holds it for %v", name, e.HoldsFor)
		}
		if e.Kind == agent.LeaderLost && e.HoldsFor > 0 {
			c.t.Errorf("%s has lost leadership and holds it for %v", name, e.HoldsFor)
		}
		switch {
		case self && !leads:
			all = append(all, span{name, e.At, time.Now()})
		case !self && leads:
			all[len(all)-1].to = e.At
		}
		leads = self
	}
	return all
}

// overlap is the longest time for which two agents led at once.
func (c *cluster) overlap() (longest time.Duration, reigns int) {
	var all []span
	for name := range c.agents {
		all = append(all, c.spans(name)...)
	}
	for i, one := range all {
		for _, two := range all[i+1:] {
			if one.who == two.who {
				continue
			}
			begin, end := one.from, one.to
			if two.from.After(begin) {
				begin = two.from
			}
			if two.to.Before(end) {
				end = two.to
			}
			longest = max(longest, end.Sub(begin))
		}
	}
	return longest, len(all)
}

// Through random partitions, one-way cuts, delays and changes of what members offer, events
// never show two leaders at once where there is a lease; without one, never for longer than
// grants count.
func TestNeverTwoLeadersWithALease(t *testing.T) {
	runs := sample.Of(2, 8) // each algorithm once, or four times
	worst, reigns := time.Duration(0), 0
	for seed := range runs {
		a := elections()[seed%2]
		for _, lease := range []time.Duration{0, time.Second} {
			five(t, agent.Options{Algorithm: agent.Algorithm{Algorithm: a}, Lease: lease}, func(c *cluster) {
				r := rand.New(rand.NewPCG(uint64(seed), 1))
				for range 15 {
					c.trouble(r)
					time.Sleep(time.Duration(r.IntN(4000)) * time.Millisecond)
				}
				both, spans := c.overlap()
				reigns += spans
				if lease > 0 && both > 0 {
					t.Errorf("%s, seed %d: two lead for %v", a.Name, seed, both)
				}
				if lease == 0 {
					worst = max(worst, both)
				}
			})
		}
	}
	t.Logf("%d reigns; two at once for %v without a lease", reigns, worst)
	if bound := agent.Local().Detection.Timeout(); worst > bound || reigns < 4*runs {
		t.Errorf("two lead for %v without a lease, want at most %v; %d reigns", worst, bound, reigns)
	}
}

// trouble cuts the network in another way, makes it slower or faster, or changes an offer.
func (c *cluster) trouble(r *rand.Rand) {
	side := map[string]bool{}
	for name := range c.agents {
		side[name] = r.IntN(2) == 0
	}
	oneWay := r.IntN(3) == 0
	switch r.IntN(5) {
	case 0:
		c.network.Cut(func(string, string) bool { return false })
	case 1:
		c.network.Delay(time.Duration(r.IntN(300)) * time.Millisecond)
	case 2:
		c.readings[string(rune('a'+r.IntN(5)))] <- r.Int64N(1000)
	default:
		c.network.Cut(func(from, to string) bool { return side[from] != side[to] && !(oneWay && side[from]) })
	}
}

// A leader that leaves frees those who granted it a lease: the next leads as soon as it is
// elected, and not when the lease is over.
func TestLeavingFreesTheLease(t *testing.T) {
	each(t, func(t *testing.T, a agent.Algorithm) {
		five(t, agent.Options{Algorithm: a, Lease: 10 * time.Second}, func(c *cluster) {
			first := c.agreed()
			went := time.Now()
			livetest.Stop(t, c.agents[first])
			delete(c.agents, first)
			if took := c.until(func() bool { return c.agreed() != "" }); time.Since(went) > 2*time.Second {
				t.Errorf("%q leads %v after %s left, %v after it was gone", c.agreed(), time.Since(went), first, took)
			}
		})
	})
}

// A majority is of the members that are known, if these are more than expected.
func TestMoreMembersThanExpectedNeedALargerMajority(t *testing.T) {
	each(t, func(t *testing.T, a agent.Algorithm) {
		five(t, agent.Options{Algorithm: a}, func(c *cluster) {
			c.start("f", 0)
			time.Sleep(10 * time.Second)
			if s := c.status("e"); s.Majority.Needed != 4 || s.Majority.Granting != 6 {
				t.Errorf("%+v", s.Majority)
			}
			c.network.Cut(func(from, to string) bool { return (from > "c") != (to > "c") })
			time.Sleep(10 * time.Second)
			if who := c.leads(); len(who) > 0 {
				t.Errorf("%v lead, each with three of six", who)
			}
		})
	})
}

// Extra members that die take the majority away. What to do is said where that happens: in the event and
// in the status, with the names; and it is not said while no more members are known than expected.
func TestWhoTakesTheMajorityAwayIsNamed(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		e := livetest.NewNetwork()
		start := func(name string, offer int64) *agent.Agent {
			return e.Start(t, name, agent.Options{Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}, Offer: offer, Quorum: 3, Expect: 3})
		}
		best := start("a", 9)
		others := []*agent.Agent{start("b", 0), start("c", 0)}
		time.Sleep(time.Minute)
		s, err := best.Status(t.Context())
		if err != nil || s.Majority.Needed != 2 || s.Majority.Surplus != "" {
			t.Errorf("%+v, %v", s.Majority, err)
		}
		extra := map[string]bool{}
		for _, name := range []string{"v", "w", "x", "y", "z"} {
			extra[name] = true
			others = append(others, start(name, 0))
		}
		time.Sleep(time.Minute)
		if s, err = best.Status(t.Context()); err != nil || s.Majority.Needed != 5 || s.Majority.Surplus != "" {
			t.Errorf("while they live: %+v, %v", s.Majority, err)
		}
		before := best.Events().Last()
		e.Cut(func(from, to string) bool { return extra[from] != extra[to] })
		time.Sleep(time.Minute)
		want := "8 members are known and 3 are expected: give up those that never come back: bellwether live force-leave NAME (away: v, w, x, y, z)"
		if s, err = best.Status(t.Context()); err != nil || s.Majority.Surplus != want {
			t.Errorf("when they are gone: %+v, %v", s.Majority, err)
		}
		why := ""
		events, _, _ := best.Events().After(before)
		for _, x := range events {
			if x.Kind == agent.LeaderLost {
				why = x.Why
			}
		}
		if !strings.HasSuffix(why, "5 are needed, for "+want) {
			t.Errorf("leader-lost says %q", why)
		}
		e.Cut(func(_, _ string) bool { return false })
		livetest.Stop(t, append(others, best)...)
	})
}

// Members that no operator has admitted take no majority away, whether they live or die, and their word makes
// no leader: neither that of more than half of all, nor beside one that was admitted.
func TestWhoIsNotAdmittedDoesNotCount(t *testing.T) {
	for _, lease := range []time.Duration{0, 2 * time.Second} {
		bubble.Test(t, func(t *testing.T) {
			c := &cluster{t, livetest.NewNetwork(), agent.Options{Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}, Timing: agent.Local(),
				Quorum: 3, Expect: 3, Lease: lease, Admits: true}, map[string]*agent.Agent{}, map[string]chan int64{}, ""}
			c.network.Delay(2 * time.Millisecond)
			guest := func(name string) bool { return name >= "v" }
			for i, name := range []string{"a", "b", "v", "w", "x", "y", "z", "c"} { // c offers least
				c.start(name, int64(100-i))
				if !guest(name) {
					c.network.Admit(name)
				}
			}
			time.Sleep(20 * time.Second)
			if s := c.status("a"); c.agreed() != "a" || s.Majority.Needed != 2 || s.Majority.Granting != 3 || len(s.Majority.Guests) != 5 {
				t.Errorf("lease %v: %q leads: %+v", lease, c.agreed(), s.Majority)
			}
			c.network.Cut(func(from, to string) bool { return guest(from) != guest(to) })
			time.Sleep(20 * time.Second)
			if who := c.leads(); !slices.Equal(who, []string{"a"}) {
				t.Errorf("lease %v: guests are cut off, and %q lead", lease, who)
			}
			if s := c.status("a"); s.Majority.Surplus != "" {
				t.Errorf("lease %v: guests are gone, and the status asks to give them up: %s", lease, s.Majority.Surplus)
			}
			c.network.Cut(func(from, to string) bool { return (from < "c") != (to < "c") }) // c is with five guests
			time.Sleep(20 * time.Second)
			if who := c.leads(); !slices.Equal(who, []string{"a"}) {
				t.Errorf("lease %v: one is with the guests, and %q lead", lease, who)
			}
			c.network.Cut(func(from, to string) bool { return from != to && (from < "d" || to < "d") }) // each is alone, and the guests together
			time.Sleep(20 * time.Second)
			if who := c.leads(); len(who) > 0 {
				t.Errorf("lease %v: only guests are together, and %q lead", lease, who)
			}
			for _, a := range c.agents {
				livetest.Stop(t, a)
			}
		})
	}
}

// A member that says that it counts, and grants leadership, counts for nobody else.
func TestTheWordOfAMemberThatLiesDoesNotCount(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		c := &cluster{t, livetest.NewNetwork(), agent.Options{Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}, Timing: agent.Local(),
			Quorum: 3, Expect: 3, Lease: time.Second, Admits: true}, map[string]*agent.Agent{}, map[string]chan int64{}, ""}
		c.network.Delay(2 * time.Millisecond)
		for i, name := range []string{"a", "b", "c", "v", "w", "x"} {
			c.start(name, int64(100-i))
			if name < "d" {
				c.network.Admit(name)
			} else {
				c.network.Pretend(name)
			}
		}
		time.Sleep(10 * time.Second)
		c.network.Cut(func(from, to string) bool { return (from < "c") != (to < "c") }) // c is with those that lie
		time.Sleep(20 * time.Second)
		if s := c.status("c"); s.Majority.Granting != 1 || s.Counters.Guests == 0 || slices.Contains(c.leads(), "c") {
			t.Errorf("c is granted by %d, %d words of others do not count, and %q lead", s.Majority.Granting, s.Counters.Guests, c.leads())
		}
		for _, a := range c.agents {
			livetest.Stop(t, a)
		}
	})
}
