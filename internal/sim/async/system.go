package async

import (
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// Options of a System.
type Options struct {
	Values []int64       // what node i+1 can offer; their number is the system's size
	Seed   uint64        // seed of the nodes' randomness
	Origin protocol.Time // Now at first; records and [Records.Elapsed] count from it
	// Reboot is how long after Origin a node boots again at the earliest. An AODV that boots at Origin
	// takes that for its first boot, and does not wait until others have forgotten it.
	Reboot time.Duration
	Steady bool                    // each handler of a node draws the same numbers, and services draw the same delays: randomness without a state
	Make   func() protocol.Machine // makes a node's machine, at each boot
	Kinds  []protocol.MessageKind  // for the classes of records; nil: class 0
	Timers int                     // number of timers of a machine; more are added when they are set
	Limit  int                     // handlers between two calls of Err; 0: no bound
	// Network takes what nodes send, as effects OpSend, OpBroadcast and OpRoute. Nil:
	// frames wait in the air until a step takes them.
	Network func(from protocol.ID, e protocol.Effect)

	Algorithm string                      // whose machines they are, for errors
	Name      func(id protocol.ID) string // of a node, for errors; nil: its ID
}

// Hooks inform a driver of what happens. All are optional.
type Hooks struct {
	// Effect is called before each effect is carried out. If it returns false the node
	// crashes there.
	Effect func(id protocol.ID, e protocol.Effect) bool
	// Handled is called when a handler has ended and its effects are carried out.
	Handled func(id protocol.ID)
	Broken  func(b *protocol.Breach) // called at once when a machine has broken its contract
	// Armed reports that a timer was set: see Deadline. If it is set the driver must fire
	// all timers, also those without a delay.
	Armed func(id protocol.ID, t protocol.Timer)
	Fired func(id protocol.ID, t protocol.Timer) // before its handler

	Said  func(f Frame)           // To is Nobody for a broadcast, which is reported once
	Heard func(f Frame)           // before its handler
	Lost  func(f Frame, why Loss) // called for each copy

	// Noticed, if set, is called when a live node now hears another, or no longer hears it.
	// The machine is then not informed until the driver calls Notice.
	Noticed func(id, other protocol.ID)
}

// A System is nodes, links and frames on their way. One goroutine may use it. Its state is in its
// parts, which callers ask directly. What is left here is what no part can do alone: the steps,
// the effects of handlers, and the copy and the canonical form of the whole.
type System struct {
	Now   protocol.Time // set by the driver; Rebase moves it
	Hooks Hooks

	Topology  Topology  // which nodes run, and the links
	Machines  Machines  // and their storage
	Standings Standings // what nodes offer, and whom they follow
	Air       Air       // frames on their way
	Alarms    Alarms    // timers
	Calls     Calls     // of machines' methods
	Records   Records   // what sinks get

	options *Options // shared by all copies
	reports reports  // of a late neighbour service
	view    view
}

// New makes a system of nodes that are down and without links. IDs are 1 … n.
func New(o Options) *System {
	n := len(o.Values)
	return &System{options: &o, Now: o.Origin, Topology: newTopology(n), Machines: newMachines(&o), Standings: newStandings(o.Values),
		Alarms: newAlarms(n, &o), Calls: Calls{options: &o}, Records: newRecords(&o), reports: newReports(n)}
}

// Late is an origin some days after zero. Machines use instant zero for "never", and Rebase
// must not move an instant there: see [System.Rebase].
const Late = protocol.Time(10 * 24 * time.Hour)

// Members is [Topology.Members].
func (s *System) Members() []protocol.ID { return s.Topology.members }

// Up is [Topology.Up].
func (s *System) Up(id protocol.ID) bool { return s.Topology.Up(id) }

// Leader is [Standings.Leader].
func (s *System) Leader(id protocol.ID) protocol.ID { return s.Standings.Leader(id) }

// Inspect shows what the machine of a node shows, nothing if the node is down.
func (s *System) Inspect(id protocol.ID, show func(name string, value int64)) {
	outer := s.enter(id, "Inspect")
	optional.Inspect(s.Machines.Of(id), show)
	s.Calls.leave(outer)
}
