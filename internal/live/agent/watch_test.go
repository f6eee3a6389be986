package agent_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/election"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/membership"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
	"bellwether/protocol"
)

// told are an agent's events of a kind, as text.
func told(a *agent.Agent, kind agent.EventKind) (all []string) {
	events, _, _ := a.Events().After(0)
	for _, e := range events {
		if e.Kind == kind {
			all = append(all, strings.TrimSpace(strings.Join(e.Members, ",")+" "+e.Why))
		}
	}
	return all
}

// Two that lead are told once, by each who sees them, and not after the time of a handover.
func TestTwoLeadersAreTold(t *testing.T) {
	each(t, func(t *testing.T, a agent.Algorithm) {
		clustered(t, agent.Options{Algorithm: a, Timing: agent.LAN()}, func(c *cluster) {
			c.readings["b"] <- 1000 // an ordinary handover
			time.Sleep(10 * time.Second)
			for name, x := range c.agents {
				if got := told(x, agent.TwoLeaders); len(got) > 0 {
					t.Errorf("%s tells %q after a handover", name, got)
				}
			}
			c.network.Deafen(true)
			time.Sleep(20 * time.Second)
			for name, x := range c.agents {
				if got := told(x, agent.TwoLeaders); !slices.Equal(got, []string{"b,c,d"}) {
					t.Errorf("%s tells %q", name, got)
				}
				if s := c.status(name); len(s.Leaders) != 1 || s.Leaders[0].Name != "b" {
					t.Errorf("%s sees %v lead, after the others have stepped down", name, s.Leaders)
				}
			}
			if got := told(c.agents["c"], agent.LeaderUnheard); len(got) != 1 {
				t.Errorf("c tells %q", got)
			}
		})
	})
}

// After a leader's death another leads, before the gossip shows the death. That is no second leader,
// unless it lasts for longer.
func TestADeadLeaderIsNoSecondOne(t *testing.T) {
	for _, timing := range agent.Timings() {
		clustered(t, agent.Options{Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}, Timing: timing}, func(c *cluster) {
			c.network.Kill("d")
			time.Sleep(timing.Death)
			if led, got := livetest.Leader(c.t, c.agents["b"]), told(c.agents["b"], agent.TwoLeaders); led != "c" || len(got) > 0 {
				t.Errorf("%s: %v after the kill %q leads and %q are told", timing.Name, timing.Death, led, got)
			}
			time.Sleep(3 * (timing.Detection.Timeout() + timing.Hello.Timeout))
			if got := told(c.agents["b"], agent.TwoLeaders); !slices.Equal(got, []string{"c,d"}) {
				t.Errorf("%s: the gossip goes on to show two, and %q are told", timing.Name, got)
			}
		})
	}
}

// Members with other settings are told once, with what differs.
func TestOtherSettingsAreTold(t *testing.T) {
	clustered(t, agent.Options{Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}}, func(c *cluster) {
		c.options.Tenure.Least = time.Minute
		c.options.Detection = protocol.Detection{Interval: 250 * time.Millisecond, Misses: 5}
		c.start("e", 1)
		time.Sleep(20 * time.Second)
		const theirs, ours = "e e has misses 5, not 3, minimum_term 1m0s, not 0s", "misses 3, not 5, minimum_term 0s, not 1m0s"
		for _, name := range []string{"b", "c", "d"} {
			if got := told(c.agents[name], agent.SettingsDiffer); !slices.Equal(got, []string{theirs}) {
				t.Errorf("%s tells %q", name, got)
			}
			if s := c.status(name); len(s.Differing()) != 1 || s.Differing()[0].Name != "e" {
				t.Errorf("%s: %+v", name, s.Differing())
			}
		}
		if got := told(c.agents["e"], agent.SettingsDiffer); len(got) == 0 || !strings.Contains(got[0], "has "+ours) {
			t.Errorf("e tells %q", got)
		}
	})
}

// A list of operators that differs is told, once for each list, and one that is unknown, as of an older program, is not.
func TestOtherOperatorsAreTold(t *testing.T) {
	clustered(t, agent.Options{Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}}, func(c *cluster) {
		for digest, name := range map[uint32]string{7: "b", 8: "c", membership.NoOperators: "d"} {
			c.network.Operate(name, digest)
		}
		c.start("e", 1)
		time.Sleep(20 * time.Second)
		if got := told(c.agents["b"], agent.SettingsDiffer); !slices.Equal(got, []string{"c,d c has operators of list 00000008, not of list 00000007; d has operators none, not of list 00000007"}) {
			t.Errorf("b tells %q", got)
		}
		if got := told(c.agents["e"], agent.SettingsDiffer); len(got) > 0 {
			t.Errorf("e, which does not know its operators, tells %q", got)
		}
		c.network.Operate("c", 7)
		time.Sleep(20 * time.Second)
		if got := told(c.agents["b"], agent.SettingsDiffer); len(got) != 1 {
			t.Errorf("b tells %q after c has the same", got)
		}
		if s := c.status("b"); len(s.Differing()) != 1 || s.Differing()[0].Name != "d" {
			t.Errorf("b: %+v differ", s.Differing())
		}
	})
}

// A stubborn node follows node b whatever happens.
type stubborn struct{ protocol.Machine }

func (stubborn) Start(env *protocol.Env, _ []byte) { env.Elected('b', protocol.Computation{}) }

// A leader that failed, and in whose place nobody is elected, is told once.
func TestAFailedLeaderIsTold(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		e := livetest.NewNetwork()
		o := agent.Options{Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}, Timing: agent.Local()}
		o.Algorithm.Timers = 0
		o.Algorithm.New = func(protocol.Config) (func() protocol.Machine, error) {
			return func() protocol.Machine { return stubborn{lateSaver{}} }, nil
		}
		a, b := e.Start(t, "a", o), e.Start(t, "b", o)
		time.Sleep(10 * time.Second)
		if got := told(a, agent.LeaderFailed); len(got) > 0 {
			t.Errorf("told %q of a leader that lives", got)
		}
		e.Cut(func(from, _ string) bool { return from == "b" })
		time.Sleep(10 * time.Second)
		if got := told(a, agent.LeaderFailed); !slices.Equal(got, []string{"b"}) {
			t.Errorf("told %q", got)
		}
		livetest.Stop(t, a, b)
	})
}
