package secure

import (
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"bellwether/internal/live/membership/gossiptest"
)

// A full one says that so many thousandths of its send buffer are in use.
type full struct {
	below
	thousandths atomic.Int64
}

func (f *full) Backlog() float64 { return float64(f.thousandths.Load()) / 1000 }

// While packets wait in the send buffer, as they do if somebody asks in the name of addresses that nobody has, an
// agent answers strangers with nothing, known addresses as long as half of it is free, and says what it has to say.
//
// It tests "Floods" of docs/security.md.
func TestAnswersToStrangersLeaveRoomToSpeak(t *testing.T) {
	withIdentitiesToo(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		under := &full{below: n.Transport("b")}
		at := n.Transport("a")
		a, b := n.start(t, at, "", key), n.start(t, under, "", key)
		a.send(t, b, "before")
		time.Sleep(time.Second)
		genuine := n.recorder.Kept()[0].Bytes
		b.takes()
		b.refusals()
		nobody, dead := addrPort(50, 7), n.Transport("d")
		junk := func() (cookies, hellos int) {
			before := len(n.recorder.Kept())
			for i := range 2 * calmTotal {
				hello := slices.Clone(genuine)
				hello[len(hello)-proofLength-1] ^= byte(1 + i%200)
				if err := n.Forge(nobody.String(), b.addr(), hello); err != nil {
					t.Fatal(err)
				}
			}
			for range 20 { // data of an unknown conversation
				if err := n.Forge(dead.Addr(), b.addr(), append(n.mark(kindData), make([]byte, 600)...)); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(time.Second)
			for _, p := range n.recorder.Kept()[before:] {
				switch {
				case p.From != b.addr():
				case p.To == nobody.String():
					cookies++
				case p.To == dead.Addr():
					hellos++
				}
			}
			return cookies, hellos
		}
		if cookies, hellos := junk(); cookies == 0 || hellos == 0 {
			t.Errorf("with an empty buffer strangers get %d cookies, %d hellos", cookies, hellos)
		}
		time.Sleep(5 * time.Second) // the hello is given up
		under.thousandths.Store(260)
		if cookies, hellos := junk(); cookies > 0 || hellos > 0 {
			t.Errorf("with a quarter in use strangers get %d cookies, %d hellos", cookies, hellos)
		}
		b.send(t, a, "mine")
		time.Sleep(time.Second)
		if got := a.takes(); !slices.Equal(got, []string{"mine"}) {
			t.Errorf("a member gets %q", got)
		}
		a.Shutdown()
		again := n.start(t, n.TransportAt("a", at.AddrPort()), "", key)
		again.send(t, b, "again")
		time.Sleep(time.Second)
		if got := b.takes(); !slices.Equal(got, []string{"again"}) {
			t.Errorf("of an agent that starts again comes %q", got)
		}
		under.thousandths.Store(510)
		c := n.start(t, n.Transport("c"), "", key)
		c.send(t, b, "late")
		time.Sleep(10 * time.Second) // it has given up
		if got := b.takes(); len(got) > 0 {
			t.Errorf("with half in use a new agent is heard: %q", got)
		}
		under.thousandths.Store(0)
		c.send(t, b, "later")
		time.Sleep(time.Second)
		if got := b.takes(); !slices.Contains(got, "later") {
			t.Errorf("then it is not: %q", got)
		}
	})
}
