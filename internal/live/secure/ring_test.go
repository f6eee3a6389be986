package secure

import (
	"bytes"
	"testing"
)

func TestARingHoldsTheFirstAndOthers(t *testing.T) {
	third := bytes.Repeat([]byte{9}, 24)
	r, err := NewRing(key, otherKey)
	if err != nil {
		t.Fatal(err)
	}
	order := func(want ...[]byte) {
		t.Helper()
		got := r.Keys()
		same := len(got) == len(want)
		for i := range want {
			same = same && bytes.Equal(got[i], want[i])
		}
		if !same {
			t.Errorf("the keys are %v", got)
		}
	}
	many := make([][]byte, maxKeys+1)
	for i := range many {
		many[i] = bytes.Repeat([]byte{byte(i)}, 16)
	}
	for _, step := range []struct {
		what string
		keys [][]byte
		want bool
	}{
		{"add one", [][]byte{key, otherKey, third}, true},
		{"use it", [][]byte{third, key, otherKey}, true},
		{"a short one", [][]byte{third[:5]}, false},
		{"none", nil, false},
		{"more than any rotation needs", many, false},
	} {
		if err := r.Set(step.keys...); (err == nil) != step.want {
			t.Errorf("%s: %v", step.what, err)
		}
	}
	order(third, key, otherKey)
	gone, stays := r.keys[1], r.keys[2]
	if err := r.Set(third, otherKey); err != nil { // from the middle
		t.Error(err)
	}
	order(third, otherKey)
	if !gone.removed.Load() || stays.removed.Load() || r.keys[1] != stays || stays.used.Load() {
		t.Error("pairs under a key that is gone are not void, or those under another are")
	}
	r.Keys()[0][0] ^= 1
	order(third, otherKey)
	if _, err := NewRing(); err == nil {
		t.Error("a ring without a key")
	}
}

// What is sealed for one label, under one key and bound to one hello opens nowhere else.
func TestAHandshakeIsBound(t *testing.T) {
	k, other := newGroupKey(key), newGroupKey(otherKey)
	own, second := newPoint().PublicKey(), newPoint().PublicKey()
	m := (&Options{Label: "flock"}).welcome(k, kindWelcome, body{index: 7, point: own}, body{index: 1, point: second})
	open := func(k *groupKey, label string, bound []byte, m []byte) bool {
		_, err := k.openBody(m, welcomeHead, label, bound)
		return err == nil
	}
	if !open(k, "flock", own.Bytes(), m) {
		t.Fatal("it does not open at all")
	}
	if open(k, "herd", own.Bytes(), m) || open(other, "flock", own.Bytes(), m) || open(k, "flock", second.Bytes(), m) {
		t.Error("it opens with another label, key or hello")
	}
	for i := range m {
		m[i] ^= 4
		if open(k, "flock", own.Bytes(), m) {
			t.Errorf("byte %d may be changed", i)
		}
		m[i] ^= 4
	}
}
