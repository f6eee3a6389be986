package steps

import (
	"math/rand/v2"

	"bellwether/overlay"
	"bellwether/protocol"
)

// Options of a System.
type Options struct {
	Values []int64                 // what node i+1 can offer; their number is the system's size
	Seed   uint64                  // of the nodes' own randomness
	Make   func() protocol.Machine // one node's machine, at each boot
	Kinds  []protocol.MessageKind  // for the classes of records; nil: class 0
	Timers int                     // of a machine; more are made as they are set
	Limit  int                     // handlers between two calls of Err; 0: no bound
	// Network takes what nodes say, as effects OpSend, OpBroadcast and OpRoute. Nil:
	// frames wait in the air until a step takes them.
	Network func(from protocol.ID, e protocol.Effect)
}

// Hooks tell a driver what happens. None need be set.
type Hooks struct {
	// Effect is asked before each effect is carried out; false crashes the node there.
	Effect func(id protocol.ID, e protocol.Effect) bool
	// Handled is called when a handler has ended and its effects are carried out.
	Handled func(id protocol.ID)
	Broken  func(b *protocol.Breach) // at once, when a machine has broken its contract
	// Armed says that a timer was set: see Deadline. The driver then fires them all, and
	// those without a delay, too.
	Armed func(id protocol.ID, t protocol.Timer)
	Fired func(id protocol.ID, t protocol.Timer) // before its handler

	Said  func(f Frame)           // To is Nobody for a broadcast, which is Said once
	Heard func(f Frame)           // before its handler
	Lost  func(f Frame, why Loss) // of each copy

	// Noticed, if set, is told that a live node would now hear another or hear it no
	// more, in place of its machine; the driver calls Notice when that is to be known.
	Noticed func(id, other protocol.ID)
}

// A System is nodes, links and frames on their way. It is for one goroutine.
type System struct {
	Now   protocol.Time // the driver's to move
	Hooks Hooks

	options  Options
	members  []protocol.ID
	nodes    []node
	links    []uint64 // n × n, row by row: the number of the change that made it, 0: none
	changes  uint64   // of links
	air      []Frame  // in the order of sending
	frames   uint64   // said so far
	armed    uint64   // timers set so far
	handlers int      // since Err
	depth    int      // handlers at work: hooks may call others
	broken   *protocol.Breach
	terms    *overlay.Contract // see overlay.Bare
	envs     []*protocol.Env   // by depth
	view     view
	recorder
}

type node struct {
	up          bool
	machine     protocol.Machine // nil: down, or about to start
	observes    bool             // wants to be told of neighbours
	value       int64
	saved       []byte
	boots       int64
	incarnation int64 // boots since its storage was last empty
	source      rand.PCG
	rand        *rand.Rand
	timers      []timer
	leader      protocol.ID
	electing    bool
	hurrying    bool          // hurry is at work
	crashAfter  int           // effects of the next handler before the crash; -1: none
	believed    []protocol.ID // neighbours that a late service has told of, sorted
}

// New makes a system of nodes that are down and without links. IDs are 1 … n.
func New(o Options) *System {
	n := len(o.Values)
	s := &System{options: o, members: make([]protocol.ID, n), nodes: make([]node, n), links: make([]uint64, n*n)}
	timers := make([]timer, n*o.Timers)
	for i := range s.nodes {
		s.members[i] = protocol.ID(i + 1)
		k := &s.nodes[i]
		k.value, k.crashAfter = o.Values[i], -1
		k.source.Seed(o.Seed, uint64(i+1))
		k.rand = rand.New(&k.source)
		k.timers = timers[i*o.Timers : (i+1)*o.Timers : (i+1)*o.Timers]
	}
	for _, k := range o.Kinds {
		s.classes[k.Kind] = k.Class
	}
	return s
}

func (s *System) at(id protocol.ID) *node { return &s.nodes[id-1] }

// Members are all nodes, dead or alive: nobody tells the roster.
func (s *System) Members() []protocol.ID { return s.members }

// Up says whether a node runs.
func (s *System) Up(id protocol.ID) bool { return s.at(id).up }

// Machine is a node's machine; nil if it is down.
func (s *System) Machine(id protocol.ID) protocol.Machine { return s.at(id).machine }

// Capability is what a node can offer now.
func (s *System) Capability(id protocol.ID) protocol.Capability {
	return protocol.Capability{Value: s.at(id).value, ID: id}
}

// Leader is whom a node names: whom it last reported to be elected, Nobody during an
// election and while it is down.
func (s *System) Leader(id protocol.ID) protocol.ID { return s.at(id).leader }

// Electing says whether a node is in an election.
func (s *System) Electing(id protocol.ID) bool { return s.at(id).electing }

// Boots is how often a node has booted.
func (s *System) Boots(id protocol.ID) int64 { return s.at(id).boots }

// Starts says whether nodes start elections on demand.
func (s *System) Starts() bool {
	_, ok := overlay.Innermost(s.nodes[0].machine).(protocol.Starter)
	return ok
}
