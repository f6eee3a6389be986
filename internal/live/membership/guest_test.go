package membership

import (
	"bytes"
	"crypto/ed25519"
	"slices"
	"testing"
	"time"

	"bellwether/internal/live/keyring"
	"bellwether/internal/live/membership/gossiptest"
	"bellwether/internal/live/secure"
	"bellwether/protocol"
)

// cohort starts two members that an operator has admitted, and a guest, whose operator is its own.
func (f *flock) cohort(key []byte, operator, own ed25519.PrivateKey) (all []*Gossip) {
	f.t.Helper()
	for i, name := range []string{"n01", "n02", "n03"} {
		by := operator
		if i == 2 {
			by = own
		}
		ring, err := keyring.Open(keyring.Options{First: [][]byte{key}, Operators: keyring.Operators{Keys: []ed25519.PublicKey{by.Public().(ed25519.PublicKey)}}})
		if err != nil {
			f.t.Fatal(err)
		}
		o := f.identified(f.options(name, protocol.ID(i+1)), byte(i+1))
		o.Keyring, o.Meta.Terms.Admits, o.Meta.Incarnation = ring, true, 1
		o.Meta.Admission = keyring.Admit("", name, seedOf(byte(i+1)).Public().(ed25519.PublicKey), by)
		if i > 0 {
			o.Join = []string{all[0].Self().Addr}
		}
		all = append(all, f.start(o))
	}
	f.within(time.Minute, "three members", everyoneSees(all, Alive, 2))
	return all
}

// signed has an agent order the steps, signed by an operator.
func signed(t *testing.T, g *Gossip, by ed25519.PrivateKey, steps []keyring.Step) {
	t.Helper()
	for _, s := range steps {
		if err := g.Order(t.Context(), keyring.Order{Number: uint64(time.Now().UnixNano()), Step: s}.Signed("", by), nil); err != nil {
			t.Fatal(err)
		}
	}
}

// A guest that begins a change of the key by its own operator, that speaks another version of the handshake, and
// that then dies, holds up no operator: the key changes, and is none of the guest's.
//
// It tests "Changing keys" of docs/security.md.
func TestAGuestHoldsUpNoOperator(t *testing.T) {
	old, fresh, made := bytes.Repeat([]byte{1}, 16), bytes.Repeat([]byte{2}, 16), bytes.Repeat([]byte{3}, 16)
	operator, own := seedOf(9), seedOf(8)
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.cohort(old, operator, own)
		install := keyring.Order{Number: uint64(time.Now().UnixNano()), Step: keyring.Step{Verb: keyring.Install, Key: made}}.Signed("", own)
		if err := all[2].Order(t.Context(), install, nil); len(all[2].ListKeys()) != 2 || len(all[0].ListKeys()) != 1 {
			t.Fatalf("the guest's order: %v", err)
		}
		for _, g := range all[:2] {
			g.keys.Sealed().Speak(secure.Open2)
			g.own.Seal(sealedAs(secure.Open2))
		}
		f.within(time.Minute, "another wire", func() bool {
			m, _ := all[0].view.Find("n02")
			return wireOf(m) == secure.Open2
		})
		if err := all[0].Speak(secure.Only2); err != nil { // n03 begins in version 1
			t.Error(err)
		}
		if err := all[0].Speak(secure.Open2); err != nil {
			t.Error(err)
		}
		held, err := all[0].Holdings(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, plan := range []func([]keyring.Holding) ([]keyring.Step, error){keyring.Resume, keyring.Undo} {
			if steps, err := plan(held); err == nil {
				t.Errorf("%x is to be signed", steps[0].Key)
			}
		}
		steps, err := keyring.Change(held, fresh)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(steps, func(s keyring.Step) bool { return bytes.Equal(s.Key, made) }) {
			t.Error("the guest's key is to be signed")
		}
		signed(t, all[0], operator, steps[:1])
		f.cut(1, "n03")
		f.within(time.Minute, "the guest is gone", func() bool { return count(all[0], Alive) == 1 })
		signed(t, all[0], operator, steps[1:])
		for _, g := range all[:2] {
			if keys := g.ListKeys(); len(keys) != 1 || !bytes.Equal(keys[0], fresh) {
				t.Errorf("%s has %d keys", g.own.Name, len(keys))
			}
		}
	})
}
