package store

import (
	"bytes"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"bellwether/protocol"
)

// Volatile is a memory that ends with the process. It implements [Storage].
type Volatile struct {
	mu          sync.Mutex
	closed      bool
	id          protocol.ID
	incarnation uint32
	states      map[string][]byte
	peers       []Peer
}

// Memory returns an empty memory. After Close, [Volatile.Reopen] opens it again.
func Memory() *Volatile { return &Volatile{states: map[string][]byte{}} }

// Reopen opens the memory again, as Open does with a directory: for the next life of an
// agent in one process.
func (v *Volatile) Reopen() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.closed = false
}

// use locks the memory, if it is open.
func (v *Volatile) use() (done func(), err error) {
	v.mu.Lock()
	if v.closed {
		v.mu.Unlock()
		return nil, fmt.Errorf("memory: %w", fs.ErrClosed)
	}
	return v.mu.Unlock, nil
}

// Identity implements [Storage].
func (v *Volatile) Identity() (protocol.ID, error) {
	done, err := v.use()
	if err != nil {
		return protocol.Nobody, err
	}
	defer done()
	if v.id == protocol.Nobody {
		v.id = newIdentity()
	}
	return v.id, nil
}

// SetIdentity implements [Storage].
func (v *Volatile) SetIdentity(id protocol.ID) error {
	if id == protocol.Nobody {
		return errNobody
	}
	done, err := v.use()
	if err != nil {
		return err
	}
	defer done()
	v.id = id
	return nil
}

// NextIncarnation implements [Storage].
func (v *Volatile) NextIncarnation() (uint32, error) {
	done, err := v.use()
	if err != nil {
		return 0, err
	}
	defer done()
	next, err := after(v.incarnation)
	if err != nil {
		return 0, err
	}
	v.incarnation = next
	return next, nil
}

// RaiseIncarnation implements [Storage].
func (v *Volatile) RaiseIncarnation(last uint32) error {
	done, err := v.use()
	if err != nil {
		return err
	}
	defer done()
	v.incarnation = max(v.incarnation, last)
	return nil
}

// Saved implements [Storage].
func (v *Volatile) Saved(algorithm string) ([]byte, error) {
	done, err := v.use()
	if err != nil {
		return nil, err
	}
	defer done()
	return bytes.Clone(v.states[algorithm]), nil
}

// Save implements [Storage].
func (v *Volatile) Save(algorithm string, state []byte) error {
	done, err := v.use()
	if err != nil {
		return err
	}
	defer done()
	v.states[algorithm] = append([]byte{}, state...)
	return nil
}

// Peers implements [Storage].
func (v *Volatile) Peers() ([]Peer, error) {
	done, err := v.use()
	if err != nil {
		return nil, err
	}
	defer done()
	return slices.Clone(v.peers), nil
}

// SavePeers implements [Storage].
func (v *Volatile) SavePeers(peers []Peer) error {
	done, err := v.use()
	if err != nil {
		return err
	}
	defer done()
	v.peers = slices.Clone(peers)
	return nil
}

// Durable implements [Storage].
func (v *Volatile) Durable() bool { return false }

// Close implements [Storage].
func (v *Volatile) Close() error {
	done, err := v.use()
	if err != nil {
		return err
	}
	defer done()
	v.closed = true
	return nil
}
