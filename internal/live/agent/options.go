package agent

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"strconv"
	"time"

	"bellwether/internal/live/membership"
	"bellwether/internal/live/store"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/trace"
)

// Options describe an agent. A zero field gets the default that its comment names.
type Options struct {
	Name string      // unique in the cluster; required
	ID   protocol.ID // Nobody: the one in Storage, drawn at the first start
	// Address is where the others reach this node; only [Status] shows it.
	Address string

	Algorithm Algorithm
	Params    map[string]string  // of the algorithm; default: the timing's, else the algorithm's
	Detection protocol.Detection // default: the timing's
	Margin    protocol.Margin    // how far a rival must exceed the leader; zero: the strict order
	Tenure    Tenure             // how long a leader is kept though another offers more
	Timing    Timing             // default LAN
	Routing   Routing            // default direct, by flood with a mask

	// Expect is the number of members, this one included, to wait for before the
	// machine boots; 0 and 1: none. With a Quorum it waits a while for all, and then for a majority.
	// Algorithms that count a majority themselves need all.
	Expect int

	// Quorum is the number of members. More than half of them must grant leadership: without
	// them no leader is reported. 0 and 1: none is needed. Members that are known and have not
	// left count if they are more.
	Quorum int
	// Admits: only members that an operator has admitted count, and only their word does. Others may
	// come and go, and take no majority away.
	Admits bool
	// Lease is how long a member that granted leadership to one grants it to no other. Then no
	// two lead at once: see package lease. 0: a grant binds nobody. It needs a Quorum.
	Lease time.Duration

	Storage  store.Storage
	Readings <-chan int64 // new capabilities of the node; nil: it stays Offer
	Offer    int64        // the capability before the first reading
	// Bars say why this node must not lead from now on, "" if it may; Barred is the first. nil: Barred stays.
	Bars   <-chan string
	Barred string
	Mask   Mask      // nil: every member hears every other
	Epoch  time.Time // time 0 of the mask and of the machine; default: the start

	// Starting gets the first event, leader-lost, before the agent enters its cluster. A former run
	// may have been killed while it led, and what it started may still run. Join waits until
	// Starting returns. Default: nothing is called.
	Starting func(Event)

	Sinks  []trace.Sink
	Logger *slog.Logger // default: none
}

// An Algorithm is the algorithm to run: an algorithm of package protocol, or gossip-max, which
// needs a network that gossips metadata.
type Algorithm struct {
	protocol.Algorithm
	// Gossiped: the machine gets the metadata of every member.
	Gossiped bool
}

// Routing says how a message reaches a member that is no neighbour.
type Routing string

// The ways.
const (
	RoutingDirect Routing = "direct" // a datagram: every member can reach every other
	RoutingFlood  Routing = "flood"  // overlay's Flood: over several hops
)

// A Mask decides which datagrams of the election a radio would carry, so that
// machines on one wire become a network of moving radios.
type Mask interface {
	// Fate decides about one frame. Why is trace.NoReason if the frame arrives, which it
	// does after delay.
	Fate(f Frame) (delay time.Duration, why trace.Why)
}

// A Frame is one frame on its way from a sender to one receiver.
type Frame struct {
	From, To protocol.ID
	At       protocol.Time // since the epoch
	Bytes    int
}

func (o Options) withDefaults() (Options, error) {
	var faults []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			faults = append(faults, fmt.Errorf(format, args...))
		}
	}
	if o.Timing.Name == "" {
		o.Timing = LAN()
	}
	if o.Detection == (protocol.Detection{}) {
		o.Detection = o.Timing.Detection
	}
	if o.Routing == "" {
		o.Routing = RoutingDirect
		if o.Mask != nil {
			o.Routing = RoutingFlood
		}
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	check(o.Name != "", "an agent needs a name")
	check(len(o.Name) <= maxName, "the name has %d bytes, at most %d are allowed", len(o.Name), maxName)
	check(o.Algorithm.New != nil, "no algorithm")
	check(o.Storage != nil, "no storage")
	worlds := o.Routing == "aodv" || o.Routing == "olsr"
	check(!worlds, "routing by %s is for emulated worlds, and no agent has it: take direct or flood", o.Routing)
	check(o.Routing == RoutingDirect || o.Routing == RoutingFlood || worlds, "routing must be direct or flood, got %q", o.Routing)
	check(o.Expect >= 0, "%d members are expected: must be 0 or more", o.Expect)
	check(!o.Admits || o.Quorum > 1, "members are admitted to a majority: say how many there are (expect)")
	check(o.Lease == 0 || o.Quorum > 1, "a lease needs a majority: say how many members there are (expect)")
	check(o.Quorum < 2 || o.Mask == nil, "a majority cannot be counted with a radio in between: its messages do not go over it")
	check(o.Lease == 0 || o.Lease >= leaseLeast, "the lease must be %v or longer, got %v", leaseLeast, o.Lease)
	check(o.Bars == nil && o.Barred == "" || o.Algorithm.Goal == protocol.GoalBest, "%s does not elect by what nodes offer, so it cannot pass over nodes that must not lead", o.Algorithm.Name)
	check(o.Algorithm.MaxNodes == 0 || o.Expect <= o.Algorithm.MaxNodes,
		"%s takes at most %d members (%s), %d are expected",
		o.Algorithm.Name, o.Algorithm.MaxNodes, o.Algorithm.MaxNodesWhy, o.Expect)
	check(o.Algorithm.Goal != protocol.GoalQuorum || o.Expect > 1,
		"%s elects by majority: say how many members there are (expect)", o.Algorithm.Name)
	return o, errors.Join(faults...)
}

// leaseLeast is the shortest lease: a tenth of it, which is for the hooks that stop something,
// is then twice what a busy machine takes to start one.
const leaseLeast = time.Second

// maxName bounds a name: it travels in every membership message of 1400 bytes.
const maxName = 128

// fitted are the parameters of the algorithm, by name, that live agents have by default instead of
// the algorithm's own: the timing gives some, and three keep what other options say or fit a LAN.
//
//   - late, after how many intervals tanist asks for a silent leader: a leader counts as lost no
//     sooner than Detection says of every algorithm. Its own, 1.25, is for radios, where a change
//     of the leader costs a frame; here it runs hooks.
//   - patience, after which tanist replaces a leader by a node that is better by less than the
//     margin: 24h, never, so that Margin alone decides.
//   - confirm, how many beacons of a better leader tanist awaits before it follows: one. No frames
//     fade in from afar on a LAN, for which its own is two.
func (o Options) fitted() map[string]string {
	given := map[string]string{}
	for _, p := range o.Algorithm.Params {
		switch text, slower := o.Timing.Params[p.Name]; {
		case slower:
			given[p.Name] = text
		case p.Name == "late":
			given[p.Name] = strconv.FormatFloat(max(1, o.late()), 'f', 2, 64)
		case p.Name == "patience":
			given[p.Name] = "24h"
		case p.Name == "confirm":
			given[p.Name] = "1"
		}
	}
	return given
}

// late is after how many intervals tanist asks the first of two or three times, each at least an
// eighth of an interval, or 250 ms, and 40 ms long (its jitter, twice): the last time ends with
// Detection.
func (o Options) late() float64 {
	pulls, err := strconv.Atoi(o.Timing.Params["pulls"])
	if err != nil {
		pulls = 2 // its default
	}
	ask := min(o.Detection.Interval/8, 250*time.Millisecond) + 40*time.Millisecond
	return float64(o.Detection.Misses) - float64(pulls)*float64(ask)/float64(o.Detection.Interval)
}

// effective are the parameters of the algorithm that are not its own defaults: Params, and for others what
// live agents have instead.
func (o Options) effective() map[string]string {
	given := o.fitted()
	maps.Copy(given, o.Params)
	return given
}

// setup is the algorithm's configuration.
func (o Options) setup() (protocol.Config, error) {
	given := o.effective()
	values, wrong := protocol.Resolve(o.Algorithm.Params, given, o.Detection)
	var faults []error
	for _, w := range wrong {
		faults = append(faults, fmt.Errorf("%s: %w", o.Algorithm.Name, w))
	}
	return protocol.Config{Detection: o.Detection, Hysteresis: o.Margin, Values: values}, errors.Join(faults...)
}

func (o Options) services() overlay.Services {
	s := overlay.Services{Detection: o.Detection, Hello: &o.Timing.Hello, Link: &o.Timing.Link}
	if o.Routing == RoutingFlood {
		s.Flood = &o.Timing.Flood
	}
	return s
}

// A Network is what an agent needs of membership and transport. Its methods do
// not block; membership.Gossip is the real one.
type Network interface {
	Self() membership.Member
	Members() []membership.Member
	Changes() <-chan struct{}
	Packets() <-chan membership.Packet
	Conflicts() <-chan error
	Alarms() <-chan membership.Alarm
	UserEvents() <-chan membership.UserEvent
	Counters() membership.Counters
	Send(to string, data []byte) error // by name
	SetMeta(membership.Meta)
	Raise(incarnation uint32) // begins a newer incarnation of this node
	Leave(timeout time.Duration) error
	Close() error
}
