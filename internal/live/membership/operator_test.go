package membership

import (
	"bytes"
	"crypto/ed25519"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/keyring"
	"bellwether/internal/live/membership/gossiptest"
	"bellwether/protocol"
)

// A member that holds the key, but no operator's, changes the key of nobody else. The operator does, at
// any member.
//
// It tests "Changing keys" of docs/security.md.
func TestAMemberGivesNoOrdersInPlaceOfTheOperator(t *testing.T) {
	old, fresh := bytes.Repeat([]byte{1}, 16), bytes.Repeat([]byte{2}, 16)
	operator := seedOf(9)
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		var all []*Gossip
		for i, by := range []keyring.Operators{{Keys: []ed25519.PublicKey{operator.Public().(ed25519.PublicKey)}}, {}} {
			ring, err := keyring.Open(keyring.Options{First: [][]byte{old}, Operators: by})
			if err != nil {
				t.Fatal(err)
			}
			o := f.options([]string{"n01", "n02"}[i], protocol.ID(i+1))
			o.Keyring = ring
			if i > 0 {
				o.Join = []string{all[0].Self().Addr}
			}
			all = append(all, f.start(o))
		}
		f.within(time.Minute, "two members", everyoneSees(all, Alive, 1))
		for _, g := range []*Gossip{all[1], all[0]} { // n02 obeys everybody, also itself
			if err := turn(t, g, keyring.Install, fresh); err == nil || !strings.Contains(err.Error(), keyring.ErrUnsigned.Error()) {
				t.Errorf("%s orders: %v", g.own.Name, err)
			}
		}
		if n := len(all[0].ListKeys()); n != 1 {
			t.Fatalf("n01 has %d keys", n)
		}
		for i, s := range []keyring.Step{{Verb: keyring.Install, Key: fresh}, {Verb: keyring.Use, Key: fresh}, {Verb: keyring.Remove, Key: old}} {
			o := keyring.Order{Number: uint64(time.Now().UnixNano()), Step: s}.Signed("", operator)
			if err := all[i%2].Order(t.Context(), o, nil); err != nil {
				t.Error(err)
			}
		}
		for _, g := range all {
			if keys := g.ListKeys(); len(keys) != 1 || !bytes.Equal(keys[0], fresh) {
				t.Errorf("%s has %d keys", g.own.Name, len(keys))
			}
		}
	})
}

// Who is admitted is seen by all, by the operator's signature over name and key alone; a member that carries
// the admission of another is not admitted.
//
// It tests "Who counts" of docs/security.md.
func TestAMemberIsAdmittedByItsOwnKey(t *testing.T) {
	operator := seedOf(9)
	by := keyring.Operators{Keys: []ed25519.PublicKey{operator.Public().(ed25519.PublicKey)}}
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		first := keyring.Admit("", "n01", seedOf(1).Public().(ed25519.PublicKey), operator)
		var all []*Gossip
		for i := range 2 {
			ring, err := keyring.Open(keyring.Options{First: [][]byte{bytes.Repeat([]byte{1}, 16)}, Operators: by})
			if err != nil {
				t.Fatal(err)
			}
			o := f.identified(f.options([]string{"n01", "n02"}[i], protocol.ID(i+1)), byte(i+1))
			o.Keyring, o.Meta.Admission = ring, first
			if i > 0 {
				o.Join = []string{all[0].Self().Addr}
			}
			all = append(all, f.start(o))
		}
		f.within(time.Minute, "two members", everyoneSees(all, Alive, 1))
		sees := func(one, two bool) func() bool {
			return func() bool {
				return all[0].Self().Admitted == one && all[1].Members()[0].Admitted == one &&
					all[1].Self().Admitted == two && all[0].Members()[0].Admitted == two
			}
		}
		all[0].SetMeta(Meta{Capability: 5}) // an agent knows nothing of admissions
		f.within(time.Minute, "news of the first", func() bool { return all[1].Members()[0].Meta.Capability == 5 })
		f.within(time.Minute, "one is admitted", sees(true, false))
		all[1].Admit(keyring.Admit("", "n02", seedOf(2).Public().(ed25519.PublicKey), operator))
		f.within(time.Minute, "both are", sees(true, true))
		all[0].Admit(keyring.Admission{})
		f.within(time.Minute, "the first is not any more", sees(false, true))
	})
}

// Members see a digest of each other's operators, also after these have changed, and the agent's own metadata keep it.
func TestMembersCompareTheirOperators(t *testing.T) {
	by := func(seeds ...byte) (o keyring.Operators) {
		for _, s := range seeds {
			o.Keys = append(o.Keys, seedOf(s).Public().(ed25519.PublicKey))
		}
		return o
	}
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		var all []*Gossip
		for i, of := range []keyring.Operators{by(8, 9), {}} {
			ring, err := keyring.Open(keyring.Options{First: [][]byte{bytes.Repeat([]byte{1}, 16)}, Operators: of})
			if err != nil {
				t.Fatal(err)
			}
			o := f.options([]string{"n01", "n02"}[i], protocol.ID(i+1))
			o.Keyring = ring
			if i > 0 {
				o.Join = []string{all[0].Self().Addr}
			}
			all = append(all, f.start(o))
		}
		theirs := func() uint32 { return all[0].Members()[0].Meta.Operators }
		f.within(time.Minute, "two members", everyoneSees(all, Alive, 1))
		f.within(time.Minute, "no operators", func() bool { return theirs() == keyring.NoOperators })
		all[1].Operated(by(9, 8))
		all[1].SetMeta(Meta{Capability: 5})
		f.within(time.Minute, "the same operators", func() bool { return theirs() == all[0].Self().Meta.Operators })
		all[1].Operated(by(9))
		f.within(time.Minute, "others", func() bool { return theirs() != all[0].Self().Meta.Operators && theirs() > keyring.NoOperators })
	})
}
