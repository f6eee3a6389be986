package membership

import (
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/netip"
	"strings"
	"time"
	"unicode"

	"github.com/hashicorp/memberlist"

	"bellwether/internal/live/keyring"
	"bellwether/internal/live/secure"
	"bellwether/protocol"
)

// DefaultPort is where seeds without a port are sought: memberlist's, UDP and TCP.
const DefaultPort = 7946

// Bounds on what a user or another member may request.
const (
	labelLimit  = 128  // bytes; keeps a datagram of MaxDatagram below 1400 bytes
	seedLimit   = 256  // seeds and remembered peers together
	keyLimit    = 16   // as many as a ring takes
	memberLimit = 4096 // names in the view; memberlist's whole state is then about 0.5 MB
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

// A Peer is what an agent stores of a member for its next start. A peer that was last
// seen more than a day ago is tried once, and then seldom.
type Peer struct {
	Name, Addr string
	ID         protocol.ID
	Seen       time.Time
}

// check reports all faults of the options, except those of addresses.
func (o Options) check() error {
	faults := []error{checkName(o.Name), o.Timing.check()}
	if o.Meta.ID == protocol.Nobody {
		faults = append(faults, errors.New("id 0 is nobody's"))
	}
	if len(o.Label) > labelLimit {
		faults = append(faults, fmt.Errorf("a label of %d bytes: at most %d", len(o.Label), labelLimit))
	}
	if n := len(o.Join) + len(o.Remembered); n > seedLimit {
		faults = append(faults, fmt.Errorf("%d seeds and remembered peers: at most %d", n, seedLimit))
	}
	for _, seed := range o.Join {
		faults = append(faults, checkSeed(seed))
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

// CheckName refuses names that memberlist would misread ("name/address" is its form of a
// seed, and it looks up a member's name that is an IP address as an address), and names that
// a shell, a list with commas, JSON or a terminal could misread: hooks get the names of
// others, and an agent's directory has its name.
func CheckName(name string) error {
	bad := func(why string) error { return fmt.Errorf("%q %s", name, why) }
	if name == "" {
		return errors.New("must not be empty")
	}
	if len(name) > nameLimit {
		return bad(fmt.Sprintf("has %d bytes, at most %d are allowed", len(name), nameLimit))
	}
	if err := checkSigns(name, nameSigns); err != nil {
		return err
	}
	if name[0] == '.' {
		return bad("begins with a dot, like a directory or a hidden file")
	}
	if _, err := netip.ParseAddr(name); err == nil {
		return bad("is an IP address: choose a name")
	}
	return nil
}

// The signs in names, and in values of tags, beside letters and digits. A shell has a meaning
// for none of them.
const (
	nameSigns  = "._-"
	valueSigns = nameSigns + ":/@+"
)

// checkSigns refuses text with other signs than letters, digits and the given ones.
func checkSigns(text, signs string) error {
	if strings.ContainsFunc(text, func(r rune) bool {
		return !(unicode.In(r, unicode.Letter, unicode.Mark, unicode.Digit) || strings.ContainsRune(signs, r))
	}) {
		if signs != nameSigns {
			return fmt.Errorf("%q has a character that is no letter, digit or one of %s", text, signs)
		}
		return fmt.Errorf("%q has a character that is no letter, digit, dot, underscore or hyphen", text)
	}
	if text[0] == '-' {
		return fmt.Errorf("%q begins with a hyphen, like a flag", text)
	}
	return nil
}

// checkName is CheckName with the option's name.
func checkName(name string) error {
	if err := CheckName(name); err != nil {
		return fmt.Errorf("name %w", err)
	}
	return nil
}

// checkSeed is CheckSeed with the option's name.
func checkSeed(seed string) error {
	if err := CheckSeed(seed); err != nil {
		return fmt.Errorf("join %q: %w", seed, err)
	}
	return nil
}

// checkAddr accepts an "ip:port" to which a packet can be sent.
func checkAddr(addr string) error {
	a, err := netip.ParseAddrPort(addr)
	if err != nil {
		return fmt.Errorf("address %q: %w", addr, err)
	}
	if a.Port() == 0 || a.Addr().IsUnspecified() || a.Addr().IsMulticast() {
		return fmt.Errorf("address %q: nobody can be reached there", addr)
	}
	return nil
}
