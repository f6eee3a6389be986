package store

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"bellwether/internal/base/durable"
	"bellwether/protocol"
)

// Storage is an agent's memory, on disk or not.
type Storage interface {
	// Identity is the node's ID: 32 random bits, never 0, made once. Of n agents
	// two have the same with a probability of about n²/2³³.
	Identity() (protocol.ID, error)
	// SetIdentity replaces it, durably.
	SetIdentity(id protocol.ID) error
	// NextIncarnation counts starts: 1 at first. It is durable before it returns
	// and never repeats while the disk is kept.
	NextIncarnation() (uint32, error)
	// RaiseIncarnation makes the next incarnation greater than last, which others know of
	// this node: the disk was restored from a copy. It is durable before it returns.
	RaiseIncarnation(last uint32) error
	// Saved is what the algorithm saved last, nil if nothing.
	Saved(algorithm string) ([]byte, error)
	// Save keeps the state in place of what was kept before; it is durable before
	// Save returns. On an error the old state or the new one is kept.
	Save(algorithm string, state []byte) error
	// Peers are the peers of the last SavePeers, none if there was none.
	Peers() ([]Peer, error)
	// SavePeers replaces the stored peers.
	SavePeers(peers []Peer) error
	// Durable reports whether what is saved outlives the process.
	Durable() bool
	// Close lets another agent use the storage. All other methods fail after it.
	Close() error
}

var (
	_ Storage = (*Dir)(nil)
	_ Storage = (*Volatile)(nil)
)

// ErrTorn marks contents that are damaged or of another program. They have been set
// aside: the next read finds none.
var ErrTorn = errors.New("torn or foreign file")

// ErrInUse marks a directory that another agent is using.
var ErrInUse = durable.ErrInUse

// A Peer is an agent that this agent has known.
type Peer struct {
	Name string      `json:"name"`
	Addr string      `json:"addr"` // host:port
	ID   protocol.ID `json:"id"`
	Seen time.Time   `json:"seen"` // last heard
}

var errNobody = errors.New("0 is the id of nobody")

// newIdentity draws an ID.
func newIdentity() protocol.ID {
	for {
		var b [4]byte
		rand.Read(b[:]) // never fails: Go 1.24
		if id := protocol.ID(binary.LittleEndian.Uint32(b[:])); id != protocol.Nobody {
			return id
		}
	}
}

// after returns the incarnation that follows last.
func after(last uint32) (uint32, error) {
	if last+1 == 0 {
		return 0, fmt.Errorf("incarnation %d is the last", last)
	}
	return last + 1, nil
}
