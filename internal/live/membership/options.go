package membership

import (
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"

	"github.com/hashicorp/memberlist"

	"bellwether/internal/live/keyring"
	"bellwether/internal/live/membership/internal/address"
	"bellwether/internal/live/membership/internal/rejoin"
	"bellwether/internal/live/membership/internal/wire"
	"bellwether/internal/live/secure"
	"bellwether/protocol"
)

// Bounds on what a user or another member may request.
const (
	labelLimit = 128 // bytes; keeps a datagram of MaxDatagram below 1400 bytes
	keyLimit   = 16  // as many as a ring takes
)

// Options name this agent and the members that it looks for. Only Name, Timing and Meta
// are required.
type Options struct {
	Name       string   // unique in the cluster
	Bind       string   // "host:port", an IP address; empty: 0.0.0.0:7946; port 0 takes a free one
	Advertise  string   // "host:port" or "host" where others reach us; empty: Bind's, or a private address of this machine
	Join       []string // seeds, "host[:port]"; all are tried until each answered once
	Remembered []Peer   // members of the former run: known as failed until they answer
	Label      string   // keeps clusters apart that share a network; not a secret
	Keys       [][]byte // of 16, 24 or 32 bytes; conversations begin with the first, and are accepted with each; none: no encryption
	// Keyring keeps the keys over restarts, instead of Keys.
	Keyring *keyring.Ring
	// Identity proves who this agent is, and makes it refuse others that do not. It needs keys.
	Identity *Identity
	Timing   Timing // see Presets
	Meta     Meta
	Versions Versions
	// Transport replaces the sockets; nil: real UDP and TCP. Bind and Advertise are
	// ignored then. Close shuts it down, Leave does not.
	Transport memberlist.NodeAwareTransport
	// Hears reports whether this agent receives the packets and streams of that agent: an
	// emulated radio separates agents by it. Either all agents of a cluster have it, or
	// none.
	Hears  func(from protocol.ID) bool
	Logger *slog.Logger // nil: discard
	Rand   *rand.Rand   // for jitter, used by one goroutine after Start; nil: seeded by the system
}

// check reports all faults of the options, except faults of addresses.
func (o Options) check() error {
	faults := []error{wire.NameFault(o.Name), o.Timing.check()}
	if o.Meta.ID == protocol.Nobody {
		faults = append(faults, errors.New("id 0 is nobody's"))
	}
	if len(o.Label) > labelLimit {
		faults = append(faults, fmt.Errorf("a label of %d bytes: at most %d", len(o.Label), labelLimit))
	}
	if n := len(o.Join) + len(o.Remembered); n > rejoin.SeedLimit {
		faults = append(faults, fmt.Errorf("%d seeds and remembered peers: at most %d", n, rejoin.SeedLimit))
	}
	for _, seed := range o.Join {
		faults = append(faults, address.SeedFault(seed))
	}
	if len(o.Keys) > keyLimit {
		faults = append(faults, fmt.Errorf("%d keys: at most %d", len(o.Keys), keyLimit))
	}
	if o.Identity != nil && len(o.Keys) == 0 && o.Keyring == nil {
		faults = append(faults, errors.New("an identity needs keys: without encryption nothing binds a packet to it"))
	}
	for i, k := range o.Keys {
		if err := secure.CheckKey(k); err != nil {
			faults = append(faults, fmt.Errorf("key %d: %w", i+1, err))
		}
	}
	return errors.Join(faults...)
}
