package membership

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"bellwether/internal/live/membership/gossiptest"
	"bellwether/internal/testkit/bubble"
	"bellwether/protocol"
)

// A flock is a cluster on a network in memory, in virtual time (testing/synctest).
type flock struct {
	t   *testing.T
	net *gossiptest.Network
	all map[string]*Gossip
	log *slog.Logger
	// keys of the agents that options describes; nil: none
	keys [][]byte

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

// cut moves nodes to a side of a partition. At first all nodes are on side 0.
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
	return Options{Name: name, Join: seeds, Timing: lan, Keys: f.keys, Logger: f.log.With("agent", name),
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

// states returns the states of the others as g sees them, "n02:alive n03:left".
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
	bubble.Test(t, func(t *testing.T) {
		fl := newFlock(t, o)
		defer fl.close()
		f(t, fl)
	})
}
