package sealed

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
	for _, step := range []struct {
		what string
		err  error
		want bool
	}{
		{"install", r.Install(third), true},
		{"install again", r.Install(third), true},
		{"install a short one", r.Install(third[:5]), false},
		{"use", r.Use(third), true},
		{"use an unknown one", r.Use(third[:16]), false},
		{"remove the one in use", r.Remove(third), false},
		{"remove an unknown one", r.Remove(third[:16]), false},
	} {
		if (step.err == nil) != step.want {
			t.Errorf("%s: %v", step.what, step.err)
		}
	}
	order(third, key, otherKey)
	if err := r.Remove(key); err != nil { // from the middle
		t.Error(err)
	}
	order(third, otherKey)
	r.Keys()[0][0] ^= 1
	order(third, otherKey)
	if r.Holds(key) || !r.Holds(otherKey) {
		t.Error("holds")
	}
	for i := range maxKeys + 1 {
		err = r.Install(bytes.Repeat([]byte{byte(i)}, 16))
	}
	if err == nil {
		t.Error("any number of keys")
	}
	if _, err := NewRing(); err == nil {
		t.Error("a ring without a key")
	}
}

// What is sealed for one label, under one key and bound to one hello opens nowhere else.
func TestAHandshakeIsBound(t *testing.T) {
	k, other := newGroupKey(key), newGroupKey(otherKey)
	own, second := newPoint().PublicKey(), newPoint().PublicKey()
	m := k.welcome(kindWelcome, "flock", 7, own, body{index: 1, point: second})
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
