package secure

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/memberlist"

	"bellwether/internal/live/membership/gossiptest"
)

// A dropping transport loses some of the datagrams that are sent on it.
type dropping struct {
	*gossiptest.Transport
	kind byte // of what is lost

	mu   sync.Mutex
	left int // datagrams that are lost yet
}

func (d *dropping) WriteToAddress(b []byte, a memberlist.Address) (time.Time, error) {
	kind := b[1] & 0xF
	if kind > signedKinds && kind <= 2*signedKinds {
		kind -= signedKinds
	}
	d.mu.Lock()
	drop := kind == d.kind && d.left > 0
	if drop {
		d.left--
	}
	d.mu.Unlock()
	if drop {
		return time.Now(), nil
	}
	return d.Transport.WriteToAddress(b, a)
}

// The first messages of one kind are lost, whichever it is. Soon afterwards both sides understand each
// other, whichever of them speaks.
func TestLostMessagesAreRepeated(t *testing.T) {
	for kind, name := range map[byte]string{kindHello: "hello", kindWelcome: "welcome", kindFinish: "finish", kindData: "data"} {
		for _, speaks := range []string{"the opener", "the other"} {
			t.Run(name+" "+speaks, func(t *testing.T) {
				withIdentitiesToo(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
					lossy := func(name string) *dropping {
						return &dropping{Transport: n.Transport(name), kind: kind, left: 2}
					}
					a, b := n.start(t, lossy("a"), "", key), n.start(t, lossy("b"), "", key)
					a.send(t, b, "first")
					time.Sleep(3 * time.Second)
					b.takes()
					from, to := a, b
					if speaks == "the other" {
						from, to = b, a
					}
					from.send(t, to, "second", "third", "fourth")
					time.Sleep(3 * time.Second)
					if got := to.takes(); !slices.Contains(got, "fourth") {
						t.Errorf("got %q", got)
					}
					sent := n.recorder.Kept()
					if last := sent[len(sent)-1]; last.Bytes[1] != version2<<4|kindData {
						t.Errorf("the last packet is of kind %d", last.Bytes[1]&0xF)
					}
					for _, x := range []*node{a, b} {
						if s := x.size(); s.pairs != 1 || s.held != 0 {
							t.Errorf("left: %+v", s)
						}
					}
				})
			})
		}
	}
}

// Both sides begin at once. Nothing is lost, and both send on one conversation afterwards.
func TestBothOpenAtOnce(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		a, b := n.start(t, n.Transport("a"), "", key), n.start(t, n.Transport("b"), "", key)
		for range 4 {
			a.send(t, b, "to b")
			b.send(t, a, "to a")
			time.Sleep(time.Second)
		}
		if x, y := len(a.takes()), len(b.takes()); x != 4 || y != 4 {
			t.Errorf("%d and %d of 4 packets", x, y)
		}
		ends := func(x, of *node) (own, other uint32) {
			x.Transport.mu.Lock()
			defer x.Transport.mu.Unlock()
			p := x.table.routes[of.under.AddrPort()].pair
			return p.index, p.remote
		}
		ownA, otherA := ends(a, b)
		ownB, otherB := ends(b, a)
		if ownA != otherB || ownB != otherA {
			t.Error("each sends on a conversation of its own")
		}
		for _, x := range []*node{a, b} {
			if r := x.refusals(); len(r) > 0 {
				t.Errorf("refused %v", r)
			}
		}
	})
}

// A repeated finish, or one with other data, changes a counter and nothing else.
func TestARepeatedFinishChangesNothing(t *testing.T) {
	variants[2].inBubble(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		a, b := n.start(t, n.Transport("a"), "", key), n.start(t, n.Transport("b"), "", key)
		converse(t, a, b)
		n.recorder.Stop()
		finishes := 0
		for _, p := range n.recorder.Kept() {
			if p.Bytes[1]&0xF != kindFinish || p.To != b.addr() {
				continue
			}
			finishes++
			for _, m := range [][]byte{p.Bytes, p.Bytes[:n.finish], append(slices.Clone(p.Bytes), 0), append(slices.Clone(p.Bytes[:n.finish]), make([]byte, 60)...)} {
				if err := n.Forge(a.addr(), b.addr(), m); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Second)
				got, r := b.takes(), b.refusals()
				if len(got) > 0 || r[Replayed]+r[Undecryptable] != 1 || len(r) != 1 {
					t.Errorf("got %q, refused %v", got, r)
				}
			}
		}
		if finishes == 0 {
			t.Error("no finish was sent")
		}
		converse(t, a, b)
	})
}
