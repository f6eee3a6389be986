package secure

import (
	"bytes"
	"crypto/cipher"
	"slices"
	"testing"
	"time"

	"bellwether/internal/live/membership/gossiptest"
)

// converse lets a and b send each other a packet. One packet may be lost if one of them
// does not know yet that the other has restarted.
func converse(t *testing.T, a, b *node) {
	t.Helper()
	for range 20 {
		a.send(t, b, "a to b")
		b.send(t, a, "b to a")
		time.Sleep(50 * time.Millisecond)
	}
	if x, y := len(a.takes()), len(b.takes()); x < 19 || y < 19 {
		t.Fatalf("%d and %d packets arrived", x, y)
	}
	a.refusals()
	b.refusals()
}

// replay sends a recording to a node, from the addresses that it was sent from.
func replay(t *testing.T, n *lab, recording []gossiptest.Recorded, to *node) (refused map[Reason]int, got []string) {
	t.Helper()
	for _, p := range recording {
		if err := n.Forge(p.From, to.addr(), p.Bytes); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
	}
	time.Sleep(30 * time.Second)
	to.send(t, to, "done") // its table is swept
	time.Sleep(time.Minute)
	to.send(t, to, "done")
	time.Sleep(time.Second)
	got = slices.DeleteFunc(to.takes(), func(s string) bool { return s == "done" })
	return to.refusals(), got
}

// A recording has no effect on the receiver, on others, or on a new life of the sender or of
// the receiver.
//
// It tests "Replay" of docs/security.md.
func TestARecordingSaysNothing(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		at := n.Transport("a")
		a, b, c := n.start(t, at, "", key), n.start(t, n.Transport("b"), "", key), n.start(t, n.Transport("c"), "", key)
		converse(t, a, b)
		n.recorder.Stop()
		recording := n.recorder.Kept()
		if len(recording) < 42 {
			t.Fatalf("recorded %d packets", len(recording))
		}
		for what, to := range map[string]*node{"the same": b, "another": c} {
			refused, got := replay(t, n, recording, to)
			if len(got) > 0 {
				t.Errorf("%s got %q", what, got)
			}
			if to == b && refused[Replayed] < 20 || to == c && refused[Unproven] < 20 || refused[Undecryptable] > 0 {
				t.Errorf("%s refused %v", what, refused)
			}
		}
		b.Shutdown()
		again := n.start(t, n.Transport("b"), "", key)
		if refused, got := replay(t, n, recording, again); len(got) > 0 || refused[Unproven] < 20 {
			t.Errorf("after the receiver's restart: got %q, refused %v", got, refused)
		}
		a.Shutdown()
		former := a.addr()
		a = n.start(t, n.TransportAt("a", at.AddrPort()), "", key)
		if a.addr() != former {
			t.Fatal("another address")
		}
		converse(t, a, c)
		if refused, got := replay(t, n, recording, c); len(got) > 0 || refused[Unproven] < 20 {
			t.Errorf("after the sender's restart: got %q, refused %v", got, refused)
		}
		converse(t, a, c) // the recording has not disturbed them
	})
}

// Recorded welcomes, and a flood of recorded hellos, neither disturb conversations that exist
// nor stay in memory.
//
// It tests "Floods" and "Memory" of docs/security.md.
func TestAFloodOfRecordedHellosLeavesNothing(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		a, b, c := n.start(t, n.Transport("a"), "", key), n.start(t, n.Transport("b"), "", key), n.start(t, n.Transport("c"), "", key)
		for i := range 400 { // hellos to nobody
			if _, err := a.WriteTo(nil, addrPort(10, i).String()); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Minute)
		n.recorder.Stop()
		for second := range 12 {
			for i, p := range n.recorder.Kept() {
				if i%1000 == 0 {
					time.Sleep(time.Microsecond) // until they are read
				}
				if err := n.Forge(addrPort(192, second).String(), b.addr(), p.Bytes); err != nil {
					t.Fatal(err)
				}
			}
			if got := b.size().pairs; got > maxWelcomed+2*hellosEach {
				t.Fatalf("%d pairs", got)
			}
			time.Sleep(time.Second)
			b.send(t, c, "still here")
		}
		time.Sleep(2 * time.Minute)
		b.send(t, c, "still here")
		time.Sleep(time.Second)
		if got := len(c.takes()); got != 13 {
			t.Errorf("%d of 13 packets", got)
		}
		if r := b.refusals(); r[Flooded] < 12*1800 || r[Unproven] < hellosEach {
			t.Errorf("refused %v", r)
		}
		if s := b.size(); s.pairs > 2 || s.points > 1 || s.queue > 0 {
			t.Errorf("left: %+v", s)
		}
	})
}

// Somebody records a conversation and gets the key of the group later. The handshake can be
// opened then, but not the data: their keys need an X25519 key that is gone.
//
// It tests "Reading" of docs/security.md.
func TestAStolenKeyOpensNoRecording(t *testing.T) {
	k, o := newGroupKey(key), Options{Label: "flock"}
	ownA, ownB, thief := newPoint(), newPoint(), newPoint()
	hello := o.hello(k, kindHello, body{index: 1, point: ownA.PublicKey()})
	in, err := k.openBody(hello, helloHead, "flock", nil)
	if err != nil {
		t.Fatal(err)
	}
	there, back, err := o.conversation(k, ownA, end{point: ownA.PublicKey()}, end{point: ownB.PublicKey()})
	if err != nil {
		t.Fatal(err)
	}
	n := nonce(1)
	said := there.Seal(nil, n[:], []byte("data"), nil)
	if bytes.Contains(said, []byte("data")) {
		t.Error("it can be read")
	}
	for what, of := range map[string][2]end{
		"as the sender":   {{point: thief.PublicKey()}, {point: ownB.PublicKey()}},
		"as the receiver": {{point: in.point}, {point: thief.PublicKey()}},
	} {
		one, two, err := o.conversation(k, thief, of[0], of[1])
		if err != nil {
			t.Fatal(err)
		}
		for _, aead := range []cipher.AEAD{one, two} {
			if _, err := aead.Open(nil, n[:], said, nil); err == nil {
				t.Errorf("%s: opened", what)
			}
		}
	}
	if _, err := back.Open(nil, n[:], said, nil); err == nil {
		t.Error("both directions have one key")
	}
}
