package live

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"bellwether/election"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/membership"
	"bellwether/protocol"
)

// defaultBind is the default address to listen at.
const defaultBind = "0.0.0.0:7946"

// A Timing names the kind of network that all time-outs are made for.
type Timing string

// The timings, with the longest round trips that they allow.
const (
	Local   Timing = "local"    // agents on one machine, below 1 ms
	LAN     Timing = "lan"      // wired, below 10 ms
	LANFast Timing = "lan-fast" // wired, below 10 ms: a takeover in about 1.5 s, for five times the messages
	WiFi    Timing = "wifi"     // power save, up to 300 ms, bursts of loss
	WAN     Timing = "wan"      // far apart, below 500 ms
)

// Options describe an agent, the members that it looks for, and its callbacks. A zero
// field gets the default that its comment names.
type Options struct {
	Name      string   // unique in the cluster, at most 128 bytes; default: the host's name
	Bind      string   // where to listen, host:port, UDP and TCP; default 0.0.0.0:7946; port 0 takes a free one
	Advertise string   // where others reach this agent; default: Bind's, or a private address of this machine
	Join      []string // members, host or host:port; each is tried until it has answered once; default: none
	Label     string   // separates clusters on one network; no secret; the same for all members
	Keys      [][]byte // of 16, 24 or 32 bytes; the first encrypts, all decrypt; once an order changed the keys, those in Dir are used; default: none, nothing is encrypted

	Algorithm protocol.Algorithm // default [election.Vasudevan]; the same for all members
	Params    map[string]string  // the algorithm's; default: its own, or the timing's
	Timing    Timing             // default LAN
	// Expect is how many members there are, this one included. The agent waits for them, and
	// OnLeader only gets a leader that more than half of them grant. Default: each part of a
	// network has a leader.
	Expect int

	// Offer returns this node's capability as a leader, 0 to [protocol.MaxValue]. It is
	// called at the start and then each Measure, from a goroutine of its own. A value out
	// of that range keeps the agent from starting; later it is logged, and the last good
	// value counts. An agent that ends does not wait for a call that has not returned.
	// Default: always 0, so that IDs decide.
	Offer   func() int64
	Measure time.Duration // default 1 s
	// Margin is how far another node must exceed the leader before it takes over.
	// Default: a tenth, as for "bellwether live"; a Share below 0 means no margin.
	Margin protocol.Margin

	// Dir keeps what must survive a restart: the node's ID, its count of starts, what the
	// algorithm saves, the peers that it knew. No two agents share one. Default: nothing
	// survives, and a node that starts again is another node.
	Dir string

	OnLeader func(Leader) // called at the start, and when this node's leader has changed
	OnEvent  func(Event)  // called with all events
	Logger   *slog.Logger // default: none

	// network replaces the sockets in tests.
	network func(membership.Meta) agent.Network
}

func (o Options) withDefaults() (Options, error) {
	var faults []error
	if o.Name == "" {
		host, err := os.Hostname()
		if err != nil {
			faults = append(faults, fmt.Errorf("live: the host has no name, give the agent one: %w", err))
		}
		o.Name = host
	}
	if o.Bind == "" {
		o.Bind = defaultBind
	}
	if o.Algorithm.New == nil {
		if o.Algorithm.Name != "" {
			faults = append(faults, fmt.Errorf("live: the algorithm %s makes no machines: its New is nil", o.Algorithm.Name))
		}
		o.Algorithm = election.Vasudevan()
	}
	if o.Timing == "" {
		o.Timing = LAN
	}
	if o.Measure == 0 {
		o.Measure = time.Second
	}
	if o.Measure < 0 {
		faults = append(faults, fmt.Errorf("live: Measure must be above 0, got %v", o.Measure))
	}
	switch {
	case o.Margin == protocol.Margin{}:
		o.Margin.Share = defaultShare
	case o.Margin.Share < 0:
		o.Margin.Share = 0
	}
	if o.Offer == nil {
		o.Offer = func() int64 { return 0 }
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o, errors.Join(faults...)
}

// defaultShare is the default of the program's "hysteresis", in thousandths.
const defaultShare protocol.PerMille = 100

// timing is the preset of a name.
func (t Timing) timing() (agent.Timing, error) {
	var names []string
	for _, known := range agent.Timings() {
		if known.Name == string(t) {
			return known, nil
		}
		names = append(names, known.Name)
	}
	return agent.Timing{}, fmt.Errorf("live: no timing %q: choose one of %q", t, names)
}
