package agent_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/election"
	"bellwether/election/tanist"
	"bellwether/internal/live/agent"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
)

// A member that runs another algorithm is reported once, by its name; one that runs the same is
// not.
func TestAnotherAlgorithmIsTold(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		e := livetest.NewNetwork()
		same := agent.Options{Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}}
		a, b := e.Start(t, "a", same), e.Start(t, "b", same)
		c := e.Start(t, "c", agent.Options{Algorithm: agent.GossipMax()})
		time.Sleep(time.Minute)
		for _, of := range []struct {
			agent *agent.Agent
			want  []string
			why   string
		}{{a, []string{"c"}, "c runs gossip-max, this node vasudevan"}, {c, []string{"a", "b"}, "runs vasudevan, this node gossip-max"}} {
			var told []string
			events, _, _ := of.agent.Events().After(0)
			for _, event := range events {
				if event.Kind == agent.AlgorithmDiffers {
					told = append(told, event.Members...)
					if !strings.Contains(event.Why, of.why) || !strings.Contains(event.Why, "--algorithm") {
						t.Errorf("told why: %s", event.Why)
					}
				}
			}
			slices.Sort(told)
			if !slices.Equal(told, of.want) {
				t.Errorf("told %v, want %v", told, of.want)
			}
		}
		s, err := a.Status(t.Context())
		if err != nil || len(s.Others()) != 1 || s.Others()[0].Name != "c" || s.Others()[0].Runs != "gossip-max" || s.LeaderFailed() {
			t.Errorf("%+v, %v", s, err)
		}
		livetest.Stop(t, a, b, c)
	})
}

// Five agents move from one algorithm to another, one at a time, the leader last, and back. At
// each moment one leader is reported at most; after each step all report the same, the best; and
// nobody leads for no longer than a detection time-out. Where a majority decides, only those with
// one report a leader, so that nobody may lead for a time-out and a lease.
func TestAClusterMovesToAnotherAlgorithm(t *testing.T) {
	for i, lease := range []time.Duration{0, time.Second} {
		if !sample.Takes(i, 2) {
			continue
		}
		o := agent.Options{Timing: agent.Local(), Lease: lease}
		if lease > 0 {
			o.Expect, o.Quorum = 5, 5
		}
		moves(t, o)
	}
}

func moves(t *testing.T, o agent.Options) {
	bubble.Test(t, func(t *testing.T) {
		e := livetest.NewNetwork()
		e.Delay(2 * time.Millisecond)
		agents, disks := map[string]*agent.Agent{}, map[string]*livetest.Disk{}
		names := []string{"a", "b", "c", "d", "e"}
		start := func(i int, a protocol.Algorithm) {
			name := names[i]
			o.Algorithm, o.Storage, o.Offer = agent.Algorithm{Algorithm: a}, disks[name], int64(100*(i+1))
			agents[name] = e.Start(t, name, o)
		}
		for i, name := range names {
			disks[name] = &livetest.Disk{Node: protocol.ID(name[0])}
			start(i, election.Vasudevan())
		}
		time.Sleep(10 * time.Second)
		none := time.Duration(0)
		for _, to := range []protocol.Algorithm{tanist.Algorithm(), election.Vasudevan()} {
			for i, name := range names {
				left := agents[name]
				delete(agents, name)
				went := time.Now()
				livetest.Stop(t, left)
				if took := time.Since(went); o.Quorum == 0 && took >= 2*o.Timing.Detection.Interval {
					t.Errorf("%s took %v to leave, though it is needed no more", name, took)
				}
				for step := range 2 {
					without := time.Duration(0)
					for range 400 {
						time.Sleep(10 * time.Millisecond)
						leads := 0
						for name, a := range agents {
							leads += one(livetest.Leader(t, a) == name)
						}
						if leads > 1 {
							t.Fatalf("%s to %s, step %d: %d lead", name, to.Name, step, leads)
						}
						if without += time.Duration(one(leads == 0)) * 10 * time.Millisecond; leads > 0 {
							none, without = max(none, without), 0
						}
					}
					best := names[max(4-one(i == 4 && step == 0), 0)]
					for name, a := range agents {
						if got := livetest.Leader(t, a); got != best && (o.Quorum == 0 || i == 4 && step == 1) {
							t.Errorf("%s follows %q after step %d of %s to %s, want %s", name, got, step, names[i], to.Name, best)
						}
					}
					if step == 0 {
						start(i, to)
					}
				}
			}
		}
		t.Logf("lease %v: nobody led for %v at most", o.Lease, none)
		if none > agent.Local().Detection.Timeout()+2*o.Lease {
			t.Errorf("nobody led for %v", none)
		}
		for _, a := range agents {
			livetest.Stop(t, a)
		}
	})
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// Members whose parameters differ are told which.
func TestOtherParametersAreTold(t *testing.T) {
	clustered(t, agent.Options{Algorithm: agent.Algorithm{Algorithm: tanist.Algorithm()}}, func(c *cluster) {
		c.options.Params = map[string]string{"patience": "20s", "late": "2.430"}
		c.start("e", 1)
		time.Sleep(20 * time.Second)
		const want = "e e has params patience=20s late=2.43 confirm=1, not late=2.43 confirm=1"
		if got := told(c.agents["b"], agent.SettingsDiffer); !slices.Equal(got, []string{want}) {
			t.Errorf("b tells %q", got)
		}
		if got := told(c.agents["e"], agent.SettingsDiffer); len(got) == 0 || !strings.Contains(got[0], "late=2.43 confirm=1, not patience=20s late=2.43") {
			t.Errorf("e tells %q", got)
		}
	})
}
