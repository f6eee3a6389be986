package live

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bellwether/internal/live/agent"
	"bellwether/internal/live/membership"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
	"bellwether/protocol"
)

// A witness records what the callbacks got.
type witness struct {
	mu      sync.Mutex
	leaders []Leader
	events  []EventKind
}

func (w *witness) onLeader(l Leader) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.leaders = append(w.leaders, l)
}

func (w *witness) onEvent(e Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.events = append(w.events, e.Kind)
}

// names returns the reported leaders in order: "-" for none, with a star if it is the node
// itself.
func (w *witness) names() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var names []string
	for _, l := range w.leaders {
		name := l.Name
		if !l.Known() {
			name = "-"
		}
		if l.Self {
			name += "*"
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

// member starts an agent in a network in memory.
func member(t *testing.T, on *livetest.Network, name string, offer int64, w *witness) *Agent {
	t.Helper()
	a, err := Start(t.Context(), Options{
		Name: name, Offer: func() int64 { return offer }, OnLeader: w.onLeader, OnEvent: w.onEvent,
		network: func(m membership.Meta) agent.Network { return on.Join(name, m) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestAProgramGetsTheLeaders(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		on := livetest.NewNetwork()
		var a, b, c witness
		alpha, beta, gamma := member(t, on, "alpha", 10, &a), member(t, on, "beta", 30, &b), member(t, on, "gamma", 20, &c)
		time.Sleep(time.Minute)
		synctest.Wait()
		if err := beta.Leave(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		for _, x := range []struct{ name, got, want string }{
			{"alpha", a.names(), "- beta gamma"}, {"beta", b.names(), "- beta* -"}, {"gamma", c.names(), "- beta gamma*"},
		} {
			if last := x.want[strings.LastIndexByte(x.want, ' '):]; !strings.HasPrefix(x.got, "- ") || !strings.HasSuffix(x.got, last) {
				t.Errorf("%s got %q, want %q, perhaps with more leaders between", x.name, x.got, x.want)
			}
			if !strings.Contains(x.got, "beta") {
				t.Errorf("%s got %q, and never beta", x.name, x.got)
			}
		}
		if !slices.Contains(c.events, LeaderGained) || !slices.Contains(a.events, MemberLeft) {
			t.Errorf("events of gamma %v, of alpha %v", c.events, a.events)
		}
		for _, x := range []*Agent{alpha, gamma} {
			if err := x.Leave(t.Context()); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestRunEndsAfterTheLastCallback: a program may release its resources once Run has
// returned. A leader that ends gets a last callback, which says that it no longer leads.
func TestRunEndsAfterTheLastCallback(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		on := livetest.NewNetwork()
		ctx, cancel := context.WithCancel(t.Context())
		var w witness
		returned, late := false, false
		ended := make(chan error)
		go func() {
			err := Run(ctx, Options{Name: "alone",
				OnLeader: func(l Leader) { time.Sleep(5 * time.Second); late = late || returned; w.onLeader(l) },
				network:  func(m membership.Meta) agent.Network { return on.Join("alone", m) }})
			returned = true
			ended <- err
		}()
		time.Sleep(time.Minute)
		synctest.Wait()
		if got := w.names(); got != "- alone*" {
			t.Errorf("got %q before the end", got)
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		time.Sleep(time.Minute)
		if got := w.names(); got != "- alone* -" || late {
			t.Errorf("got %q in all, after Run had returned: %v", got, late)
		}
	})
}

// TestARestartedNodeIsTheSame: an agent that starts again in its directory is the same
// node, and its epochs continue.
func TestARestartedNodeIsTheSame(t *testing.T) {
	dir := t.TempDir()
	start := func() (id protocol.ID, epoch uint64) {
		bubble.Test(t, func(t *testing.T) {
			on := livetest.NewNetwork()
			a, err := Start(t.Context(), Options{Name: "a", Dir: dir, network: func(m membership.Meta) agent.Network { return on.Join("a", m) }})
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
			s, err := a.Status(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			id, epoch = s.Self.ID, s.Epoch
			if _, err := Start(t.Context(), Options{Name: "b", Dir: dir}); err == nil || !strings.Contains(err.Error(), "use") {
				t.Errorf("a second agent in the directory: %v", err)
			}
			if err := a.Leave(t.Context()); err != nil {
				t.Error(err)
			}
		})
		return id, epoch
	}
	first, before := start()
	again, after := start()
	if first != again || after <= before {
		t.Errorf("node %d at epoch %d restarted as node %d at epoch %d", first, before, again, after)
	}
}

func TestRunRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		o    Options
		want string
	}{
		"timing":         {Options{Name: "a", Timing: "moon"}, `no timing "moon"`},
		"measure":        {Options{Name: "a", Measure: -1}, "Measure must be above 0"},
		"long name":      {Options{Name: strings.Repeat("a", 129)}, "128"},
		"parameter":      {Options{Name: "a", Params: map[string]string{"hops": "9"}}, "hops"},
		"expected":       {Options{Name: "a", Expect: -1}, "-1 members are expected: must be 0 or more"},
		"offer":          {Options{Name: "a", Offer: func() int64 { return -1 }}, "Offer returned -1: must be from 0 to"},
		"great offer":    {Options{Name: "a", Offer: func() int64 { return protocol.MaxValue + 1 }}, "Offer returned"},
		"half algorithm": {Options{Name: "a", Algorithm: protocol.Algorithm{Name: "mine"}}, "New is nil"},
		"port":           {Options{Name: "a", Bind: "127.0.0.1:99999"}, "99999"},
	} {
		if c.o.Bind == "" {
			c.o.Bind = "127.0.0.1:0"
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		err := Run(ctx, c.o)
		cancel()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q in it", name, err, c.want)
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Run(gone, Options{Name: "a", Bind: "127.0.0.1:0"}); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
}
