package gossip

import (
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bellwether/live/gossip/gossiptest"
	"bellwether/protocol"
)

// A flock is a cluster on a network in memory, in a bubble of virtual time.
type flock struct {
	t   *testing.T
	net *gossiptest.Network
	all map[string]*Gossip
	log *slog.Logger

	mu    sync.Mutex
	sides map[string]int // of a partition
}

func newFlock(t *testing.T, o gossiptest.Options) *flock {
	f := &flock{t: t, all: map[string]*Gossip{}, sides: map[string]int{}}
	f.log = slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError}))
	o.Hear = func(from, to string) bool {
		f.mu.Lock()
		defer f.mu.Unlock()
		return f.sides[from] == f.sides[to]
	}
	o.Delay = 2 * time.Millisecond
	f.net = gossiptest.New(o)
	return f
}

// cut puts nodes on a side of their own; side 0 is everybody's at first.
func (f *flock) cut(side int, names ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, n := range names {
		f.sides[n] = side
	}
}

func (f *flock) options(name string, id protocol.ID, seeds ...string) Options {
	lan, err := Preset("lan")
	if err != nil {
		f.t.Fatal(err)
	}
	return Options{Name: name, Join: seeds, Timing: lan, Logger: f.log.With("agent", name),
		Meta: Meta{ID: id, Incarnation: 1, Capability: int64(id) * 100}, Rand: rand.New(rand.NewPCG(1, uint64(id)))}
}

func (f *flock) start(o Options) *Gossip {
	f.t.Helper()
	if o.Transport == nil {
		o.Transport = f.net.Transport(o.Name)
	}
	g, err := Start(o)
	if err != nil {
		f.t.Fatalf("start %s: %v", o.Name, err)
	}
	f.all[o.Name] = g
	return g
}

// gather starts n agents a, b, … (or n1, n2, …) that all know the first.
func (f *flock) gather(n int) []*Gossip {
	f.t.Helper()
	var all []*Gossip
	for i := range n {
		o := f.options(fmt.Sprintf("n%02d", i+1), protocol.ID(i+1))
		if i > 0 {
			o.Join = []string{all[0].Self().Addr}
		}
		all = append(all, f.start(o))
	}
	return all
}

func (f *flock) close() {
	for name, g := range f.all {
		if err := g.Close(); err != nil {
			f.t.Errorf("close %s: %v", name, err)
		}
	}
	gossiptest.Settle()
}

// states gives what g holds of the others, "n02:alive n03:left".
func states(g *Gossip) string {
	var b []string
	for _, m := range g.Members() {
		b = append(b, m.Name+":"+m.State.String())
	}
	return strings.Join(b, " ")
}

func count(g *Gossip, s State) (n int) {
	for _, m := range g.Members() {
		if m.State == s {
			n++
		}
	}
	return n
}

// within waits until cond holds and gives how long it took.
func (f *flock) within(limit time.Duration, what string, cond func() bool) time.Duration {
	f.t.Helper()
	began := time.Now()
	for !cond() {
		if time.Since(began) > limit {
			for name, g := range f.all {
				f.t.Logf("%s: %s", name, states(g))
			}
			f.t.Fatalf("not within %v: %s", limit, what)
		}
		time.Sleep(50 * time.Millisecond)
	}
	return time.Since(began)
}

func everyoneSees(all []*Gossip, s State, n int) func() bool {
	return func() bool {
		for _, g := range all {
			if count(g, s) != n {
				return false
			}
		}
		return true
	}
}

func inBubble(t *testing.T, o gossiptest.Options, f func(t *testing.T, f *flock)) {
	synctest.Test(t, func(t *testing.T) {
		fl := newFlock(t, o)
		defer fl.close()
		f(t, fl)
	})
}

func TestMembersLearnMetadataAddressAndRoundTrip(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.gather(3)
		f.within(5*time.Second, "three members", everyoneSees(all, Alive, 2))
		time.Sleep(10 * time.Second) // ten probes
		for _, m := range all[0].Members() {
			if want := (Meta{ID: m.Meta.ID, Incarnation: 1, Capability: int64(m.Meta.ID) * 100}); m.Meta != want {
				t.Errorf("%s tells %+v, want %+v", m.Name, m.Meta, want)
			}
			if m.RTT != 4*time.Millisecond { // there and back, 2 ms each
				t.Errorf("%s is %v away, want 4ms", m.Name, m.RTT)
			}
			if m.Addr != f.all[m.Name].Self().Addr {
				t.Errorf("%s is at %s, want %s", m.Name, m.Addr, f.all[m.Name].Self().Addr)
			}
		}
	})
}

func TestSendCarriesDatagrams(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.gather(2)
		a, b := all[0], all[1]
		f.within(5*time.Second, "two members", everyoneSees(all, Alive, 1))
		long := []byte(strings.Repeat("x", MaxDatagram))
		for to, data := range map[string][]byte{"n02": []byte("by name"), b.Self().Addr: long} {
			if err := a.Send(to, data); err != nil {
				t.Fatal(err)
			}
			p := <-b.Packets()
			if string(p.Data) != string(data) || p.From != a.Self().Addr || p.Name != "n01" || p.ID != 1 {
				t.Errorf("got %d bytes from %s, %s, id %d", len(p.Data), p.From, p.Name, p.ID)
			}
		}
		if err := a.Send("n02", append(long, 'x')); !errors.Is(err, ErrTooLong) {
			t.Errorf("one byte more: got %v", err)
		}
		if err := a.Send("n99", nil); !errors.Is(err, ErrUnknown) {
			t.Errorf("to nobody: got %v", err)
		}
		for range queueLimit + 7 {
			if err := a.Send("n02", []byte("flood")); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Second)
		if got := b.Counters(); got.Dropped != 7 || got.Received != queueLimit+2 {
			t.Errorf("a full queue: %d dropped, %d received", got.Dropped, got.Received)
		}
	})
}

func TestMetadataIsGossipedAgainButNotTooOften(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.gather(4)
		f.within(5*time.Second, "four members", everyoneSees(all, Alive, 3))
		before := all[0].Counters().Announcements
		for i := range 1000 {
			m := all[0].Self().Meta
			m.Capability, m.ID, m.Incarnation = int64(i), 77, 99
			all[0].SetMeta(m)
			time.Sleep(5 * time.Millisecond)
		}
		f.within(5*time.Second, "the last value everywhere", func() bool {
			for _, g := range all[1:] {
				if m, _ := g.view.find("n01"); m.Meta != (Meta{ID: 1, Incarnation: 1, Capability: 999}) {
					return false
				}
			}
			return true
		})
		// 1000 changes in 5 s, one announcement a second: the first at once, and the last.
		if n := all[0].Counters().Announcements - before; n < 5 || n > 7 {
			t.Errorf("%d announcements", n)
		}
	})
}

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
				left, _ := g.view.find("n07")
				failed, _ := g.view.find("n08")
				if left.State != Left || failed.State != Failed {
					return false
				}
			}
			return true
		})
		if got := all[6].Self().State; got != Left {
			t.Errorf("who left holds itself for %v", got)
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
		for i := range seedLimit {
			if err := a.Join(fmt.Sprintf("10.1.%d.%d", i/256, i%256)); (err != nil) != (i >= seedLimit-2) {
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
				if m, _ := g.view.find("n05"); m.Addr != is || m.State != Alive || m.Meta.Incarnation != 2 {
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
			o.Transport = f.net.TransportAt("n04", old)
			all[3] = f.start(o)
			f.within(20*time.Second, "its new life is known", func() bool {
				for _, g := range all[:3] {
					if m, _ := g.view.find("n04"); m.State != Alive || m.Meta.Incarnation != life {
						return false
					}
				}
				return true
			})
		}
	})
}

func TestFiftyMembers(t *testing.T) {
	inBubble(t, gossiptest.Options{Loss: 0.05, Seed: 2}, func(t *testing.T, f *flock) {
		all := f.gather(50)
		took := f.within(2*time.Minute, "fifty members", everyoneSees(all, Alive, 49))
		t.Logf("everyone knew everyone after %v", took)
		all[0].Close()
		took = f.within(90*time.Second, "the seed's death", everyoneSees(all[1:], Failed, 1))
		t.Logf("everyone knew of a death after %v", took)
		if err := all[1].Leave(5 * time.Second); err != nil {
			t.Error(err)
		}
		f.within(90*time.Second, "a goodbye", everyoneSees(all[2:], Left, 1))
	})
}

// A third of all datagrams is lost for ten minutes. Members may suspect each other
// and some be given up for a moment; none stays lost, and no conflict arises.
func TestThirdOfAllPacketsLost(t *testing.T) {
	wifi, err := Preset("wifi")
	if err != nil {
		t.Fatal(err)
	}
	inBubble(t, gossiptest.Options{Seed: 4}, func(t *testing.T, f *flock) {
		var all []*Gossip
		for i := range 12 {
			o := f.options(fmt.Sprintf("n%02d", i+1), protocol.ID(i+1))
			o.Timing = wifi
			if i > 0 {
				o.Join = []string{all[0].Self().Addr}
			}
			all = append(all, f.start(o))
		}
		f.within(90*time.Second, "twelve members", everyoneSees(all, Alive, 11))
		f.net.SetLoss(0.3)
		wrong, seen := 0, 0
		for range 600 {
			time.Sleep(time.Second)
			for _, g := range all {
				wrong, seen = wrong+count(g, Failed), seen+11
			}
		}
		t.Logf("%d of %d looks showed a living member failed", wrong, seen)
		if wrong*100 > seen {
			t.Errorf("more than one look in a hundred")
		}
		f.net.SetLoss(0)
		f.within(90*time.Second, "twelve members again", everyoneSees(all, Alive, 11))
		noConflict(t, all...)
	})
}
