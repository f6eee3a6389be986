package keyring

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bellwether/internal/live/secure"
)

const (
	// keyLimit is as many keys as package secure takes.
	keyLimit = 16
	// removedLimit bounds the removed keys that are remembered: one a day for three years.
	removedLimit = 1000
)

// A Key is an installed key.
type Key struct {
	Key   []byte `json:"key"`
	Order uint64 `json:"order"` // the number of the order that installed it; 0: it comes from a key file
}

// Print tells keys apart without showing them.
func Print(key []byte) string {
	sum := sha256.Sum256(append([]byte("bellwether key "), key...))
	return hex.EncodeToString(sum[:4])
}

// A record is what the file holds.
type record struct {
	last    uint64 // the number of the last order; 0: none was obeyed
	keys    []Key  // the one in use first
	removed [][sha256.Size]byte
}

func (r *record) clone() record {
	return record{r.last, slices.Clone(r.keys), slices.Clone(r.removed)}
}

func (r *record) find(key []byte) int {
	return slices.IndexFunc(r.keys, func(k Key) bool { return bytes.Equal(k.Key, key) })
}

func (r *record) wasRemoved(key []byte) bool {
	return slices.Contains(r.removed, sha256.Sum256(key))
}

// allRemoved reports whether no key of several would be taken.
func (r *record) allRemoved(keys [][]byte) bool {
	return !slices.ContainsFunc(keys, func(k []byte) bool { return !r.wasRemoved(k) })
}

// ErrRemoved is why a removed key is not taken.
var ErrRemoved = errors.New("it was removed before, and stays removed: make a new key")

// CheckNew reports a key of a wrong length, and one that nobody drew: a byte again and again.
func CheckNew(key []byte) error {
	if err := secure.CheckKey(key); err != nil {
		return err
	}
	if len(bytes.TrimLeft(key, string(key[:1]))) == 0 {
		return errors.New("a key must be drawn at random, this one is one byte repeated: \"bellwether live keys new\" makes one")
	}
	return nil
}

func (r *record) install(k Key) error {
	switch {
	case r.find(k.Key) >= 0:
		return nil
	case r.wasRemoved(k.Key):
		return ErrRemoved
	case len(r.keys) >= keyLimit:
		return fmt.Errorf("%d keys are installed already", keyLimit)
	}
	r.keys = append(r.keys, k)
	return nil
}

func (r *record) use(key []byte) error {
	i := r.find(key)
	if i < 0 {
		return errors.New("it is not installed")
	}
	k := r.keys[i]
	r.keys = slices.Insert(slices.Delete(r.keys, i, i+1), 0, k)
	return nil
}

// remove also remembers a key that was not installed, so that it is never taken later.
func (r *record) remove(key []byte) error {
	i := r.find(key)
	if i == 0 {
		return errors.New("it is in use: use another first")
	}
	if i > 0 {
		r.keys = slices.Delete(r.keys, i, i+1)
	}
	r.retire(key)
	return nil
}

// retire remembers that a key was removed.
func (r *record) retire(key []byte) {
	if !r.wasRemoved(key) {
		r.removed = append(r.removed, sha256.Sum256(key))
		r.removed = r.removed[max(0, len(r.removed)-removedLimit):]
	}
}

const head = "# The keys of this agent, the one in use first. The agent writes this file.\n"

func (r *record) append(b []byte) []byte {
	b = fmt.Appendf(append(b, head...), "orders %d\n", r.last)
	for _, k := range r.keys {
		b = fmt.Appendf(b, "key %d %s\n", k.Order, base64.StdEncoding.EncodeToString(k.Key))
	}
	for _, sum := range r.removed {
		b = fmt.Appendf(b, "removed %x\n", sum)
	}
	return fmt.Appendf(b, "sum %x\n", sha256.Sum256(b))
}

var errDamaged = errors.New("it is damaged")

// decode accepts any bytes: it returns a record with a key, or an error.
func decode(b []byte) (r record, err error) {
	body, sum, found := bytes.Cut(b, []byte("sum "))
	if !found || string(sum) != fmt.Sprintf("%x\n", sha256.Sum256(body)) {
		return record{}, errDamaged
	}
	for line := range strings.Lines(strings.TrimPrefix(string(body), head)) {
		if !r.line(strings.Fields(line)) {
			return record{}, errDamaged
		}
	}
	if len(r.keys) == 0 || len(r.keys) > keyLimit {
		return record{}, errDamaged
	}
	return r, nil
}

// line takes over a line, and reports whether it is one.
func (r *record) line(words []string) bool {
	var err error
	switch {
	case len(words) == 2 && words[0] == "orders":
		r.last, err = strconv.ParseUint(words[1], 10, 64)
	case len(words) == 3 && words[0] == "key":
		var k Key
		k.Order, err = strconv.ParseUint(words[1], 10, 64)
		if err == nil {
			k.Key, err = base64.StdEncoding.DecodeString(words[2])
		}
		if err == nil {
			err = secure.CheckKey(k.Key)
		}
		r.keys = append(r.keys, k)
	case len(words) == 2 && words[0] == "removed" && len(words[1]) == 2*sha256.Size:
		var sum []byte
		if sum, err = hex.DecodeString(words[1]); err == nil {
			r.removed = append(r.removed, [sha256.Size]byte(sum))
		}
	default:
		return false
	}
	return err == nil
}
