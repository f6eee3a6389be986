package secure

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"testing"
	"time"

	"bellwether/internal/live/membership/gossiptest"
)

// Junk that begins like genuine hellos comes from thousands of addresses, several hundred in each tenth of a
// second. An agent that starts meanwhile is heard at once, by packet.
//
// It tests "Floods" of docs/security.md.
func TestAFloodOfJunkHellosDelaysNobody(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	flooded(t, 8000, func(netip.AddrPort) netip.AddrPort { return addrPort(byte(100+r.IntN(100)), r.IntN(1<<24)) })
}

// So it is if all junk claims to come from the address of that agent.
//
// It tests "Floods" of docs/security.md.
func TestAFloodInTheNameOfAnAgentDoesNotDelayIt(t *testing.T) {
	flooded(t, 4000, func(late netip.AddrPort) netip.AddrPort { return late })
}

// flooded floods an agent with so many hellos a second from made up sources, and starts another one meanwhile.
func flooded(t *testing.T, rate int, source func(late netip.AddrPort) netip.AddrPort) {
	t.Helper()
	withIdentitiesToo(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		a, b := n.start(t, n.Transport("a"), "", key), n.start(t, n.Transport("b"), "", key)
		a.send(t, b, "before")
		time.Sleep(time.Second)
		genuine := n.recorder.Kept()[0].Bytes
		n.recorder.Stop()
		b.takes()
		r := rand.New(rand.NewPCG(1, 2))
		late := n.Transport("c")
		flood := func() {
			for range rate / 12 {
				junk := slices.Clone(genuine)
				for at := range junk[markBytes+2*hintBytes:] {
					junk[markBytes+2*hintBytes+at] = byte(r.Uint32())
				}
				if err := n.Forge(source(late.AddrPort()).String(), b.addr(), junk); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(100 * time.Millisecond)
		}
		for range 15 {
			flood()
		}
		c := n.start(t, late, "", key)
		c.send(t, b, "let me in")
		for range 2 {
			flood()
		}
		if got := b.takes(); !slices.Equal(got, []string{"let me in"}) {
			t.Errorf("got %q after a fifth of a second", got)
		}
		if s := b.size(); s.pairs > 2 || s.queue > 2 {
			t.Errorf("%+v", s)
		}
		if got := b.refusals(); got[Flooded] < rate || got[Undecryptable] < calmTotal {
			t.Errorf("refused %v", got)
		}
	})
}

// A cookie counts for its address and for its hello, and for four minutes at most. It is shorter than a hello.
func TestACookieIsOfItsAddress(t *testing.T) {
	variants[1].inBubble(t, gossiptest.Options{}, func(t *testing.T, _ *lab) {
		ring, err := NewRing(key)
		if err != nil {
			t.Fatal(err)
		}
		ring.Speak(Only2)
		o := Options{Ring: ring}
		o.side = o.newSide()
		table := newTable()
		greeting := func() *pair { return table.greeting(addrPort(10, 1), new(route), &o, 1) }
		here, there := addrPort(10, 2), addrPort(10, 3)
		g := newGuard()
		g.calm = budget{}
		p, other := greeting(), greeting()
		admitted, cookie := g.admits(p.group, p.hello, here)
		if admitted || len(cookie) != cookieSize || len(cookie) > len(p.hello) {
			t.Fatalf("admitted %v, a cookie of %d bytes", admitted, len(cookie))
		}
		for at := range cookie[markBytes:] {
			bad := slices.Clone(cookie)
			bad[markBytes+at] ^= 1
			if p.takesCookie(bad) {
				t.Errorf("byte %d may be changed", at)
			}
		}
		if other.takesCookie(cookie) {
			t.Error("it counts for another hello")
		}
		if !p.takesCookie(cookie) || p.takesCookie(cookie) {
			t.Error("it is not taken, or twice")
		}
		for _, c := range []struct {
			what string
			from netip.AddrPort
			wait time.Duration
			want bool
		}{{"here", here, 0, true}, {"another address", there, 0, false}, {"another port", netip.AddrPortFrom(here.Addr(), 9), 0, false},
			{"in three minutes", here, 3 * time.Minute, true}, {"two later", here, 2 * time.Minute, false}} {
			time.Sleep(c.wait)
			if got, _ := g.admits(p.group, p.hello, c.from); got != c.want {
				t.Errorf("%s: admitted %v", c.what, got)
			}
		}
	})
}

// Without the key nobody makes an agent repeat its hello.
func TestFalseCookiesChangeNothing(t *testing.T) {
	withIdentitiesToo(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		a := n.start(t, n.Transport("a"), "", key)
		nobody := addrPort(10, 99)
		if _, err := a.WriteTo([]byte("x"), nobody.String()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
		hello := n.recorder.Kept()[0].Bytes
		body := hello[:len(hello)-proofLength]
		for i, m := range [][]byte{newGroupKey(otherKey).cookie(body, make([]byte, proofLength)), newGroupKey(key).cookie(make([]byte, 100), make([]byte, proofLength))} {
			if err := n.Forge(nobody.String(), a.addr(), m); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Millisecond)
			if r := a.refusals(); r[Unproven] != 1 || len(n.recorder.Kept()) != 1 {
				t.Errorf("%d: refused %v, sent %d", i, fmt.Sprint(r), len(n.recorder.Kept()))
			}
		}
	})
}
