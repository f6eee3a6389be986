package store

import (
	"time"

	"bellwether/protocol"
)

type Peer struct {
	Name, Addr string
	ID         protocol.ID
	Seen       time.Time
}
type Storage interface {
	Identity() (protocol.ID, error)
	SetIdentity(protocol.ID) error
	NextIncarnation() (uint32, error)
	Saved(algorithm string) ([]byte, error)
	Save(algorithm string, state []byte) error
	Peers() ([]Peer, error)
	SavePeers([]Peer) error
	Close() error
}
