package secure

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bellwether/internal/live/membership/gossiptest"
)

func TestDataArriveAfterOneHandshake(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		a, b := n.start(t, n.Transport("a"), "", key), n.start(t, n.Transport("b"), "", key)
		a.send(t, b, "one", "two")
		time.Sleep(time.Second)
		b.send(t, a, "three") // on the same pair
		time.Sleep(time.Second)
		got := b.takes()
		slices.Sort(got) // datagrams may overtake each other
		if !slices.Equal(got, []string{"one", "two"}) {
			t.Errorf("b got %q", got)
		}
		if got := a.takes(); !slices.Equal(got, []string{"three"}) {
			t.Errorf("a got %q", got)
		}
		said := n.recorder.Kept()
		packets := 5
		if n.wire == Only2 {
			packets++ // the opener learns that it was heard
		}
		if len(said) != packets || len(said[0].Bytes) != n.hello || len(said[1].Bytes) != n.welcome {
			t.Errorf("%d packets for three data", len(said))
		}
		for _, p := range said {
			if strings.Contains(string(p.Bytes), "two") {
				t.Error("data can be read")
			}
		}
		if r := a.refusals(); len(r) > 0 {
			t.Errorf("refused %v", r)
		}
	})
}

// 30 % of all packets are lost, some come twice, they overtake each other, and both sides begin
// at the same time. Nothing comes twice or changed, and hardly more is lost than the
// network loses.
func TestNothingComesTwiceOnABadNetwork(t *testing.T) {
	inBubble(t, gossiptest.Options{Loss: 0.3, Double: 0.2, Jitter: 300 * time.Millisecond, Seed: 3}, func(t *testing.T, n *lab) {
		all := []*node{}
		for _, name := range []string{"a", "b", "c"} {
			all = append(all, n.start(t, n.Transport(name), "flock", key))
		}
		const packets = 400
		for i := range packets {
			for _, from := range all {
				for _, to := range all {
					if from != to {
						from.send(t, to, fmt.Sprint(i, " from ", from.addr()))
					}
				}
			}
			time.Sleep(25 * time.Millisecond)
		}
		time.Sleep(time.Minute)
		for _, x := range all {
			got := x.takes()
			slices.Sort(got)
			if d := slices.Compact(slices.Clone(got)); len(d) != len(got) {
				t.Errorf("%d packets came twice", len(got)-len(d))
			}
			// 560 of 800 at 30 % loss, standard deviation 13; some hellos may wait.
			if len(got) < 480 {
				t.Errorf("%d of %d packets", len(got), 2*packets)
			}
			if r := x.refusals(); r[Replayed] < 50 || r[Undecryptable]+r[Keyless]+r[Flooded] > 0 {
				t.Errorf("refused %v", r)
			}
		}
	})
}

func TestARestartOfEitherSide(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		at := n.Transport("b")
		a, b := n.start(t, n.Transport("a"), "", key), n.start(t, at, "", key)
		a.send(t, b, "before")
		time.Sleep(time.Second)
		b.Shutdown()
		again := n.start(t, n.TransportAt("b", at.AddrPort()), "", key)
		// Packets as long as a hello make the new life send a hello.
		a.send(t, again, strings.Repeat("x", n.hello/2), strings.Repeat("x", n.hello/2))
		time.Sleep(time.Second)
		a.send(t, again, "after")
		again.send(t, a, "hello")
		time.Sleep(time.Second)
		if got := again.takes(); !slices.Equal(got, []string{"after"}) {
			t.Errorf("got %q", got)
		}
		if got := a.takes(); !slices.Equal(got, []string{"hello"}) {
			t.Errorf("got %q", got)
		}
		if r := again.refusals(); r[Unproven] != 2 || len(r) != 1 {
			t.Errorf("refused %v", r)
		}
	})
}

// No address is sent more bytes than came from it, whatever came.
//
// It tests "Third parties" of docs/security.md.
func TestAnAnswerIsNeverLongerThanWhatCameFromThere(t *testing.T) {
	var mu sync.Mutex
	answered, came := map[string]int{}, map[string]int{}
	tap := func(_, to string, b []byte) {
		mu.Lock()
		defer mu.Unlock()
		answered[to] += len(b)
	}
	inBubble(t, gossiptest.Options{Tap: tap}, func(t *testing.T, n *lab) {
		b := n.start(t, n.Transport("b"), "", key)
		for range 40 {
			for source := range 30 {
				from := fmt.Sprintf("192.0.2.%d:%d", source%7, 1000+source)
				packet := append(n.mark(kindData), make([]byte, 5*source)...)
				came[from] += len(packet)
				if err := n.Forge(from, b.addr(), packet); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(answerPause + lastWait)
			mu.Lock()
			for to, bytes := range answered {
				if bytes > came[to] {
					t.Errorf("%d bytes to %s, from which %d came", bytes, to, came[to])
				}
			}
			mu.Unlock()
		}
		time.Sleep(10 * time.Second)
		mu.Lock()
		defer mu.Unlock()
		if len(answered) == 0 {
			t.Error("no answers at all")
		}
		if s := b.size(); s != (size{}) {
			t.Errorf("left: %+v", s)
		}
	})
}

// TestWhoDoesNotShareKeyAndLabelIsRefused tests "Making packets" of docs/security.md.
func TestWhoDoesNotShareKeyAndLabelIsRefused(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		a := n.start(t, n.Transport("a"), "flock", key)
		for _, c := range []struct {
			label string
			key   []byte
			why   Reason
		}{
			{"flock", otherKey, Undecryptable},
			{"herd", key, OtherLabel},
			{"", key, OtherLabel},
		} {
			b := n.start(t, n.Transport("b"), c.label, c.key)
			b.send(t, a, "let me in")
			time.Sleep(time.Minute)
			if got := a.takes(); len(got) > 0 {
				t.Errorf("got %q", got)
			}
			if r := a.refusals(); r[c.why] != helloTries || len(r) != 1 {
				t.Errorf("%v: refused %v", c.why, r)
			}
			if r := b.refusals(); r[Unanswered] != 1 || len(r) != 1 {
				t.Errorf("%v: at b %v", c.why, r)
			}
			if s := b.size(); s != (size{}) {
				t.Errorf("left: %+v", s)
			}
		}
	})
}

// A group changes its key while packets flow. None is lost.
func TestTheKeyChangesWithoutPause(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		all := []*node{n.start(t, n.Transport("a"), "", otherKey), n.start(t, n.Transport("b"), "", otherKey), n.start(t, n.Transport("c"), "", otherKey)}
		sent := 0
		talk := func() {
			for range 3 {
				for _, from := range all {
					for _, to := range all {
						if from != to {
							from.send(t, to, "still here")
						}
					}
				}
				sent += 6
				time.Sleep(100 * time.Millisecond)
			}
		}
		talk()
		for _, keys := range [][][]byte{{otherKey, key}, {key, otherKey}, {key}} {
			for _, x := range all {
				if err := x.ring.Set(keys...); err != nil {
					t.Fatal(err)
				}
				talk()
			}
		}
		got := 0
		for _, x := range all {
			got += len(x.takes())
			if r := x.refusals(); len(r) > 0 {
				t.Errorf("refused %v", r)
			}
			x.Transport.mu.Lock()
			for _, p := range x.table.routes {
				if p.pair != nil && p.pair.group != x.ring.first() {
					t.Error("sends under the old key")
				}
			}
			x.Transport.mu.Unlock()
		}
		if got != sent {
			t.Errorf("%d of %d packets", got, sent)
		}
	})
}

// The key changes while a hello is repeated: the next hello is under the key in use, and the
// packet that waits for the handshake arrives.
func TestAHelloIsMadeAnewWhenTheKeyChanges(t *testing.T) {
	var deaf atomic.Bool
	o := gossiptest.Options{Hear: func(string, string) bool { return !deaf.Load() }}
	inBubble(t, o, func(t *testing.T, n *lab) {
		a, b := n.start(t, n.Transport("a"), "", otherKey), n.start(t, n.Transport("b"), "", otherKey)
		deaf.Store(true)
		a.send(t, b, "waits")
		time.Sleep(time.Second) // three of five hellos are lost
		for _, keys := range [][][]byte{{otherKey, key}, {key, otherKey}, {key}} {
			for _, x := range []*node{a, b} {
				if err := x.ring.Set(keys...); err != nil {
					t.Fatal(err)
				}
			}
		}
		deaf.Store(false)
		time.Sleep(helloTries * lastWait)
		if got := b.takes(); !slices.Equal(got, []string{"waits"}) {
			t.Errorf("got %q", got)
		}
		for _, x := range []*node{a, b} {
			if r := x.refusals(); len(r) > 0 {
				t.Errorf("refused %v", r)
			}
		}
		if s := a.size(); s.pairs != 1 || s.routes != 1 || s.held != 0 {
			t.Errorf("left: %+v", s)
		}
	})
}

// A holder of a removed key is refused at once, also in a conversation and on a stream that
// exist.
//
// It tests "Changing keys" of docs/security.md.
func TestARemovedKeyOpensNothing(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		a, thief := n.start(t, n.Transport("a"), "", key, otherKey), n.start(t, n.Transport("thief"), "", otherKey)
		thief.send(t, a, "in")
		near, far := connect(t, thief, a)
		time.Sleep(time.Second)
		if err := a.ring.Set(key); err != nil {
			t.Fatal(err)
		}
		go func() { _, _ = near.Write([]byte("more")) }()
		if n, err := far.Read(make([]byte, 4)); err == nil {
			t.Errorf("a stream from before carries %d bytes", n)
		}
		if _, err := far.Write([]byte("answer")); err == nil {
			t.Error("a stream from before is answered")
		}
		near.Close()
		far.Close()
		thief.send(t, a, "out", strings.Repeat("out", 100))
		time.Sleep(10 * time.Second)
		if got := a.takes(); !slices.Equal(got, []string{"in"}) {
			t.Errorf("got %q", got)
		}
		if _, err := thief.DialTimeout(a.addr(), time.Second); err == nil {
			t.Error("a stream was opened")
		}
	})
}

// Packets for addresses where nobody answers take little memory, and leave none behind.
func TestHeldPacketsAreBounded(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		a := n.start(t, n.Transport("a"), "", key)
		for i := range 300 {
			for range 2 * heldEach {
				if _, err := a.WriteTo(make([]byte, 1000), fmt.Sprintf("10.9.%d.%d:1", i/250, i%250)); err != nil {
					t.Fatal(err)
				}
			}
		}
		if held := a.size().held; held > heldTotal {
			t.Errorf("%d packets are held", held)
		}
		time.Sleep(time.Minute)
		if s := a.size(); s != (size{}) {
			t.Errorf("left: %+v", s)
		}
		if r := a.refusals(); r[Unanswered] != 300*2*heldEach {
			t.Errorf("%v of %d", r, 300*2*heldEach)
		}
	})
}

func TestIdlePairsGo(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		a := n.start(t, n.Transport("a"), "", key)
		b, c := n.start(t, n.Transport("b"), "", key), n.start(t, n.Transport("c"), "", key)
		a.send(t, b, "once")
		for range 30 {
			time.Sleep(time.Minute)
			a.send(t, c, "again")
			c.send(t, a, "again")
		}
		if s := a.size(); s.pairs < 1 || s.pairs > 2 || s.routes != 1 {
			t.Errorf("left: %+v", s)
		}
		b.send(t, a, "back")
		time.Sleep(time.Second)
		if got := a.takes(); !slices.Contains(got, "back") {
			t.Error("who was silent is not heard")
		}
	})
}
