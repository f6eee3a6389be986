package secure

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"bellwether/internal/live/membership/gossiptest"
)

// withIdentitiesToo runs a test without and with identities.
func withIdentitiesToo(t *testing.T, o gossiptest.Options, f func(t *testing.T, n *lab)) {
	t.Helper()
	for _, v := range variants[1:] {
		t.Run(v.name, func(t *testing.T) { v.inBubble(t, o, f) })
	}
}

// Agents whose wires are equal or neighbours understand each other, by packet and by stream, whichever
// begins. Of wires that are not neighbours one side refuses the other.
//
// It tests "Versions" of docs/security.md.
func TestNeighbouringWiresUnderstandEachOther(t *testing.T) {
	withIdentitiesToo(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		for one := Before; one <= Only2; one++ {
			for two := one; two <= Only2; two++ {
				t.Logf("%v and %v", one, two)
				a, b := n.start(t, n.Transport("a"), "", key), n.start(t, n.Transport("b"), "", key)
				a.ring.Speak(one)
				b.ring.Speak(two)
				refused := 0
				for _, c := range [][2]*node{{a, b}, {b, a}} {
					c[0].send(t, c[1], "hello")
					time.Sleep(3 * time.Second)
					refused += c[0].refusals()[Outdated] + c[1].refusals()[Outdated]
					s, err := c[0].DialTimeout(c[1].addr(), time.Second)
					if err != nil {
						refused++
						continue
					}
					far := <-c[1].StreamCh()
					s.Close()
					far.Close()
				}
				got := len(a.takes()) + len(b.takes())
				if neighbours := one.Neighbours(two); neighbours && (refused > 0 || got != 2) || !neighbours && refused == 0 {
					t.Errorf("%v and %v: %d of 2 packets, %d refused", one, two, got, refused)
				}
				a.Shutdown()
				b.Shutdown()
			}
		}
	})
}

// A cluster goes from a program before version 2 to version 2 alone, and back, agent by agent, while
// all talk. Nothing is lost, and nothing refused.
func TestAClusterChangesItsWireAgentByAgent(t *testing.T) {
	withIdentitiesToo(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		var all []*node
		for _, name := range []string{"a", "b", "c"} {
			x := n.start(t, n.Transport(name), "", key)
			x.ring.Speak(Before)
			all = append(all, x)
		}
		sent := 0
		for _, to := range []Wire{Before, Open1, Open2, Only2, Open2, Open1, Before} {
			for _, changed := range all {
				changed.ring.Speak(to)
				for i := range 3 {
					for _, from := range all {
						for _, other := range all {
							if from != other {
								from.send(t, other, fmt.Sprint(to, i))
								sent++
							}
						}
					}
					time.Sleep(15 * time.Second) // a pair is made again at most each ten
				}
				near, far := connect(t, changed, all[0])
				near.Close()
				far.Close()
			}
		}
		got := 0
		for _, x := range all {
			got += len(x.takes())
			r := x.refusals()
			delete(r, Replayed)
			if len(r) > 0 {
				t.Errorf("refused %v", r)
			}
		}
		if got != sent {
			t.Errorf("%d of %d packets", got, sent)
		}
	})
}

// With Open2 on both sides, a conversation of version 1 is made again in version 2, and with Only2 one
// of version 1 is void at once.
func TestConversationsFollowTheWire(t *testing.T) {
	withIdentitiesToo(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		a, b := n.start(t, n.Transport("a"), "", key), n.start(t, n.Transport("b"), "", key)
		versions := func(of *node) (v []byte) {
			of.Transport.mu.Lock()
			defer of.Transport.mu.Unlock()
			for _, r := range of.table.routes {
				if r.pair != nil {
					v = append(v, r.pair.version)
				}
			}
			return v
		}
		for _, step := range []struct {
			wire Wire
			want byte
		}{{Open1, version1}, {Open2, version2}, {Only2, version2}} {
			for _, x := range []*node{a, b} {
				x.ring.Speak(step.wire)
			}
			for range 3 {
				a.send(t, b, "x")
				time.Sleep(renewPause + time.Second)
			}
			for _, x := range []*node{a, b} {
				if got := versions(x); !slices.Equal(got, []byte{step.want}) {
					t.Errorf("wire %v: sends in versions %v", step.wire, got)
				}
			}
		}
		a.takes()
		b.takes()
		a.ring.Speak(Open1)
		b.ring.Speak(Open1)
		c := n.start(t, n.Transport("c"), "", key)
		c.ring.Speak(Open1)
		c.send(t, b, "in version 1")
		time.Sleep(time.Second)
		b.ring.Speak(Only2)
		c.send(t, b, "the same")
		time.Sleep(time.Second)
		if got, r := b.takes(), b.refusals(); !slices.Equal(got, []string{"in version 1"}) || r[Outdated] != 1 {
			t.Errorf("got %q, refused %v", got, r)
		}
	})
}

func TestWiresAreReadAsWritten(t *testing.T) {
	for w := Open1; w <= Only2; w++ {
		if got, err := ParseWire(w.String()); got != w || err != nil {
			t.Errorf("%v is read as %v, %v", w, got, err)
		}
	}
	for _, s := range []string{"", "v3", "1", Wire(7).String()} {
		if w, err := ParseWire(s); err == nil {
			t.Errorf("%q is read as %v", s, w)
		}
	}
}
