package livetest

import (
	"bytes"
	"errors"
	"maps"
	"sync/atomic"

	"bellwether/internal/live/store"
	"bellwether/protocol"
)

// A Disk is a storage in memory that a test can fill up.
type Disk struct {
	Node protocol.ID
	Full atomic.Bool
	Torn atomic.Bool // the saved state is torn; after one read it is absent

	incarnation uint32
	saved       map[string][]byte
}

// errFull is the error of a full Disk.
var errFull = errors.New("no space left on device")

// Backup returns what is on the disk now, to be used in place of it later.
func (d *Disk) Backup() *Disk {
	return &Disk{Node: d.Node, incarnation: d.incarnation, saved: maps.Clone(d.saved)}
}

// Identity returns Node.
func (d *Disk) Identity() (protocol.ID, error) { return d.Node, nil }

// SetIdentity changes Node.
func (d *Disk) SetIdentity(id protocol.ID) error { d.Node = id; return nil }

// NextIncarnation counts.
func (d *Disk) NextIncarnation() (uint32, error) {
	if d.Full.Load() {
		return 0, errFull
	}
	d.incarnation++
	return d.incarnation, nil
}

// RaiseIncarnation lets the next incarnation be above that one.
func (d *Disk) RaiseIncarnation(last uint32) error {
	if d.Full.Load() {
		return errFull
	}
	d.incarnation = max(d.incarnation, last)
	return nil
}

// Saved returns the state of the last Save.
func (d *Disk) Saved(name string) ([]byte, error) {
	if d.Torn.Swap(false) {
		d.saved = nil
		return nil, store.ErrTorn
	}
	return d.saved[name], nil
}

// Save keeps state.
func (d *Disk) Save(name string, state []byte) error {
	if d.Full.Load() {
		return errFull
	}
	if d.saved == nil {
		d.saved = map[string][]byte{}
	}
	d.saved[name] = bytes.Clone(state)
	return nil
}

// Peers returns none.
func (d *Disk) Peers() ([]store.Peer, error) { return nil, nil }

// SavePeers does nothing.
func (d *Disk) SavePeers([]store.Peer) error { return nil }

// Durable is true.
func (d *Disk) Durable() bool { return true }

// Close does nothing.
func (d *Disk) Close() error { return nil }
