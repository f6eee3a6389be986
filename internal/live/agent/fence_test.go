package agent_test

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/election"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/store"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
)

// trio are three agents, a to c, that may be killed and come back with any disk.
type trio struct {
	t       *testing.T
	network *livetest.Network
	agents  map[string]*agent.Agent
	kills   map[string]context.CancelFunc
	gained  []agent.Event // of agents that ended
}

func (c *trio) start(name string, disk store.Storage) {
	o := agent.Options{Name: name, Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}, Timing: agent.Local(), Expect: 3, Quorum: 3,
		Lease: time.Second, Storage: disk, Offer: 1000 - int64(name[0]), Epoch: time.Now()}
	ctx, kill := context.WithCancel(c.t.Context())
	a, err := agent.Join(ctx, o, c.network.Enter(name))
	if err != nil {
		c.t.Fatal(err)
	}
	c.agents[name], c.kills[name] = a, kill
}

func (c *trio) kill(name string) {
	c.kills[name]()
	<-c.agents[name].Done()
	c.note(name)
	delete(c.agents, name)
}

// note keeps the events in which an agent gained leadership.
func (c *trio) note(name string) {
	events, _, _ := c.agents[name].Events().After(0)
	for _, e := range events {
		if e.Kind == agent.LeaderGained {
			c.gained = append(c.gained, e)
		}
	}
}

// grow judges the tokens of all leaderships so far, and returns the newest. Who leads again without a
// loss in between is told again, with the same token unless it had none.
func (c *trio) grow() (last uint64) {
	for name := range c.agents {
		c.note(name)
	}
	slices.SortFunc(c.gained, func(a, b agent.Event) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Number, b.Number))
	})
	c.gained = slices.CompactFunc(c.gained, func(a, b agent.Event) bool { return a.At.Equal(b.At) && a.Self == b.Self && a.Number == b.Number })
	for _, e := range c.gained {
		switch {
		case e.Reconfirmed && e.Fence == last:
		case e.Fence <= last:
			c.t.Errorf("%s leads with token %d after %d, at %v, reconfirmed %t", e.Self.Name, e.Fence, last, e.At, e.Reconfirmed)
		}
		last = max(last, e.Fence)
	}
	return last
}

func (c *trio) status(name string) *agent.WordStatus {
	s, err := c.agents[name].Status(c.t.Context())
	if err != nil {
		c.t.Fatal(err)
	}
	return s.Majority
}

// three starts a trio with these disks.
func three(t *testing.T, disks map[string]store.Storage, f func(*trio)) {
	bubble.Test(t, func(t *testing.T) {
		c := &trio{t: t, network: livetest.NewNetwork(), agents: map[string]*agent.Agent{}, kills: map[string]context.CancelFunc{}}
		c.network.Delay(2 * time.Millisecond)
		for _, name := range []string{"a", "b", "c"} {
			c.start(name, disks[name])
		}
		time.Sleep(10 * time.Second)
		f(c)
		for _, a := range c.agents {
			livetest.Stop(t, a)
		}
	})
}

func fresh() map[string]store.Storage {
	return map[string]store.Storage{"a": &livetest.Disk{Node: 'a'}, "b": &livetest.Disk{Node: 'b'}, "c": &livetest.Disk{Node: 'c'}}
}

// Through kills, cuts, and disks that are new or restored from a copy, tokens of leaderships grow, and all
// that follow a leader name its token.
func TestTokensGrowFromLeadershipToLeadership(t *testing.T) {
	for seed := range sample.Of(2, 20) {
		disks := fresh()
		three(t, disks, func(c *trio) {
			for name := range c.agents {
				if s := c.status(name); s.Fence == 0 || s.Fence != c.status("a").Fence || s.Unfenced != "" {
					t.Fatalf("%s of a settled cluster has token %d: %s", name, s.Fence, s.Unfenced)
				}
			}
			r := rand.New(rand.NewPCG(uint64(seed), 3))
			backups := map[string]*livetest.Disk{}
			for range 25 {
				name := string(rune('a' + r.IntN(3)))
				disk := disks[name].(*livetest.Disk)
				switch r.IntN(5) {
				case 0:
					side := 'a' + rune(r.IntN(3))
					c.network.Cut(func(from, to string) bool { return (rune(from[0]) == side) != (rune(to[0]) == side) })
				case 1:
					backups[name] = disk.Backup()
				default:
					c.kill(name)
					time.Sleep(time.Duration(r.IntN(3000)) * time.Millisecond)
					if old := backups[name]; old != nil && r.IntN(2) == 0 {
						disks[name] = old.Backup()
					}
					c.start(name, disks[name])
				}
				time.Sleep(time.Duration(r.IntN(6000)) * time.Millisecond)
				if r.IntN(2) == 0 {
					c.network.Cut(func(_, _ string) bool { return false })
				}
			}
			if last := c.grow(); last == 0 || len(c.gained) < 5 {
				t.Errorf("%d leaderships, the last with token %d", len(c.gained), last)
			}
		})
	}
}

// Where an agent keeps nothing on a disk, no token is claimed, and each agent says why. When it has a disk, the
// leader gets a token, and does not lose its leadership for it.
func TestWithoutADiskNoTokenIsClaimed(t *testing.T) {
	disks := fresh()
	memory := store.Memory()
	if err := memory.SetIdentity('c'); err != nil {
		t.Fatal(err)
	}
	disks["c"] = memory
	three(t, disks, func(c *trio) {
		for name, why := range map[string]string{"a": "c cannot store tokens: an older program, or no state directory", "c": "this node keeps nothing on a disk"} {
			if s := c.status(name); s.Fence != 0 || s.Unfenced != why || livetest.Leader(t, c.agents[name]) != "a" {
				t.Errorf("%s: token %d, %q", name, s.Fence, s.Unfenced)
			}
		}
		c.kill("c")
		before := c.agents["a"].Events().Last()
		c.start("c", &livetest.Disk{Node: 'c'})
		time.Sleep(10 * time.Second)
		for _, name := range []string{"a", "b", "c"} {
			if s := c.status(name); s.Fence == 0 || s.Fence != c.status("a").Fence {
				t.Errorf("%s: token %d, %q", name, s.Fence, s.Unfenced)
			}
		}
		events, _, _ := c.agents["a"].Events().After(before)
		told := 0
		for _, e := range events {
			if e.Kind == agent.LeaderLost {
				t.Error("the leader lost its leadership for a token")
			}
			if e.Kind == agent.LeaderGained && e.Fence != 0 {
				told++
			}
		}
		if told == 0 {
			t.Error("nothing tells the hooks of the leader its token")
		}
	})
}

// A node whose store is lost or restored grants nothing, and says so, until a majority of the others has told
// what it stored: of three, both.
func TestALostStoreGrantsNothingUntilOthersHaveAnswered(t *testing.T) {
	for _, restored := range []bool{false, true} {
		disks := fresh()
		old := &livetest.Disk{Node: 'b'}
		three(t, disks, func(c *trio) {
			if restored {
				old = disks["b"].(*livetest.Disk).Backup()
				for range 2 { // starts that the copy does not know
					c.kill("b")
					c.start("b", disks["b"])
					time.Sleep(5 * time.Second)
				}
			}
			c.kill("b")
			time.Sleep(3 * time.Second)
			c.kill("c")
			c.start("b", old)
			time.Sleep(20 * time.Second)
			s := c.status("b")
			if !strings.HasPrefix(s.Unfenced, "what this node stored is lost or out of date") || livetest.Leader(t, c.agents["a"]) != "" {
				t.Errorf("restored %t: with one other: %q, and %q leads", restored, s.Unfenced, livetest.Leader(t, c.agents["a"]))
			}
			c.start("c", disks["c"])
			if s := c.status("c"); strings.HasPrefix(s.Unfenced, "what") {
				t.Errorf("a node with its own store doubts it: %s", s.Unfenced)
			}
			time.Sleep(10 * time.Second)
			if s := c.status("b"); s.Unfenced != "" || s.Fence == 0 || livetest.Leader(t, c.agents["b"]) != "a" {
				t.Errorf("restored %t: with two others: %+v", restored, s)
			}
			c.grow()
		})
	}
}

// A leader that is told to leave, where nobody else may lead, does not lead again before it is gone: its service would
// start for a moment.
func TestALeaderThatLeavesDoesNotLeadAgain(t *testing.T) {
	for _, quorum := range []int{0, 3} {
		bubble.Test(t, func(t *testing.T) {
			network := livetest.NewNetwork()
			network.Delay(2 * time.Millisecond)
			var all []*agent.Agent
			for i, name := range []string{"a", "b", "c"} {
				o := agent.Options{Name: name, Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}, Timing: agent.Local(), Expect: 3, Quorum: quorum,
					Storage: &livetest.Disk{Node: protocol.ID(i + 1)}, Offer: 5, Epoch: time.Now()}
				if quorum > 0 {
					o.Lease = time.Second
				}
				if i > 0 {
					o.Barred = "its role is another"
				}
				a, err := agent.Join(t.Context(), o, network.Enter(name))
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, a)
			}
			time.Sleep(10 * time.Second)
			if got := livetest.Leader(t, all[0]); got != "a" {
				t.Fatalf("%q leads", got)
			}
			before := all[0].Events().Last()
			_ = all[0].Leave(t.Context())
			<-all[0].Done()
			events, _, _ := all[0].Events().After(before)
			lost := 0
			for _, e := range events {
				switch e.Kind {
				case agent.LeaderLost:
					lost++
				case agent.LeaderGained:
					t.Errorf("quorum %d: it leads again, with token %d", quorum, e.Fence)
				}
			}
			if lost != 1 {
				t.Errorf("quorum %d: it lost the lead %d times", quorum, lost)
			}
			livetest.Stop(t, all[1])
			livetest.Stop(t, all[2])
		})
	}
}
