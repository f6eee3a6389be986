package keyring

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"math"
	"path/filepath"
	"testing"
	"time"
)

var operator, thief = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{1}, 32)), ed25519.NewKeyFromSeed(bytes.Repeat([]byte{2}, 32))

// operated is a ring that obeys the operator.
func operated(t *testing.T, keys ...[]byte) *Ring {
	t.Helper()
	r, err := Open(Options{First: keys, Operators: Operators{"flock", []ed25519.PublicKey{operator.Public().(ed25519.PublicKey)}}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Where an operator is known an order counts only with the operator's signature, as it was signed, in its
// cluster and for an hour. Without operators every order counts, signed or not.
//
// It tests "Changing keys" of docs/security.md.
func TestOnlyAnOperatorChangesTheKey(t *testing.T) {
	old, fresh := bytes.Repeat([]byte{3}, 16), bytes.Repeat([]byte{4}, 16)
	r := operated(t, old)
	now := uint64(time.Now().UnixNano())
	order := Order{Number: now, Step: Step{Install, fresh}}
	signed := order.Signed("flock", operator)
	altered := func(change func(o *Order)) Order {
		o := signed
		change(&o)
		return o
	}
	past := Order{Number: now - uint64(2*time.Hour), Step: order.Step}.Signed("flock", operator)
	for name, c := range map[string]struct {
		o    Order
		want error
	}{
		"unsigned":        {order, ErrUnsigned},
		"of a thief":      {order.Signed("flock", thief), ErrUnsigned},
		"another cluster": {order.Signed("herd", operator), ErrUnsigned},
		"another key":     {altered(func(o *Order) { o.Key = bytes.Repeat([]byte{5}, 16) }), ErrUnsigned},
		"another verb":    {altered(func(o *Order) { o.Verb = Remove }), ErrUnsigned},
		"another number":  {altered(func(o *Order) { o.Number++ }), ErrUnsigned},
		"a recording":     {past, ErrOld},
	} {
		if err := r.Obey(c.o); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := len(r.Keys()); n != 1 {
		t.Fatalf("%d keys after orders that do not count", n)
	}
	if err := r.Obey(signed); err != nil || len(r.Keys()) != 2 {
		t.Errorf("the operator's order: %v, %d keys", err, len(r.Keys()))
	}
	r.Operated(Operators{"flock", []ed25519.PublicKey{thief.Public().(ed25519.PublicKey)}})
	use := Order{Number: now + 1, Step: Step{Use, fresh}}
	if err := r.Obey(use.Signed("flock", operator)); !errors.Is(err, ErrUnsigned) {
		t.Errorf("an operator that was replaced: %v", err)
	}
	r.Operated(Operators{})
	if err := r.Obey(use); err != nil {
		t.Errorf("without operators: %v", err)
	}
}

// A number far ahead of the clock would outlive all later orders. It is not obeyed, and one that a former
// version obeyed does not count.
func TestNoOrderOutlivesAllOthers(t *testing.T) {
	old, fresh := bytes.Repeat([]byte{3}, 16), bytes.Repeat([]byte{4}, 16)
	file := filepath.Join(t.TempDir(), FileName)
	r, err := Open(Options{File: file, First: [][]byte{old}})
	if err != nil {
		t.Fatal(err)
	}
	ahead := uint64(time.Now().Add(2 * time.Hour).UnixNano())
	for _, number := range []uint64{math.MaxUint64, ahead} {
		if err := r.Obey(Order{Number: number, Step: Step{Install, fresh}}); !errors.Is(err, ErrAhead) {
			t.Errorf("number %d: %v", number, err)
		}
	}
	next := r.now.clone()
	next.last = math.MaxUint64
	if err := r.commit(next); err != nil {
		t.Fatal(err)
	}
	if r, err = Open(Options{File: file, First: [][]byte{old}}); err != nil {
		t.Fatal(err)
	}
	if err := r.Obey(Order{Number: r.Next(), Step: Step{Install, fresh}}); err != nil || len(r.Keys()) != 2 {
		t.Errorf("after such an order: %v", err)
	}
	r.now.last = math.MaxUint64 - 9 // taken while the clock was ahead, which then was set right
	if err := r.Obey(Order{Number: r.Next(), Step: Step{Use, fresh}}); err != nil {
		t.Errorf("after the clock was set back: %v", err)
	}
	if err := r.Obey(Order{Number: r.Next() - uint64(2*time.Hour), Step: Step{Use, fresh}}); !errors.Is(err, ErrLate) {
		t.Errorf("an older one: %v", err)
	}
}
