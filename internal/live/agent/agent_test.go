package agent_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"bellwether/baseline"
	"bellwether/election"
	"bellwether/election/tanist"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/membership"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
	"bellwether/protocol"
	"bellwether/trace"
)

// The best node leads. When it fails the next best leads, and when it is back it leads again.
func TestTheBestLeads(t *testing.T) {
	for _, a := range []agent.Algorithm{{Algorithm: election.Vasudevan()}, {Algorithm: tanist.Algorithm()}, {Algorithm: baseline.Named("bully")}, agent.GossipMax()} {
		t.Run(a.Name, func(t *testing.T) {
			bubble.Test(t, func(t *testing.T) {
				e := livetest.NewNetwork()
				agents := map[string]*agent.Agent{}
				for i, name := range []string{"a", "b", "c", "d"} {
					agents[name] = e.Start(t, name, agent.Options{Algorithm: a, Offer: int64(100 * i)})
				}
				agree := func(want string) {
					t.Helper()
					for name, a := range agents {
						if got := livetest.Leader(t, a); got != want {
							t.Errorf("%s follows %q, want %q", name, got, want)
						}
					}
				}
				time.Sleep(time.Minute)
				agree("d")
				livetest.Stop(t, agents["d"])
				delete(agents, "d")
				time.Sleep(time.Minute)
				agree("c")
				livetest.Stop(t, agents["a"], agents["b"], agents["c"])
			})
		})
	}
}

// Two separate components have a leader each. When they meet one of the two leads all.
// Both report it: the loser that it lost, and the winner that it leads, although nothing
// has changed for the winner.
func TestAfterAMergeTheWinnerReportsAgainThatItLeads(t *testing.T) {
	each(t, func(t *testing.T, a agent.Algorithm) {
		bubble.Test(t, func(t *testing.T) {
			e := livetest.NewNetwork()
			agents := map[string]*agent.Agent{}
			for i, name := range []string{"a", "b", "c", "d"} {
				agents[name] = e.Start(t, name, agent.Options{Algorithm: a, Offer: int64(100 * i)})
			}
			time.Sleep(time.Minute)
			island := map[string]int{"a": 1, "b": 1, "c": 2, "d": 2}
			e.Cut(func(from, to string) bool { return island[from] != island[to] })
			time.Sleep(time.Minute)
			for name, want := range map[string]string{"a": "b", "b": "b", "c": "d", "d": "d"} {
				if got := livetest.Leader(t, agents[name]); got != want {
					t.Errorf("apart, %s follows %q, want %q", name, got, want)
				}
			}
			loser, winner := agents["b"].Events().Last(), agents["d"].Events().Last()
			e.Cut(func(_, _ string) bool { return false })
			time.Sleep(time.Minute)
			for name, x := range agents {
				if got := livetest.Leader(t, x); got != "d" {
					t.Errorf("together again, %s follows %q", name, got)
				}
			}
			if !tells(agents["b"], loser, agent.LeaderLost) {
				t.Error("the loser has not reported that it lost")
			}
			if !tells(agents["d"], winner, agent.LeaderGained) {
				t.Error("the winner has not reported that it leads")
			}
			if !tells(agents["d"], winner, agent.Merged) || !tells(agents["b"], loser, agent.Merged) {
				t.Error("the merge was not reported")
			}
			epoch := uint64(0)
			events, _, _ := agents["b"].Events().After(0)
			for _, ev := range events {
				if ev.Epoch < epoch {
					t.Errorf("event %d has epoch %d after %d", ev.Number, ev.Epoch, epoch)
				}
				epoch = ev.Epoch
			}
			for _, x := range agents {
				livetest.Stop(t, x)
			}
		})
	})
}

func tells(a *agent.Agent, after uint64, kind agent.EventKind) bool {
	events, _, _ := a.Events().After(after)
	for _, e := range events {
		if e.Kind == kind {
			return true
		}
	}
	return false
}

// A node whose disk is full is silent, so another takes over; it is back as soon
// as the disk accepts writes, in a new incarnation.
func TestAFullDiskIsACrash(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		e := livetest.NewNetwork()
		disk := &livetest.Disk{Node: 3}
		vkt := agent.Algorithm{Algorithm: election.Vasudevan()}
		heard := &afterCrash{}
		best := e.Start(t, "best", agent.Options{Algorithm: vkt, Offer: 300, Storage: disk, Sinks: []trace.Sink{heard}})
		other := e.Start(t, "other", agent.Options{Algorithm: vkt, Offer: 200})
		third := e.Start(t, "third", agent.Options{Algorithm: vkt, Offer: 100})
		time.Sleep(time.Minute)
		if got := livetest.Leader(t, other); got != "best" {
			t.Fatalf("%q leads", got)
		}
		disk.Full.Store(true)
		if err := best.Elect(context.Background()); err != nil {
			t.Fatal(err) // it saves the number of its election
		}
		time.Sleep(time.Minute)
		if got := livetest.Leader(t, other); got != "other" {
			t.Errorf("with a full disk at the best %q leads", got)
		}
		s, err := best.Status(context.Background())
		if err != nil || s.Phase != "storage failed" || s.Leader != nil {
			t.Errorf("the silent node is %q with leader %v, %v", s.Phase, s.Leader, err)
		}
		if err := best.Elect(context.Background()); err == nil {
			t.Error("a silent node can be told to elect")
		}
		before := s.Incarnation
		disk.Full.Store(false)
		time.Sleep(time.Minute)
		if got := livetest.Leader(t, third); got != "best" {
			t.Errorf("with the disk back %q leads", got)
		}
		if s, _ := best.Status(context.Background()); s.Incarnation <= before {
			t.Errorf("incarnation %d after %d", s.Incarnation, before)
		}
		livetest.Stop(t, best, other, third)
		if heard.crashes != 1 || heard.said > 0 {
			t.Errorf("%d crashes, and %d messages said between crash and boot", heard.crashes, heard.said)
		}
	})
}

// afterCrash counts what is sent between a crash and the next boot.
type afterCrash struct {
	down          bool
	crashes, said int
}

func (*afterCrash) Wants() trace.Set { return trace.Of(trace.Crash, trace.Boot, trace.Send) }

func (c *afterCrash) Record(r *trace.Record) {
	switch {
	case r.Kind == trace.Crash:
		c.down = true
		c.crashes++
	case r.Kind == trace.Boot:
		c.down = false
	case c.down:
		c.said++
	}
}

// A leader that leaves hands over first. The others have no leader for less time than
// they need to notice a death.
func TestALeaverHandsOver(t *testing.T) {
	each(t, func(t *testing.T, a agent.Algorithm) {
		bubble.Test(t, func(t *testing.T) {
			e := livetest.NewNetwork()
			best := e.Start(t, "best", agent.Options{Algorithm: a, Offer: 300})
			other := e.Start(t, "other", agent.Options{Algorithm: a, Offer: 200})
			third := e.Start(t, "third", agent.Options{Algorithm: a, Offer: 100})
			time.Sleep(time.Minute)
			before, err := third.Status(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			went := time.Now()
			livetest.Stop(t, best)
			if took := time.Since(went); took > 2*agent.LAN().Detection.Interval {
				t.Errorf("it took %v to leave, though it follows another at once", took)
			}
			time.Sleep(10 * time.Second)
			after, err := third.Status(context.Background())
			if err != nil || after.Leader == nil || after.Leader.Name != "other" {
				t.Fatalf("after the leader left: %+v, %v", after.Leader, err)
			}
			if without := after.Leaderless - before.Leaderless; without >= agent.LAN().Detection.Timeout() {
				t.Errorf("without a leader for %v: as long as it takes to notice a death", without)
			}
			livetest.Stop(t, other, third)
		})
	})
}

// A node that resigned offers nothing. Once it resumes it leads again.
func TestResignAndResume(t *testing.T) {
	each(t, func(t *testing.T, a agent.Algorithm) {
		bubble.Test(t, func(t *testing.T) {
			e := livetest.NewNetwork()
			best := e.Start(t, "best", agent.Options{Algorithm: a, Offer: 300})
			other := e.Start(t, "other", agent.Options{Algorithm: a, Offer: 200})
			time.Sleep(time.Minute)
			if err := best.Resign(context.Background()); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
			if a, b := livetest.Leader(t, best), livetest.Leader(t, other); a != "other" || b != "other" {
				t.Errorf("after it resigned %q and %q lead", a, b)
			}
			if err := best.Resume(context.Background()); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
			if a, b := livetest.Leader(t, best), livetest.Leader(t, other); a != "best" || b != "best" {
				t.Errorf("after it resumed %q and %q lead", a, b)
			}
			livetest.Stop(t, best, other)
		})
	})
}

// A machine boots only when the expected number of members is known.
func TestExpectedMembersAreWaitedFor(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		e := livetest.NewNetwork()
		o := agent.Options{Algorithm: agent.Algorithm{Algorithm: baseline.Named("bully")}, Expect: 3}
		a, b := e.Start(t, "a", o), e.Start(t, "b", o)
		time.Sleep(time.Minute)
		if s, _ := a.Status(context.Background()); s.Phase != "waiting for members" || s.Leader != nil {
			t.Errorf("with two of three: %q, leader %v", s.Phase, s.Leader)
		}
		c := e.Start(t, "c", o)
		time.Sleep(time.Minute)
		if got := livetest.Leader(t, a); got != "c" {
			t.Errorf("with all three %q leads", got)
		}
		livetest.Stop(t, a, b, c)
	})
}

// gossip-max knows the gossiped metadata from the start, even if nothing changes later.
func TestGossipMaxStartsWithWhatIsKnown(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		o := agent.Options{Name: "a", Algorithm: agent.GossipMax(), Storage: &livetest.Disk{Node: 'a'}, Offer: 100}
		id, incarnation, err := agent.Boot(o)
		if err != nil {
			t.Fatal(err)
		}
		p := livetest.NewNetwork().Join(o.Name, membership.Meta{ID: id, Incarnation: incarnation, Capability: o.Offer, Stack: agent.Stack(o)})
		<-p.Changes()
		a, err := agent.Start(t.Context(), o, agent.Identity{ID: id, Incarnation: incarnation}, p)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		if got := livetest.Leader(t, a); got != "a" {
			t.Errorf("alone, it follows %q", got)
		}
		livetest.Stop(t, a)
	})
}

// A datagram that no member sent to this node in this life changes a counter and nothing
// else.
func TestStrangePacketsChangeNothing(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		e := livetest.NewNetwork()
		vkt := agent.Algorithm{Algorithm: election.Vasudevan()}
		a, b := e.Start(t, "a", agent.Options{Algorithm: vkt}), e.Start(t, "b", agent.Options{Algorithm: vkt, Offer: 7})
		other := e.Start(t, "other", agent.Options{Algorithm: agent.Algorithm{Algorithm: baseline.Named("bully")}, Offer: 9})
		time.Sleep(time.Minute)
		ofB := protocol.ID("b"[0])
		wire := agent.Wire(t, agent.Stack(agent.Options{Algorithm: vkt}), "b"[0], "a"[0])
		for _, data := range [][]byte{nil, {1}, make([]byte, 41), make([]byte, 2000), wire[:len(wire)-1], append(wire, 0)} {
			e.Deliver("a", membership.Packet{ID: ofB, Data: data})
		}
		stranger := agent.Wire(t, agent.Stack(agent.Options{Algorithm: vkt}), 99, "a"[0])
		e.Deliver("a", membership.Packet{ID: 99, Data: stranger})
		e.Deliver("a", membership.Packet{ID: ofB, Data: agent.Wire(t, agent.Stack(agent.Options{Algorithm: vkt}), "b"[0], "c"[0])})
		e.Deliver("a", membership.Packet{ID: protocol.ID("o"[0]), Data: wire}) // another member speaks for b
		time.Sleep(time.Minute)
		s, err := a.Status(context.Background())
		if err != nil || s.Leader == nil || s.Leader.Name != "b" {
			t.Fatalf("leader %v, %v", s.Leader, err)
		}
		if c := s.Counters; c.Malformed != 6 || c.Strange != 3 || c.Foreign < 30 {
			t.Errorf("counted %d malformed, %d strange, %d foreign; want 6, 3, and bully's messages", c.Malformed, c.Strange, c.Foreign)
		}
		livetest.Stop(t, a, b, other)
	})
}

// A datagram of a member's former life changes a counter and nothing else, whether the
// membership or a datagram made the present life known.
func TestPacketsOfFormerLivesAreDropped(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		e := livetest.NewNetwork()
		vkt := agent.Algorithm{Algorithm: election.Vasudevan()}
		disk := &livetest.Disk{Node: protocol.ID("b"[0])}
		for range 2 {
			if _, err := disk.NextIncarnation(); err != nil {
				t.Fatal(err)
			}
		}
		a, b := e.Start(t, "a", agent.Options{Algorithm: vkt}), e.Start(t, "b", agent.Options{Algorithm: vkt, Offer: 7, Storage: disk})
		time.Sleep(time.Minute)
		stale := func() uint64 {
			synctest.Wait()
			s, err := a.Status(context.Background())
			if err != nil || s.Leader == nil || s.Leader.Name != "b" {
				t.Fatalf("leader %v, %v", s.Leader, err)
			}
			return s.Counters.Stale
		}
		from := agent.Packet(agent.Stack(agent.Options{Algorithm: vkt}), "b"[0], "a"[0])
		for _, step := range []struct {
			life uint32
			want uint64
		}{{2, 1}, {1, 2}, {3, 2}, {9, 2}, {8, 3}, {3, 4}} {
			e.Deliver("a", membership.Packet{ID: protocol.ID("b"[0]), Data: agent.WireOf(t, step.life, from)})
			if got := stale(); got != step.want {
				t.Errorf("after one of life %d: %d are stale, want %d", step.life, got, step.want)
			}
		}
		livetest.Stop(t, a, b)
	})
}

// A torn file is logged and counts as absent: the node boots as if it were new.
func TestATornStateIsAbsent(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		e := livetest.NewNetwork()
		disk := &livetest.Disk{Node: 7}
		disk.Torn.Store(true)
		a := e.Start(t, "a", agent.Options{Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}, Storage: disk})
		time.Sleep(time.Minute)
		if got := livetest.Leader(t, a); got != "a" {
			t.Errorf("%q leads", got)
		}
		if disk.Torn.Load() {
			t.Error("nobody has read the torn file")
		}
		livetest.Stop(t, a)
	})
}

func TestOptionsThatMakeNoSense(t *testing.T) {
	raft := agent.Algorithm{Algorithm: protocol.Algorithm{Name: "majority", Goal: protocol.GoalQuorum,
		New: func(protocol.Config) (func() protocol.Machine, error) { return nil, errors.New("not asked") }}}
	for name, o := range map[string]agent.Options{
		"no name":         {Storage: &livetest.Disk{}, Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}},
		"no algorithm":    {Name: "a", Storage: &livetest.Disk{}},
		"no storage":      {Name: "a", Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}},
		"unknown routing": {Name: "a", Storage: &livetest.Disk{}, Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}, Routing: "pigeon"},
		"no majority":     {Name: "a", Storage: &livetest.Disk{}, Algorithm: raft},
		"unknown param":   {Name: "a", Storage: &livetest.Disk{}, Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}, Params: map[string]string{"tempo": "1s"}},
	} {
		if _, err := agent.Start(t.Context(), o, agent.Identity{ID: 1, Incarnation: 1}, livetest.NewNetwork().Join("a", membership.Meta{ID: 1})); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
