package sealed

import (
	"bytes"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

// maxKeys bounds the keys of a ring: a rotation has two, a key file may list more.
const maxKeys = 16

// A Ring holds the keys of a group, the one in use first. Handshakes begin under the first,
// and are accepted under each. Its methods may be called from any goroutine.
type Ring struct {
	mu   sync.RWMutex
	keys []*groupKey
}

// A groupKey is one key of a ring with what is derived from it.
type groupKey struct {
	key     []byte
	prk     []byte // the pseudorandom key: HKDF-Extract of the key (RFC 5869)
	hint    [hintBytes]byte
	used    atomic.Bool // it is or was the first
	removed atomic.Bool // pairs under it are void
}

// NewRing makes a ring of keys of 16, 24 or 32 bytes. The first is in use.
func NewRing(keys ...[]byte) (*Ring, error) {
	r := new(Ring)
	for _, k := range keys {
		if err := r.Install(k); err != nil {
			return nil, err
		}
	}
	if len(r.keys) == 0 {
		return nil, errors.New("a ring needs a key")
	}
	r.keys[0].used.Store(true)
	return r, nil
}

// CheckKey reports a key of a wrong length.
func CheckKey(key []byte) error {
	if n := len(key); n != 16 && n != 24 && n != 32 {
		return fmt.Errorf("a key has 16, 24 or 32 bytes, this one has %d", n)
	}
	return nil
}

// Install adds a key, under which handshakes are accepted from now on. To install it twice is
// no error.
func (r *Ring) Install(key []byte) error {
	if err := CheckKey(key); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.find(key) >= 0 {
		return nil
	}
	if len(r.keys) >= maxKeys {
		return fmt.Errorf("%d keys are installed already", maxKeys)
	}
	r.keys = append(r.keys, newGroupKey(key))
	return nil
}

// Use makes an installed key the first. The others stay installed, in their order. Pairs
// under a former key are made again when there is something to send.
func (r *Ring) Use(key []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := r.find(key)
	if i < 0 {
		return errors.New("it is not installed")
	}
	k := r.keys[i]
	k.used.Store(true)
	copy(r.keys[1:], r.keys[:i])
	r.keys[0] = k
	return nil
}

// Remove removes a key that is not in use. Pairs under it are void at once.
func (r *Ring) Remove(key []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch i := r.find(key); {
	case i < 0:
		return errors.New("it is not installed")
	case i == 0:
		return errors.New("it is in use: use another first")
	default:
		r.keys[i].removed.Store(true)
		r.keys = append(r.keys[:i:i], r.keys[i+1:]...)
		return nil
	}
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

// Holds reports whether a key is installed.
func (r *Ring) Holds(key []byte) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.find(key) >= 0
}

func (r *Ring) find(key []byte) int {
	for i, k := range r.keys {
		if bytes.Equal(k.key, key) {
			return i
		}
	}
	return -1
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

// domain begins the purpose of every derived key, so that none equals a key derived from the
// same secret for another use.
const domain = "bellwether sealed 1 "

func newGroupKey(key []byte) *groupKey {
	k := &groupKey{key: bytes.Clone(key)}
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
