package handshake

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"net/netip"
	"slices"
	"testing"

	"github.com/flynn/noise"
)

var (
	group   = NewKey(bytes.Repeat([]byte{7}, 32))
	helloIs = []byte{0xBE, 0x21, 1, 2, 3, 4, 5, 6, 7, 8}
	welcIs  = []byte{0xBE, 0x22, 1, 2, 3, 4}
	cards   = [2]Card{
		{7, Life{1}, netip.MustParseAddrPort("10.0.0.1:7946")},
		{8, Life{2}, netip.MustParseAddrPort("[fd00::2]:7947")},
	}
)

func identity(n byte) ed25519.PrivateKey { return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{n}, 32)) }

func peer(n byte) Peer { return Peer(identity(n).Public().(ed25519.PublicKey)) }

func side(t testing.TB, label string, id ed25519.PrivateKey) *Side {
	t.Helper()
	s, err := NewSide(Options{Label: label, Random: rand.Reader, Identity: id})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// sides are two that may talk, without and with identities.
func sides(t testing.TB) map[string][2]*Side {
	return map[string][2]*Side{
		"group":      {side(t, "flock", nil), side(t, "flock", nil)},
		"identities": {side(t, "flock", identity(1)), side(t, "flock", identity(2))},
	}
}

// A change is made to a message on its way: 0 is the hello, 1 the welcome, 2 the finish.
type change func(which int, m []byte) []byte

func honest(_ int, m []byte) []byte { return m }

// talk completes a handshake.
func talk(of [2]*Side, keys [2]*Key, c change) (one, two Conversation, err error) {
	o, err := of[0].Open(keys[0], helloIs, cards[0])
	if err != nil {
		return one, two, err
	}
	a, err := of[1].Read(keys[1], c(0, o.Hello()))
	if err != nil {
		return one, two, err
	}
	m, err := a.Welcome(welcIs, cards[1])
	if err != nil {
		return one, two, err
	}
	w, err := o.Welcomed(c(1, m))
	if err != nil {
		return one, two, err
	}
	if a.Card != cards[0] || w.Card != cards[1] {
		return one, two, errors.New("the cards differ")
	}
	if w.Finish == nil {
		two, _ = a.Conversation()
		return w.Conversation, two, nil
	}
	two, err = a.Finish(c(2, w.Finish))
	return w.Conversation, two, err
}

// understand reports whether each side reads what the other sends.
func understand(one, two Conversation) bool {
	n := make([]byte, 12)
	for _, c := range [][2]Conversation{{one, two}, {two, one}} {
		got, err := c[1].In.Open(nil, n, c[0].Out.Seal(nil, n, []byte("data"), nil), nil)
		if err != nil || string(got) != "data" {
			return false
		}
		if _, err := c[0].In.Open(nil, n, c[0].Out.Seal(nil, n, []byte("data"), nil), nil); err == nil {
			return false // both directions have one key
		}
	}
	return true
}

func TestTwoSidesUnderstandEachOther(t *testing.T) {
	for name, of := range sides(t) {
		lengths := [3]int{}
		one, two, err := talk(of, [2]*Key{group, group}, func(i int, m []byte) []byte { lengths[i] = len(m); return m })
		if err != nil || !understand(one, two) {
			t.Errorf("%s: %v", name, err)
		}
		if want := [3]int{of[0].HelloBytes(), of[0].WelcomeBytes(), max(0, of[0].FinishBytes()-FinishHead)}; lengths != want {
			t.Errorf("%s: lengths %v, want %v", name, lengths, want)
		}
		if lengths[0]+Trailer < lengths[1] {
			t.Errorf("%s: a hello of %d bytes is answered by %d", name, lengths[0], lengths[1])
		}
		if name == "identities" && (one.Peer != peer(2) || two.Peer != peer(1)) || name == "group" && (one.Peer != Peer{} || two.Peer != Peer{}) {
			t.Errorf("%s: the peers are %x and %x", name, one.Peer, two.Peer)
		}
	}
}

// One changed bit of any message ends the handshake: its keys bind all that was said.
func TestAChangedBitEndsAHandshake(t *testing.T) {
	for name, of := range sides(t) {
		for which, n := range []int{of[0].HelloBytes(), of[0].WelcomeBytes(), of[0].FinishBytes() - FinishHead} {
			for at := range max(0, n) {
				_, _, err := talk(of, [2]*Key{group, group}, func(i int, m []byte) []byte {
					if i == which {
						m[at] ^= 4
					}
					return m
				})
				if err == nil {
					t.Errorf("%s: byte %d of message %d may be changed", name, at, which)
				}
			}
		}
	}
}

// A handshake fails under another group key, label, kind of message or pattern.
func TestAHandshakeIsBound(t *testing.T) {
	all := sides(t)
	other := NewKey(bytes.Repeat([]byte{8}, 16))
	for _, name := range []string{"group", "identities"} {
		of := all[name]
		id := [2]ed25519.PrivateKey{nil, identity(2)}[len(name)/len("identities")]
		for what, c := range map[string]struct {
			of   [2]*Side
			keys [2]*Key
			c    change
		}{
			"key":          {of, [2]*Key{group, other}, honest},
			"label":        {[2]*Side{of[0], side(t, "herd", id)}, [2]*Key{group, group}, honest},
			"or no label,": {[2]*Side{of[0], side(t, "", id)}, [2]*Key{group, group}, honest},
			"kind": {of, [2]*Key{group, group}, func(i int, m []byte) []byte {
				if i == 0 {
					m[1] += 3
				}
				return m
			}},
		} {
			if _, _, err := talk(c.of, c.keys, c.c); err == nil {
				t.Errorf("%s: another %s does not matter", name, what)
			}
		}
	}
	mixed := [2]*Side{all["group"][0], all["identities"][1]}
	if _, _, err := talk(mixed, [2]*Key{group, group}, honest); err == nil {
		t.Error("one with an identity and one without understand each other")
	}
}

// Welcomes and finishes that fail change nothing: the genuine one still counts. A welcome for
// another hello is one of them.
func TestAFalseAnswerChangesNothing(t *testing.T) {
	for name, of := range sides(t) {
		o, err := of[0].Open(group, helloIs, cards[0])
		if err != nil {
			t.Fatal(err)
		}
		before := o.Hello()
		genuine := welcomeOf(t, of[1], o)
		second, err := of[0].Open(group, helloIs, cards[0])
		if err != nil {
			t.Fatal(err)
		}
		insider := group.coded(make([]byte, of[0].WelcomeBytes()-codeBytes), o.hello) // its key of low order is no key
		for what, m := range map[string][]byte{"junk": make([]byte, of[0].WelcomeBytes()), "short": nil, "of another hello": welcomeOf(t, of[1], second).m, "an insider's": insider} {
			if _, err := o.Welcomed(m); err == nil {
				t.Errorf("%s: %s counts", name, what)
			}
		}
		if !bytes.Equal(before, o.Hello()) {
			t.Errorf("%s: the hello differs afterwards", name)
		}
		w, err := o.Welcomed(genuine.m)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if w.Finish == nil {
			continue
		}
		bad := slices.Clone(w.Finish)
		bad[60] ^= 1
		for _, m := range [][]byte{nil, bad, make([]byte, len(w.Finish))} {
			if _, err := genuine.of.Finish(m); err == nil {
				t.Error("a false finish counts")
			}
		}
		two, err := genuine.of.Finish(w.Finish)
		if err != nil || !understand(w.Conversation, two) {
			t.Errorf("after false ones: %v", err)
		}
	}
}

type welcome struct {
	m  []byte
	of *Answer
}

func welcomeOf(t *testing.T, s *Side, o *Opening) welcome {
	t.Helper()
	a, err := s.Read(group, o.Hello())
	if err != nil {
		t.Fatal(err)
	}
	m, err := a.Welcome(welcIs, cards[1])
	if err != nil {
		t.Fatal(err)
	}
	return welcome{m, a}
}

// counting counts the uses of Diffie-Hellman.
type counting struct {
	noise.DHFunc
	n *int
}

func (c counting) DH(private, public []byte) ([]byte, error) {
	*c.n++
	return c.DHFunc.DH(private, public)
}

// Whatever somebody without the key sends, nobody computes Diffie-Hellman for it.
//
// It tests "Handshakes" of docs/security.md.
func TestNobodyComputesForWhoHasNoKey(t *testing.T) {
	for name, of := range sides(t) {
		n := 0
		for _, s := range of {
			s.suite = noise.NewCipherSuite(counting{noise.DH25519, &n}, noise.CipherAESGCM, noise.HashSHA256)
		}
		o, err := of[0].Open(group, helloIs, cards[0])
		if err != nil {
			t.Fatal(err)
		}
		a, err := of[1].Read(group, o.Hello())
		if err != nil || n != 0 {
			t.Fatalf("%s: %v, %d computations for a hello that may be a recording", name, err, n)
		}
		m, err := a.Welcome(welcIs, cards[1])
		if err != nil {
			t.Fatal(err)
		}
		w, err := o.Welcomed(m)
		if err != nil || n == 0 {
			t.Fatalf("%s: %v, %d computations of a handshake", name, err, n)
		}
		n = 0
		read := []func(m []byte) error{
			func(m []byte) error { _, err := of[1].Read(group, m); return err },
			func(m []byte) error { _, err := o.Welcomed(m); return err },
			func(m []byte) error { _, err := a.Finish(m); return err },
		}
		for which, genuine := range [][]byte{o.Hello(), m, w.Finish} {
			for known := range genuine { // bytes of a recorded one
				junk := make([]byte, len(genuine))
				_, _ = rand.Read(junk)
				if copy(junk, genuine[:known]); read[which](junk) == nil && known < len(genuine)-2 {
					t.Errorf("%s: %d bytes of message %d suffice", name, known, which)
				}
			}
		}
		second, err := of[0].Open(group, helloIs, cards[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := second.Welcomed(m); err == nil {
			t.Errorf("%s: a recorded welcome counts", name)
		}
		if n != 0 {
			t.Errorf("%s: %d computations for junk", name, n)
		}
	}
}

// A thief has the key of the group, later, and all that was said. The data stay closed to it:
// their keys need ephemeral keys that are gone.
//
// It tests "Reading" of docs/security.md.
func TestAStolenKeyOpensNoRecording(t *testing.T) {
	for name, of := range sides(t) {
		var said [3][]byte
		one, _, err := talk(of, [2]*Key{group, group}, func(i int, m []byte) []byte { said[i] = slices.Clone(m); return m })
		if err != nil {
			t.Fatal(err)
		}
		n := make([]byte, 12)
		data := one.Out.Seal(nil, n, []byte("data"), nil)
		thief := of[1] // even with the static key of a side
		a, err := thief.Read(group, said[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.Welcome(welcIs, cards[1]); err != nil {
			t.Fatal(err)
		}
		if said[2] != nil {
			if _, err := a.Finish(said[2]); err == nil {
				t.Errorf("%s: a recorded finish counts in another conversation", name)
			}
			continue
		}
		if c, ok := a.Conversation(); ok {
			if _, err := c.In.Open(nil, n, data, nil); err == nil {
				t.Errorf("%s: recorded data can be read", name)
			}
		}
	}
}

// An insider cannot speak as another: the vouch of another does not fit its own static key, and
// a vouch made for another label does not count.
func TestAVouchIsOfItsStaticKey(t *testing.T) {
	alice, mallory := side(t, "flock", identity(1)), side(t, "flock", identity(66))
	elsewhere := side(t, "float", identity(1)) // as long as ours
	for what, vouch := range map[string][]byte{"another's": alice.static.vouch, "of another label": elsewhere.static.vouch} {
		liar := *mallory
		liar.static = &static{mallory.static.pair, vouch}
		if what == "of another label" {
			liar.static.pair = elsewhere.static.pair
		}
		bob := side(t, "flock", identity(2))
		for _, of := range [][2]*Side{{&liar, bob}, {bob, &liar}} {
			if _, _, err := talk(of, [2]*Key{group, group}, honest); !errors.Is(err, ErrIdentity) {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
}
