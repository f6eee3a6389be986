package keyring

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"

	"bellwether/internal/base/durable"
	"bellwether/internal/live/secure"
)

// A Verb is one step of changing the key.
type Verb byte

// The steps, in the order in which a key is changed.
const (
	Install Verb = iota + 1 // the agent understands what others send under the key
	Use                     // its conversations begin under the key
	Remove                  // what others send under the key is refused, for ever
)

// String is the verb in words.
func (v Verb) String() string {
	switch v {
	case Install:
		return "install"
	case Use:
		return "use"
	case Remove:
		return "remove"
	}
	return fmt.Sprintf("key operation %d", byte(v))
}

// A Step is a verb with its key.
type Step struct {
	Verb Verb
	Key  []byte
}

// An Order tells an agent to take a step.
type Order struct {
	Number uint64 // from Next of the agent that gives it, or of the operator's clock
	Step
	Signature []byte // of an operator; nil: nobody has signed it
}

// FileName is the name of the ring's file in the state directory of its agent.
const FileName = "keys"

// Options say where a ring is kept.
type Options struct {
	File   string         // its own file; "": nothing outlives the process
	System durable.System // of the disk; nil: the operating system's
	First  [][]byte       // the keys of the key file, the one to use first

	Operators Operators // whose orders are obeyed
}

// A Ring holds the keys of one agent. Its methods may be called from any goroutine.
type Ring struct {
	o      Options
	sealed *secure.Ring

	mu       sync.Mutex
	now      record
	admitted map[checked]bool // see Admits
}

// Open reads a ring, or makes one of the first keys if no order about keys was obeyed yet.
func Open(o Options) (*Ring, error) {
	if o.System == nil {
		o.System = durable.OS{}
	}
	r := &Ring{o: o, now: first(o.First)}
	text, err := os.ReadFile(o.File)
	switch {
	case o.File == "" || errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	default:
		if r.now, err = decode(text); err != nil {
			return nil, fmt.Errorf("the keys in %s: %w: remove it, put the keys of another member (\"bellwether live keys list\") into the key file, and start again", o.File, err)
		}
	}
	if r.sealed, err = secure.NewRing(r.now.bytes()...); err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	return r, nil
}

// first is a record before any order.
func first(keys [][]byte) (r record) {
	for _, k := range keys {
		if r.find(k) < 0 {
			r.keys = append(r.keys, Key{Key: bytes.Clone(k)})
		}
	}
	return r
}

func (r *record) bytes() (all [][]byte) {
	for _, k := range r.keys {
		all = append(all, k.Key)
	}
	return all
}

// Sealed are the keys as the transport needs them. They follow the ring.
func (r *Ring) Sealed() *secure.Ring { return r.sealed }

// Keys returns the keys, the one in use first.
func (r *Ring) Keys() []Key {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.now.keys)
}

// Next is the number of an order given now. It follows the last order that was obeyed here,
// even if that came from a clock that was ahead, or if our clock was set back.
func (r *Ring) Next() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.next()
}

func (r *Ring) next() uint64 { return max(uint64(time.Now().UnixNano()), r.last()+1) }

// last is the number of the last order that was obeyed. One that is farther ahead of the clock than an
// order may be came from a clock that was wrong, or from a former version, and would be the last for
// ever: it counts as one of an hour ago, so an order of the last hour may then be obeyed a second time.
func (r *Ring) last() uint64 {
	if now := uint64(time.Now().UnixNano()); r.now.last > now+uint64(aheadMost) {
		return now - uint64(aheadMost)
	}
	return r.now.last
}

// ErrLate is why an order is not obeyed that is older than the last: it was repeated and comes
// late, or another change of the key was begun at the same time.
var ErrLate = errors.New("it is older than the last order that was obeyed there")

// Obey carries out an order. It may have been carried out before. After an error the keys are
// what they were.
func (r *Ring) Obey(o Order) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.o.Operators.permits(o, time.Now()); err != nil {
		return fmt.Errorf("%v key: %w", o.Verb, err)
	}
	if o.Number < r.last() {
		return fmt.Errorf("%v key: %w", o.Verb, ErrLate)
	}
	next := r.now.clone()
	next.last = o.Number
	err := secure.CheckKey(o.Key)
	switch {
	case err != nil:
	case o.Verb == Install:
		err = next.install(Key{bytes.Clone(o.Key), o.Number})
	case o.Verb == Use:
		err = next.use(o.Key)
	case o.Verb == Remove:
		err = next.remove(o.Key)
	default:
		err = errors.New("no such step")
	}
	if err == nil {
		err = r.commit(next)
	}
	if err != nil {
		return fmt.Errorf("%v key: %w", o.Verb, err)
	}
	return nil
}

// A Taking tells one agent to replace its keys.
type Taking struct {
	Keys    [][]byte `json:"keys"`              // the one to use first
	Replace bool     `json:"replace,omitempty"` // even if the agent has none of them; default: refuse that
}

// ErrForeign says that keys are not taken because the ring has none of them.
var ErrForeign = errors.New("this agent has none of these keys")

// Take replaces the keys of this agent by others, and removes the rest.
func (r *Ring) Take(t Taking) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	next, taken := r.now.clone(), first(t.Keys)
	next.last, next.keys = r.next(), nil
	if len(taken.keys) == 0 {
		return errors.New("take keys: there are none")
	}
	shared := slices.ContainsFunc(taken.keys, func(k Key) bool { return r.now.find(k.Key) >= 0 })
	for i, k := range taken.keys {
		if had := r.now.find(k.Key); had >= 0 {
			k = r.now.keys[had]
		}
		if err := errors.Join(secure.CheckKey(k.Key), next.install(k)); err != nil {
			return fmt.Errorf("take key %d: %w", i+1, err)
		}
	}
	if !shared && !t.Replace {
		return fmt.Errorf("take keys: %w", ErrForeign)
	}
	for _, k := range r.now.keys {
		if taken.find(k.Key) < 0 {
			next.retire(k.Key)
		}
	}
	if err := r.commit(next); err != nil {
		return fmt.Errorf("take keys: %w", err)
	}
	return nil
}

// ErrOrdered says that the keys of a key file do not count any more.
var ErrOrdered = errors.New("its keys do not count any more, since orders about keys were obeyed: \"bellwether live keys take FILE\" takes its keys")

// ErrRetired says that a key file is older than a rotation: "keys take" would take none of its keys. It is an ErrOrdered.
var ErrRetired = fmt.Errorf("it is older than a rotation of the keys, whose new ones are in the state directory: %w", ErrOrdered)

// Reread takes the keys of a key file that was read again, if no order about keys was obeyed
// yet. Otherwise it returns ErrOrdered, unless the ring has these keys anyway.
func (r *Ring) Reread(file [][]byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	next := first(file)
	if r.now.last > 0 {
		if slices.EqualFunc(next.keys, r.now.keys, func(a, b Key) bool { return bytes.Equal(a.Key, b.Key) }) {
			return nil
		}
		if len(next.keys) > 0 && r.now.allRemoved(next.bytes()) {
			return ErrRetired
		}
		return ErrOrdered
	}
	if len(next.keys) == 0 {
		return errors.New("there are no keys")
	}
	r.now = next
	return r.apply()
}

// commit makes a record durable, and then the present one.
func (r *Ring) commit(next record) error {
	if r.o.File != "" {
		if err := durable.Write(r.o.System, r.o.File, 0o600, next.append(nil)); err != nil {
			return fmt.Errorf("the keys cannot be stored: %w", err)
		}
	}
	r.now = next
	return r.apply()
}

// apply gives the transport the keys of the present record.
func (r *Ring) apply() error {
	if err := r.sealed.Set(r.now.bytes()...); err != nil {
		return fmt.Errorf("%w", err)
	}
	return nil
}
