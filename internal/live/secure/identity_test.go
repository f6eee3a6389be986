package secure

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"net/netip"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/membership/gossiptest"
)

func seedOf(n byte) ed25519.PrivateKey { return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{n}, 32)) }

func peerOf(n byte) Peer { return Peer(seedOf(n).Public().(ed25519.PublicKey)) }

// Each packet is of a proven key, whichever side began the handshake, and handshakes are signed.
func TestPacketsAreOfAProvenKey(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		a, b := n.startAs(t, n.Transport("a"), "flock", seedOf(1), key), n.startAs(t, n.Transport("b"), "flock", seedOf(2), key)
		a.send(t, b, "one")
		time.Sleep(time.Second)
		b.send(t, a, "two")
		time.Sleep(time.Second)
		for to, from := range map[*node]Peer{b: peerOf(1), a: peerOf(2)} {
			if got := to.senders(); len(got) != 1 || got[0] != from {
				t.Errorf("of %v, want %v", got, from)
			}
		}
		said := n.recorder.Kept()
		want := [3]int{helloBytes + identityBytes, welcomeBytes + identityBytes, Overhead + 3}
		if n.wire == Only2 { // the finish goes before the data
			side := (&Options{Identity: seedOf(1)}).newSide()
			want = [3]int{side.HelloBytes() + proofLength, side.WelcomeBytes(), side.FinishBytes() + Overhead + 3}
		}
		if got := [3]int{len(said[0].Bytes), len(said[1].Bytes), len(said[2].Bytes)}; got != want {
			t.Errorf("%d, %d and %d bytes", len(said[0].Bytes), len(said[1].Bytes), len(said[2].Bytes))
		}
	})
}

// A handshake with a false signature, with another's key, or signed for another label or
// another hello is refused.
func TestProofsAreBound(t *testing.T) {
	o := Options{Label: "flock", Identity: seedOf(1)}
	b := body{7, newPoint().PublicKey(), life{1}, netip.MustParseAddrPort("10.0.0.1:7946"), nil}
	bound := newPoint().PublicKey().Bytes()
	signed := o.proved(kindWelcome, b, bound)
	if !o.proves(kindWelcome, signed, bound) {
		t.Fatal("it does not prove anything")
	}
	for what, proves := range map[string]bool{
		"another kind":  o.proves(kindHello, signed, bound),
		"another hello": o.proves(kindWelcome, signed, newPoint().PublicKey().Bytes()),
		"another label": (&Options{Label: "herd", Identity: seedOf(1)}).proves(kindWelcome, signed, bound),
		"no proof":      o.proves(kindWelcome, b, bound),
		"not wanted":    (&Options{Label: "flock"}).proves(kindWelcome, signed, bound),
	} {
		if proves {
			t.Errorf("%s: it counts", what)
		}
	}
	for what, change := range map[string]func(b *body){
		"the key":       func(b *body) { b.proof = &proof{peerOf(2), b.proof.signature} },
		"the X25519":    func(b *body) { b.point = newPoint().PublicKey() },
		"the address":   func(b *body) { b.addr = netip.MustParseAddrPort("10.0.0.2:7946") },
		"the life":      func(b *body) { b.life[0]++ },
		"the index":     func(b *body) { b.index++ },
		"the signature": func(b *body) { p := *b.proof; p.signature[9] ^= 1; b.proof = &p },
	} {
		other := signed
		if change(&other); o.proves(kindWelcome, other, bound) {
			t.Errorf("%s may be changed", what)
		}
	}
}

// An insider signs the hello of another with its own key. The other does not get a
// conversation that the receiver takes for one with the insider.
func TestAnothersHelloCannotBeSigned(t *testing.T) {
	k := newGroupKey(key)
	alice, mallory, bob := Options{Identity: seedOf(1)}, Options{Identity: seedOf(66)}, Options{Identity: seedOf(2)}
	ownA, ownB := newPoint(), newPoint()
	stolen := mallory.proved(kindHello+signedKinds, body{index: 1, point: ownA.PublicKey()}, nil)
	if !bob.proves(kindHello+signedKinds, stolen, nil) {
		t.Fatal("it could not even be tried")
	}
	there, _, err := alice.conversation(k, ownA, end{ownA.PublicKey(), alice.own()}, end{ownB.PublicKey(), bob.own()})
	if err != nil {
		t.Fatal(err)
	}
	atBob, _, err := bob.conversation(k, ownB, end{stolen.point, stolen.peer()}, end{ownB.PublicKey(), bob.own()})
	if err != nil {
		t.Fatal(err)
	}
	nonce := make([]byte, there.NonceSize())
	if _, err := atBob.Open(nil, nonce, there.Seal(nil, nonce, []byte("of alice"), nil), nil); err == nil {
		t.Error("what alice sends is taken for mallory's")
	}
}

// A node with an identity and one without refuse each other, by packet and by stream, on both
// sides.
func TestIdentitiesOnOneSideAreRefused(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		with, without := n.startAs(t, n.Transport("a"), "", seedOf(1), key), n.startAs(t, n.Transport("b"), "", nil, key)
		for from, to := range map[*node]*node{with: without, without: with} {
			from.send(t, to, "hello")
			time.Sleep(5 * time.Second)
			if got := to.refusals()[Unidentified]; got == 0 || len(to.senders()) > 0 {
				t.Errorf("%d refused, got something from %v", got, to.senders())
			}
			_, err := from.DialTimeout(to.addr(), time.Second)
			if !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "give all agents identities, or none") {
				t.Errorf("%v", err)
			}
			time.Sleep(time.Second)
			if got := to.refusals()[Unidentified]; got != 1 {
				t.Errorf("%d streams refused", got)
			}
		}
	})
}

// BenchmarkHandshake is both sides of a handshake, without the network.
func BenchmarkHandshake(b *testing.B) {
	for _, c := range []struct {
		name     string
		one, two ed25519.PrivateKey
	}{{"group", nil, nil}, {"identities", seedOf(1), seedOf(2)}} {
		b.Run(c.name, func(b *testing.B) {
			k := newGroupKey(key)
			one, two := Options{Identity: c.one}, Options{Identity: c.two}
			for b.Loop() {
				ownOne, ownTwo := newPoint(), newPoint()
				hello := one.hello(k, kindHello, body{index: 1, point: ownOne.PublicKey()})
				in, err := k.openBody(hello, helloHead, "", nil)
				if err != nil || !two.proves(hello[1]&0xF, in, nil) {
					b.Fatal("hello")
				}
				welcome := two.welcome(k, kindWelcome, in, body{index: 2, point: ownTwo.PublicKey()})
				back, err := k.openBody(welcome, welcomeHead, "", ownOne.PublicKey().Bytes())
				if err != nil || !one.proves(welcome[1]&0xF, back, ownOne.PublicKey().Bytes()) {
					b.Fatal("welcome")
				}
				if _, _, err := one.conversation(k, ownOne, end{ownOne.PublicKey(), one.own()}, end{back.point, back.peer()}); err != nil {
					b.Fatal(err)
				}
				if _, _, err := two.conversation(k, ownTwo, end{in.point, in.peer()}, end{ownTwo.PublicKey(), two.own()}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
