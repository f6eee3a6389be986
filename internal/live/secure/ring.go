package secure

import (
	"bytes"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"bellwether/internal/live/handshake"
)

// maxKeys bounds the keys of a ring: a rotation has two, a key file may list more.
const maxKeys = 16

// A Ring holds the keys of a group, the one in use first. Handshakes begin under the first,
// and are accepted under each. Its methods may be called from any goroutine.
type Ring struct {
	mu   sync.RWMutex
	keys []*groupKey
	wire atomic.Int32 // a Wire
}

// A groupKey is one key of a ring with what is derived from it.
type groupKey struct {
	key     []byte
	prk     []byte // the pseudorandom key of version 1: HKDF-Extract of the key (RFC 5869)
	noise   *handshake.Key
	hint    [hintBytes]byte
	used    atomic.Bool // it is or was the first
	removed atomic.Bool // pairs under it are void
}

// NewRing makes a ring of keys of 16, 24 or 32 bytes. The first is in use.
func NewRing(keys ...[]byte) (*Ring, error) {
	r := new(Ring)
	if err := r.Set(keys...); err != nil {
		return nil, err
	}
	return r, nil
}

// CheckKey reports a key of a wrong length.
func CheckKey(key []byte) error {
	if n := len(key); n != 16 && n != 24 && n != 32 {
		return fmt.Errorf("a key has 16, 24 or 32 bytes, this one has %d", n)
	}
	return nil
}

// Set replaces the keys. The first is in use from now on: pairs under another are made again
// when there is something to send. Pairs under keys that are gone are void at once.
func (r *Ring) Set(keys ...[]byte) error {
	if len(keys) == 0 {
		return errors.New("a ring needs a key")
	}
	if len(keys) > maxKeys {
		return fmt.Errorf("%d keys: at most %d", len(keys), maxKeys)
	}
	for _, k := range keys {
		if err := CheckKey(k); err != nil {
			return err
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var next []*groupKey
	for _, k := range keys {
		switch had := find(r.keys, k); {
		case find(next, k) >= 0: // listed twice
		case had >= 0:
			next = append(next, r.keys[had])
		default:
			next = append(next, newGroupKey(k))
		}
	}
	for _, k := range r.keys {
		if !slices.Contains(next, k) {
			k.removed.Store(true)
		}
	}
	next[0].used.Store(true)
	r.keys = next
	return nil
}

// Keys returns copies of the keys, the one in use first.
func (r *Ring) Keys() [][]byte {
	r.mu.RLock()
	defer r.mu.RUnlock()
	var all [][]byte
	for _, k := range r.keys {
		all = append(all, bytes.Clone(k.key))
	}
	return all
}

func find(keys []*groupKey, key []byte) int {
	return slices.IndexFunc(keys, func(k *groupKey) bool { return bytes.Equal(k.key, key) })
}

// first is the key in use.
func (r *Ring) first() *groupKey {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.keys[0]
}

// hinted returns the key with that hint, or nil.
func (r *Ring) hinted(hint [hintBytes]byte) *groupKey {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, k := range r.keys {
		if k.hint == hint {
			return k
		}
	}
	return nil
}

// domain begins the purpose of every key that version 1 derives, and of the hints of both versions, so that none equals a key derived from the
// same secret for another use.
const domain = "bellwether sealed 1 "

func newGroupKey(key []byte) *groupKey {
	k := &groupKey{key: bytes.Clone(key), noise: handshake.NewKey(key)}
	var err error
	if k.prk, err = hkdf.Extract(sha256.New, key, []byte(domain)); err != nil {
		panic("sealed: HKDF: " + err.Error()) // only in a FIPS mode that forbids it
	}
	copy(k.hint[:], expand(k.prk, "hint", hintBytes))
	return k
}

// labelHint tells labels apart. Without the key one learns from it only whether two labels
// are equal.
func (k *groupKey) labelHint(label string) (h [hintBytes]byte) {
	copy(h[:], expand(k.prk, "label "+label, hintBytes))
	return h
}

// expand derives bytes for one purpose.
func expand(prk []byte, purpose string, length int) []byte {
	b, err := hkdf.Expand(sha256.New, prk, domain+purpose, length)
	if err != nil {
		panic("sealed: HKDF: " + err.Error()) // lengths are constants
	}
	return b
}
