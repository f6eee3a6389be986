package membership

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/keyring"
	"bellwether/internal/live/membership/gossiptest"
	"bellwether/internal/live/membership/internal/rotate"
	"bellwether/internal/live/membership/internal/wire"
	"bellwether/protocol"
)

// keyed starts n agents with one key.
func (f *flock) keyed(n int, key []byte) []*Gossip {
	f.t.Helper()
	var all []*Gossip
	for i := range n {
		o := f.options(fmt.Sprintf("n%02d", i+1), protocol.ID(i+1))
		o.Keys = [][]byte{key}
		if i > 0 {
			o.Join = []string{all[0].Self().Addr}
		}
		all = append(all, f.start(o))
	}
	f.within(90*time.Second, "all members", everyoneSees(all, Alive, n-1))
	return all
}

// turn takes a step on all members, within a minute.
func turn(t *testing.T, g *Gossip, verb keyring.Verb, key []byte, without ...string) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	return g.Rotate(ctx, keyring.Step{Verb: verb, Key: key}, without)
}

func TestKeysOfTheClusterChangeUnderLoss(t *testing.T) {
	old, fresh := bytes.Repeat([]byte{1}, 16), bytes.Repeat([]byte{2}, 32)
	inBubble(t, gossiptest.Options{Loss: 0.3, Seed: 3}, func(t *testing.T, f *flock) {
		all := f.keyed(6, old)
		for _, verb := range []keyring.Verb{keyring.Install, keyring.Use, keyring.Remove} {
			key := fresh
			if verb == keyring.Remove {
				key = old
			}
			if err := turn(t, all[0], verb, key); err != nil {
				t.Fatal(err)
			}
			if n := count(all[0], Alive); n != 5 {
				t.Errorf("after %v: %d members alive", verb, n)
			}
		}
		time.Sleep(2 * time.Minute)
		for _, g := range all {
			if keys := g.ListKeys(); len(keys) != 1 || !bytes.Equal(keys[0], fresh) {
				t.Errorf("%s has %d keys", g.own.Name, len(keys))
			}
			if c := g.Counters(); c.Undecryptable > 0 || count(g, Alive) != 5 {
				t.Errorf("%s: %s, %d packets not decrypted", g.own.Name, states(g), c.Undecryptable)
			}
		}
	})
}

func TestRotateNamesWhoDidNotFollow(t *testing.T) {
	key, other := bytes.Repeat([]byte{1}, 16), bytes.Repeat([]byte{2}, 16)
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.keyed(4, key)
		f.cut(1, "n03")
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second) // members are not yet given up
		defer cancel()
		err := all[0].Rotate(ctx, keyring.Step{Verb: keyring.Install, Key: other}, nil)
		if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "no reply from n03:") {
			t.Errorf("got %v", err)
		}
		// n02 follows. n03 is back and refuses: it does not have that key.
		f.cut(0, "n03")
		err = turn(t, all[0], keyring.Use, other)
		if err == nil || !strings.Contains(err.Error(), "n03: use key") || strings.Contains(err.Error(), "n02") {
			t.Errorf("got %v", err)
		}
		if got := all[0].ListKeys(); !bytes.Equal(got[0], key) {
			t.Error("it used a key that not all have")
		}
	})
}

// A member that failed must confirm a step, too: nothing is removed until all have the new
// key. One that is named, or that left and was given up, need not.
//
// It tests "Changing keys" of docs/security.md.
func TestNothingIsRemovedWhileAMemberIsAway(t *testing.T) {
	key, other := bytes.Repeat([]byte{1}, 16), bytes.Repeat([]byte{2}, 16)
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.keyed(4, key)
		f.cut(1, "n03")
		f.within(time.Minute, "n03 failed", func() bool { return count(all[0], Failed) == 1 })
		all[3].Leave(time.Second)
		f.within(time.Minute, "n04 left", func() bool { return count(all[0], Left) == 1 })
		if err := all[0].ForceLeave("n04", false); err != nil {
			t.Error(err)
		}
		if err := turn(t, all[0], keyring.Install, other); err == nil || !strings.HasPrefix(err.Error(), "install key: no reply from n03:") {
			t.Errorf("got %v", err)
		}
		held, err := all[0].Holdings(t.Context())
		if err != nil || len(held) != 3 || !held[1].Answers || len(held[1].Keys) != 2 || held[2].Answers || held[2].Member != "n03" {
			t.Errorf("%+v, %v", held, err)
		}
		if err := turn(t, all[0], keyring.Use, other, "n3"); !errors.Is(err, ErrUnknown) {
			t.Errorf("without an unknown member: %v", err)
		}
		for _, s := range []keyring.Step{{Verb: keyring.Use, Key: other}, {Verb: keyring.Remove, Key: key}} {
			if err := turn(t, all[0], s.Verb, s.Key, "n03"); err != nil {
				t.Error(err)
			}
		}
		// It comes back once it has taken the keys of another.
		f.cut(0, "n03")
		time.Sleep(time.Minute)
		if n := count(all[0], Alive); n != 1 {
			t.Errorf("%d alive: a member with a removed key is back", n)
		}
		if err := all[2].TakeKeys(keyring.Taking{Keys: all[0].ListKeys()}); err != nil {
			t.Fatal(err)
		}
		f.within(5*time.Minute, "n03 is back", func() bool { return count(all[0], Alive) == 2 && count(all[2], Alive) == 2 })
	})
}

// A member whose disk cannot be written fails the step, and is named with the cause.
func TestAMemberThatCannotStoreItsKeysFailsTheStep(t *testing.T) {
	key, other := bytes.Repeat([]byte{1}, 16), bytes.Repeat([]byte{2}, 16)
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.keyed(2, key)
		ring, err := keyring.Open(keyring.Options{File: "/no/such/directory/keys", First: [][]byte{key}})
		if err != nil {
			t.Fatal(err)
		}
		o := f.options("n03", 3, all[0].Self().Addr)
		o.Keyring = ring
		third := f.start(o)
		f.within(time.Minute, "three members", everyoneSees(append(all, third), Alive, 2))
		err = turn(t, all[0], keyring.Install, other)
		if err == nil || !strings.Contains(err.Error(), "n03: install key: the keys cannot be stored: ") || strings.Contains(err.Error(), "n02") {
			t.Errorf("got %v", err)
		}
		if n := len(third.ListKeys()); n != 1 {
			t.Errorf("it has %d keys", n)
		}
	})
}

func TestOldOrdersAndOrdersWithoutEncryptionAreNotObeyed(t *testing.T) {
	key, other := bytes.Repeat([]byte{1}, 16), bytes.Repeat([]byte{2}, 16)
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.keyed(2, key)
		early := keyring.Order{Number: all[0].keys.Next(), Step: keyring.Step{Verb: keyring.Use, Key: key}}
		for _, verb := range []keyring.Verb{keyring.Install, keyring.Use} {
			time.Sleep(time.Second)
			if err := turn(t, all[0], verb, other); err != nil {
				t.Fatal(err)
			}
		}
		all[0].run.Load().Post(all[1].Self().Addr, wire.AppendOrder(wire.Header{Kind: wire.KindOrder, ID: 1, Incarnation: 1}.Append(nil), early))
		time.Sleep(time.Second)
		if got := all[1].ListKeys(); !bytes.Equal(got[0], other) {
			t.Error("an old order was obeyed")
		}
	})
	g := bare()
	callbacks{g}.NotifyMsg(wire.AppendOrder(wire.Header{Kind: wire.KindOrder, ID: 7, Incarnation: 1}.Append(nil), keyring.Order{Number: 9, Step: keyring.Step{Verb: keyring.Install, Key: key}}))
	if g.Counters().Malformed != 1 {
		t.Error("an order without encryption is taken")
	}
	if err := turn(t, g, keyring.Install, key); !errors.Is(err, rotate.ErrPlain) {
		t.Errorf("got %v", err)
	}
}

// Bytes that are no order, no reply and no keys are refused; keys survive the way.
func TestOrdersAndKeysAreDecoded(t *testing.T) {
	key := bytes.Repeat([]byte{1}, 16)
	order := func(verb keyring.Verb, key []byte) []byte {
		return wire.AppendOrder(nil, keyring.Order{Number: 1, Step: keyring.Step{Verb: verb, Key: key}})
	}
	for _, b := range [][]byte{nil, order(0, key), order(wire.Tell, key), order(wire.Tell+1, nil), order(keyring.Install, key[:5]), order(keyring.Use, nil)} {
		if o, err := wire.DecodeOrder(b); err == nil {
			t.Errorf("%x is %v", b, o)
		}
	}
	for _, b := range [][]byte{order(wire.Tell, nil), order(keyring.Remove, key)} {
		if _, err := wire.DecodeOrder(b); err != nil {
			t.Error(err)
		}
	}
	var all []keyring.Key
	for i := range 16 {
		all = append(all, keyring.Key{Key: bytes.Repeat([]byte{byte(i)}, 32), Order: uint64(i) << 60})
	}
	a, err := wire.DecodeReply(wire.Reply{Number: 7, Body: string(wire.AppendKeys(nil, all))}.Append(nil))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := wire.DecodeKeys([]byte(a.Body)); err != nil || !reflect.DeepEqual(got, all) {
		t.Errorf("%v, %v", got, err)
	}
	for n := 1; n < 41; n++ {
		if _, err := wire.DecodeKeys(wire.AppendKeys(nil, all)[:n]); err == nil {
			t.Errorf("%d bytes are keys", n)
		}
	}
}

// Keys of which an agent has none shut it out of its group: it takes them only if that is meant.
// Then its former keys are refused, and what the refusal says to do brings it back.
//
// It tests "Changing keys" of docs/security.md.
func TestForeignKeysAreTakenOnlyOnPurpose(t *testing.T) {
	key, foreign, fresh := bytes.Repeat([]byte{1}, 16), bytes.Repeat([]byte{2}, 16), bytes.Repeat([]byte{3}, 16)
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.keyed(3, key)
		taking := keyring.Taking{Keys: [][]byte{foreign}}
		err := all[2].TakeKeys(taking)
		if !errors.Is(err, keyring.ErrForeign) || !strings.Contains(err.Error(), "lose n01, n02,") || !strings.Contains(err.Error(), "--replace") {
			t.Errorf("got %v", err)
		}
		taking.Replace = true
		if err := all[2].TakeKeys(taking); err != nil {
			t.Fatal(err)
		}
		f.within(time.Minute, "it is alone", func() bool { return count(all[2], Alive) == 0 && count(all[0], Failed) == 1 })
		back := func() error { return all[2].TakeKeys(keyring.Taking{Keys: all[0].ListKeys()}) }
		if err := back(); !errors.Is(err, keyring.ErrRemoved) || !strings.Contains(err.Error(), `"live keys rotate --without n03"`) {
			t.Errorf("got %v", err)
		}
		for _, s := range []keyring.Step{{Verb: keyring.Install, Key: fresh}, {Verb: keyring.Use, Key: fresh}, {Verb: keyring.Remove, Key: key}} {
			if err := turn(t, all[0], s.Verb, s.Key, "n03"); err != nil {
				t.Fatal(err)
			}
		}
		if err := back(); err != nil {
			t.Fatal(err)
		}
		f.within(5*time.Minute, "n03 is back", everyoneSees(all, Alive, 2))
	})
}

// Of two changes that are begun at once the later order counts; the refusal of the earlier one
// says whose the later one is. The agent that is asked cannot be left out.
//
// It tests "Changing keys" of docs/security.md.
func TestARefusedOrderNamesTheOtherChange(t *testing.T) {
	key, mine, other := bytes.Repeat([]byte{1}, 16), bytes.Repeat([]byte{2}, 16), bytes.Repeat([]byte{3}, 16)
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.keyed(3, key)
		late := keyring.Order{Number: all[0].keys.Next(), Step: keyring.Step{Verb: keyring.Install, Key: mine}}
		time.Sleep(time.Second)
		if err := turn(t, all[1], keyring.Install, other); err != nil {
			t.Fatal(err)
		}
		answers, silent := all[0].rotation.Order(t.Context(), all[0].run.Load(), late, nil)
		if len(answers) != 2 || len(silent) > 0 {
			t.Fatalf("%v, %v", answers, silent)
		}
		for _, a := range answers {
			if !strings.Contains(a.Body, "which is of n02: another change of the key was begun meanwhile") {
				t.Errorf("%s: %s", a.From.Name, a.Body)
			}
		}
		if err := turn(t, all[0], keyring.Install, mine, "n01"); err == nil || !strings.Contains(err.Error(), "n01 is the agent that is asked") {
			t.Errorf("without itself: %v", err)
		}
		if n := len(all[0].ListKeys()); n != 2 {
			t.Errorf("%d keys", n)
		}
	})
}
