package membership_test

import (
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"bellwether/internal/live/membership"
	"bellwether/protocol"
)

// Two agents on real sockets lose each other when their peer filters refuse packets, and
// find each other again when the filters pass them. An agent without a filter is not
// understood.
func TestPeerFilter(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for time-outs of real sockets")
	}
	t.Parallel()
	var apart atomic.Bool
	timing, err := membership.Preset("local")
	if err != nil {
		t.Fatal(err)
	}
	join := func(id protocol.ID, name string, hears func(protocol.ID) bool, seeds ...string) *membership.Gossip {
		g, err := membership.Start(membership.Options{Name: name, Bind: "127.0.0.1:0", Join: seeds, Timing: timing, Hears: hears,
			Meta: membership.Meta{ID: id, Incarnation: 1}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := g.Close(); err != nil {
				t.Error(err)
			}
		})
		return g
	}
	hears := func(protocol.ID) bool { return !apart.Load() }
	a := join(1, "a", hears)
	b := join(2, "b", hears, a.Self().Addr)
	plain := join(3, "plain", nil, a.Self().Addr)
	sees := func(g *membership.Gossip, name string, want membership.State) {
		t.Helper()
		for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
			if slices.ContainsFunc(g.Members(), func(m membership.Member) bool { return m.Name == name && m.State == want }) {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s does not see %s %v: %v", g.Self().Name, name, want, g.Members())
			}
		}
	}
	sees(a, "b", membership.Alive)
	sees(b, "a", membership.Alive)
	if err := a.Send("b", []byte("hello")); err != nil {
		t.Fatal(err)
	}
	if p := <-b.Packets(); string(p.Data) != "hello" {
		t.Errorf("got %q", p.Data)
	}
	apart.Store(true)
	sees(a, "b", membership.Failed)
	sees(b, "a", membership.Failed)
	apart.Store(false)
	sees(a, "b", membership.Alive)
	sees(b, "a", membership.Alive)
	if members := plain.Members(); len(members) > 0 {
		t.Errorf("without a peer filter it sees %v", members)
	}
}
