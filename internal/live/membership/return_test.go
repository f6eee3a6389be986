package membership

import (
	"errors"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"bellwether/internal/live/membership/gossiptest"
	"bellwether/internal/live/membership/internal/rejoin"
	"bellwether/protocol"
)

func TestLeftDiffersFromFailed(t *testing.T) {
	inBubble(t, gossiptest.Options{Loss: 0.3, Seed: 5}, func(t *testing.T, f *flock) {
		all := f.gather(8)
		f.within(90*time.Second, "eight members", everyoneSees(all, Alive, 7))
		if err := all[6].Leave(5 * time.Second); err != nil {
			t.Error(err)
		}
		if err := all[7].Close(); err != nil {
			t.Error(err)
		}
		rest := all[:6]
		f.within(90*time.Second, "one left, one failed", func() bool {
			for _, g := range rest {
				left, _ := g.view.Find("n07")
				failed, _ := g.view.Find("n08")
				if left.State != Left || failed.State != Failed {
					return false
				}
			}
			return true
		})
		if got := all[6].Self().State; got != Left {
			t.Errorf("the member that left shows itself as %v", got)
		}
		if err := all[6].Send("n01", nil); !errors.Is(err, ErrLeft) {
			t.Errorf("send after leaving: %v", err)
		}
	})
}

func TestRejoinAfterLeave(t *testing.T) {
	inBubble(t, gossiptest.Options{Loss: 0.1, Seed: 3}, func(t *testing.T, f *flock) {
		all := f.gather(4)
		f.within(90*time.Second, "four members", everyoneSees(all, Alive, 3))
		for life := uint32(2); life < 5; life++ {
			if err := all[3].Leave(5 * time.Second); err != nil {
				t.Fatal(err)
			}
			f.within(40*time.Second, "it left", func() bool { return everyoneSees(all[:3], Left, 1)() && count(all[3], Alive) == 0 })
			if err := all[3].Rejoin(); err != nil {
				t.Fatal(err)
			}
			if got := all[3].Self().Meta.Incarnation; got != life {
				t.Errorf("incarnation %d, want %d", got, life)
			}
			f.within(90*time.Second, "it is back", everyoneSees(all, Alive, 3))
		}
		if err := all[3].Rejoin(); err == nil {
			t.Error("rejoin without a leave worked")
		}
	})
}

func TestLongPartitionHeals(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.gather(8)
		f.within(10*time.Second, "eight members", everyoneSees(all, Alive, 7))
		f.cut(1, "n05", "n06", "n07", "n08")
		f.within(60*time.Second, "halves", everyoneSees(all, Alive, 3))
		time.Sleep(90 * time.Second) // GossipToTheDead is 30 s: memberlist has forgotten the other half
		for i, g := range all {
			if n := g.run.Load().list.NumMembers(); n != 4 {
				t.Errorf("memberlist of %d knows %d members", i+1, n)
			}
		}
		f.cut(0, "n05", "n06", "n07", "n08")
		// A wait of at most RejoinMax, a dial in progress, and gossip.
		took := f.within(all[0].options.Timing.RejoinMax+all[0].options.Timing.Stream+2*time.Second, "whole again", everyoneSees(all, Alive, 7))
		t.Logf("healed %v after the partition ended", took)
	})
}

// slow makes the timing so much slower: the test of days takes as many events as one of minutes.
func (t Timing) slow(times time.Duration) Timing {
	for _, d := range []*time.Duration{&t.Probe, &t.ProbeTimeout, &t.Gossip, &t.GossipToTheDead, &t.PushPull, &t.Rejoin, &t.RejoinMax, &t.Announce} {
		*d *= times
	}
	return t
}

// After a partition of three days, when each half has forgotten the other, the halves join
// again: by the seeds, also by those that answered before, or by the addresses that were known.
func TestPartitionsOfDaysHeal(t *testing.T) {
	if testing.Short() {
		t.Skip("three days of virtual time")
	}
	for _, by := range []string{"seeds", "addresses"} {
		t.Run(by, func(t *testing.T) {
			inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
				var all []*Gossip
				for i := range 4 {
					o := f.options(fmt.Sprintf("n%02d", i+1), protocol.ID(i+1))
					o.Timing = o.Timing.slow(60)
					if i > 0 && by == "seeds" {
						o.Join = []string{all[0].Self().Addr}
					} else if i > 0 {
						o.Remembered = []Peer{all[0].Self().Peer(time.Now())}
					}
					all = append(all, f.start(o))
				}
				f.within(time.Hour, "four members", everyoneSees(all, Alive, 3))
				f.cut(1, "n03", "n04")
				f.within(time.Hour, "halves", everyoneSees(all, Alive, 1))
				time.Sleep(3 * 24 * time.Hour)
				for _, g := range all {
					if n := len(g.Members()); n != 1 {
						t.Errorf("%s knows %s", g.own.Name, states(g))
					}
					if by == "seeds" {
						g.rejoiner.DropLost() // the seeds must do
					}
				}
				f.cut(0, "n03", "n04")
				took := f.within(10*time.Minute+all[0].options.Timing.RejoinMax+time.Minute, "whole again", everyoneSees(all, Alive, 3))
				t.Logf("healed %v after the partition ended", took)
				time.Sleep(time.Hour)
				for _, g := range all {
					if n := g.rejoiner.DropLost(); n > 0 {
						t.Errorf("%s still calls %d", g.own.Name, n)
					}
				}
			})
		})
	}
}

func TestRememberedPeersReplaceSeeds(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.gather(3)
		f.within(5*time.Second, "three members", everyoneSees(all, Alive, 2))
		var peers []Peer
		for _, m := range all[2].Members() {
			peers = append(peers, m.Peer(time.Now()))
		}
		peers = append(peers, Peer{Name: "bad/name", Addr: "10.0.0.9:1"}, all[2].Self().Peer(time.Now()))
		all[2].Close()
		o := f.options("n03", 3)
		o.Meta.Incarnation, o.Remembered = 2, peers
		all[2] = f.start(o)
		f.within(40*time.Second, "three members again", everyoneSees(all, Alive, 2))
	})
}

func TestSeedsMayComeLater(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		a, b := f.start(f.options("a", 1)), f.start(f.options("b", 2))
		time.Sleep(time.Minute)
		if states(a)+states(b) != "" {
			t.Fatalf("they know each other: %s, %s", states(a), states(b))
		}
		if err := a.Join(b.Self().Addr, b.Self().Addr, "10.0.0.99"); err != nil {
			t.Fatal(err)
		}
		f.within(30*time.Second, "joined", everyoneSees([]*Gossip{a, b}, Alive, 1))
		for i := range rejoin.SeedLimit {
			if err := a.Join(fmt.Sprintf("10.1.%d.%d", i/256, i%256)); (err != nil) != (i >= rejoin.SeedLimit-2) {
				t.Fatalf("seed %d: %v", i, err)
			}
		}
	})
}

func TestRestartAtAnotherAddress(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.gather(5)
		f.within(5*time.Second, "five members", everyoneSees(all, Alive, 4))
		was := all[4].Self().Addr
		all[4].Close()
		o := f.options("n05", 5, all[0].Self().Addr)
		o.Meta.Incarnation = 2
		all[4] = f.start(o)
		is := all[4].Self().Addr
		if was == is {
			t.Fatal("the address did not change")
		}
		took := f.within(60*time.Second, "found at its new address", func() bool {
			for _, g := range all[:4] {
				if m, _ := g.view.Find("n05"); m.Addr != is || m.State != Alive || m.Meta.Incarnation != 2 {
					return false
				}
			}
			return true
		})
		t.Logf("accepted after %v", took)
		select {
		case err := <-all[4].Conflicts():
			t.Errorf("its former self is dead, but: %v", err)
		default:
		}
	})
}

func TestRestartAtTheSameAddress(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.gather(4)
		f.within(5*time.Second, "four members", everyoneSees(all, Alive, 3))
		for life := uint32(2); life < 8; life++ {
			o := f.options("n04", 4, all[0].Self().Addr)
			o.Meta.Incarnation = life
			old := all[3].Self().Addr
			all[3].Close()
			o.Transport = f.net.TransportAt("n04", netip.MustParseAddrPort(old))
			all[3] = f.start(o)
			f.within(20*time.Second, "its new life is known", func() bool {
				for _, g := range all[:3] {
					if m, _ := g.view.Find("n04"); m.State != Alive || m.Meta.Incarnation != life {
						return false
					}
				}
				return true
			})
		}
	})
}
