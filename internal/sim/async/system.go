package async

import (
	"math/rand/v2"
	"time"

	"bellwether/overlay"
	"bellwether/protocol"
)

// Options of a System.
type Options struct {
	Values []int64       // what node i+1 can offer; their number is the system's size
	Seed   uint64        // seed of the nodes' randomness
	Origin protocol.Time // Now at first; records and [System.Elapsed] count from it
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

// A System is nodes, links and frames on their way. One goroutine may use it. Its links, its
// frames and its timers are parts with their own state (graph, flight, alarms); the system is
// what a handler of a node does to them.
type System struct {
	Now   protocol.Time // set by the driver; Rebase moves it
	Hooks Hooks

	options  *Options // shared by all copies
	members  []protocol.ID
	nodes    []node
	moved    time.Duration     // by Rebase, so far
	handlers int               // handlers run since Err
	effects  int               // of the first handler since Err
	depth    int               // nested handlers: hooks may call others
	broken   error             // a breach of contract
	calling  calling           // the method of a machine that is being called
	terms    *overlay.Contract // see overlay.Bare
	envs     []*protocol.Env   // by depth
	view     view
	graph    graph  // links
	flight   flight // frames on their way
	alarms   alarms // timers
	recorder
}

type node struct {
	up           bool
	machine      protocol.Machine // nil: down, or about to start
	observes     bool             // takes reports of neighbours
	value        int64
	saved        []byte
	boots        int64
	incarnation  int64 // boots since its storage was last empty
	source       rand.PCG
	steady       *steady // draws in its place; nil: source does
	rand         *rand.Rand
	leader       protocol.ID
	electing     bool
	firingUrgent bool          // fireUrgent runs
	crashAfter   int           // effects of the next handler before the crash; -1: no crash
	believed     []protocol.ID // neighbours that a late service has reported, sorted
}

// New makes a system of nodes that are down and without links. IDs are 1 … n.
func New(o Options) *System {
	n := len(o.Values)
	s := &System{options: &o, Now: o.Origin, moved: time.Duration(o.Origin), members: make([]protocol.ID, n), nodes: make([]node, n),
		graph: newGraph(n), alarms: newAlarms(n, &o)}
	for i := range s.nodes {
		s.members[i] = protocol.ID(i + 1)
		k := &s.nodes[i]
		k.value, k.crashAfter = o.Values[i], -1
		k.source.Seed(o.Seed, uint64(i+1))
		k.rand = rand.New(&k.source)
		if o.Steady {
			k.steady = &steady{seed: o.Seed, node: uint64(i + 1)}
			k.rand = rand.New(k.steady)
		}
	}
	s.classes = new([256]protocol.Class)
	for _, k := range o.Kinds {
		s.classes[k.Kind()] = k.Class
	}
	return s
}

// Late is an origin some days after zero. Machines use instant zero for "never", and Rebase
// must not move an instant there: see [System.Rebase].
const Late = protocol.Time(10 * 24 * time.Hour)

// Elapsed is the time from the origin to an instant.
func (s *System) Elapsed(at protocol.Time) time.Duration { return at.Add(-s.moved).Sub(0) }

func (s *System) at(id protocol.ID) *node { return &s.nodes[id-1] }

// Members returns all nodes, dead or alive: the roster does not change.
func (s *System) Members() []protocol.ID { return s.members }

// Up reports whether a node runs.
func (s *System) Up(id protocol.ID) bool { return s.at(id).up }

// Machine returns a node's machine, nil if it is down.
func (s *System) Machine(id protocol.ID) protocol.Machine { return s.at(id).machine }

// Capability is what a node can offer now.
func (s *System) Capability(id protocol.ID) protocol.Capability {
	return protocol.Capability{Value: s.at(id).value, ID: id}
}

// Leader is the node that a node follows: the last that it reported as elected, Nobody
// during an election and while it is down.
func (s *System) Leader(id protocol.ID) protocol.ID { return s.at(id).leader }

// Electing reports whether a node is in an election.
func (s *System) Electing(id protocol.ID) bool { return s.at(id).electing }

// Boots is how often a node has booted.
func (s *System) Boots(id protocol.ID) int64 { return s.at(id).boots }

// Starts reports whether nodes start elections on demand.
func (s *System) Starts() bool {
	_, ok := overlay.Innermost(s.nodes[0].machine).(protocol.Starter)
	return ok
}
