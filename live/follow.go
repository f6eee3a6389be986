package live

import (
	"bellwether/internal/live/agent"
	"bellwether/protocol"
)

// Events and status of an agent, as HTTP shows them.
type (
	// Event is something that an agent saw:
	//
	//	Number       uint64     1, 2, … since the agent was started
	//	At           time.Time
	//	Kind         EventKind
	//	Epoch        uint64     grows with each change of leader that this agent sees
	//	Self         Node
	//	Leader       *Node      nil: none is known
	//	Former       *Node      the leader before, if there was one
	//	Reconfirmed  bool       the leader is the same, reported again after a merge
	//	Members      []string   the members that the event is about
	//	Alive        int        members alive, this one included
	//	Capability   int64      what this agent offers
	//	HoldsFor     time.Duration  how long this node holds its lease at least, from At on
	//	Fence        uint64     the leader's fencing token: greater than those of all leaderships before; 0: none
	//	Why          string
	//	User         *struct    what a user told all members, of user-event:
	//	                        Name, Payload string, From Node, Clock uint64, Each bool
	Event     = agent.Event
	EventKind = agent.EventKind
	// Node is a member: its Name (string) and its ID (protocol.ID).
	Node = agent.Node
	// Status is what an agent knows at one moment:
	//
	//	Self         Node
	//	Algorithm    string
	//	Phase        string
	//	Incarnation  uint32
	//	Uptime       time.Duration
	//	Leader       *Node             nil: none is known
	//	Since        time.Time         since when it follows this leader, or none
	//	Electing     bool
	//	Epoch        uint64            as of an Event
	//	Capability   int64             what this agent offers
	//	Resigned     bool
	//	ResignedWhy  string            why it has resigned by itself
	//	Ineligible   string            why this agent must not lead; "": it may
	//	Kept         bool              it leads, and nobody takes over now
	//	Unheard      bool              it led and no member followed: it has stepped down
	//	LockedOut    string            who refuses this agent's group key while it hears no member
	//	Majority     *struct           what a majority grants, nil if none is needed:
	//	                               Named *Node, Needed, Granting int, Lease, HoldsFor time.Duration, Surplus string,
	//	                               Fence uint64 (as of an Event), Unfenced string (why it has none)
	//	Members      []MemberStatus    this agent included, by name
	//	Neighbours   []Node
	//	Quality      float64           share of the neighbours' last hellos that arrived
	//	State        map[string]int64  what the algorithm's machine shows
	//	Leaders      []Node            the members that lead, as the gossip shows them
	//	GivesWay     bool              members run another algorithm, and their leader is taken
	//	Leaderless   time.Duration     in all since the start
	//	NoneEligible time.Duration     the part of the time in which no living member could lead
	//	Counters     struct            what was sent, received, refused and lost, by name
	//	Refused      map[string]int64  packets and streams that the membership refused, by reason
	//	RefusedAt    map[string]time.Time  when each was refused last
	Status = agent.Status
	// MemberStatus is a member as this agent sees it:
	//
	//	Node         Node           embedded
	//	Addr         string
	//	State        string         alive, failed or left
	//	Since        time.Time      in this state
	//	Incarnation  uint32
	//	Capability   int64          as gossiped
	//	RTT          time.Duration  of the last probes; 0: unknown
	//	Quality      *float64       share of its last hellos that arrived here; nil: no neighbour
	//	Neighbour    bool
	//	Leader       bool
	//	Ineligible   bool           it must not lead
	//	Silent       bool           it seems alive, and nothing of it came lately
	//	Unfit        string         why no majority could grant it leadership
	//	Same         bool           it runs the same algorithm
	//	Runs         string         its algorithm, and the parameters that are not the algorithm's defaults
	//	Differs      string         in which settings it differs from this agent
	//	Tags         map[string]string
	//	Protocol     byte           the newest version among members that it understands; 0: unknown
	//	Wire         string         which versions of the handshake it speaks; "": nothing is encrypted
	MemberStatus = agent.MemberStatus
)

// The kinds of events.
const (
	LeaderGained  = agent.LeaderGained  // this node leads
	LeaderLost    = agent.LeaderLost    // this node led and leads no longer
	LeaderChanged = agent.LeaderChanged // this node follows another leader than before, or knows none
	Merged        = agent.Merged        // members that were lost are back
	Partitioned   = agent.Partitioned   // members were lost without a goodbye
	MemberJoined  = agent.MemberJoined
	MemberLeft    = agent.MemberLeft // it said goodbye, or was given up after it had failed
	StorageFailed = agent.StorageFailed
	StorageHealed = agent.StorageHealed
)

// A Leader is the node that a node follows. The zero Leader is nobody.
type Leader struct {
	Name string // "" if none is known
	ID   protocol.ID
	// Epoch grows with every change of leader that this agent sees, across its restarts
	// too if it has a Dir: the upper 32 bits count its starts, the lower ones the changes
	// since. The epochs of two agents cannot be compared.
	Epoch uint64
	Self  bool // this node is the leader
}

// Known reports whether a leader is known.
func (l Leader) Known() bool { return l.ID != protocol.Nobody }

// follow calls the program's callbacks until the log is complete. When the agent has
// ended the node follows nobody.
func follow(log *agent.Log, o Options) {
	said, seen := Leader{}, uint64(0)
	tell := func(l Leader) {
		said = l
		if o.OnLeader != nil {
			o.OnLeader(l)
		}
	}
	tell(Leader{})
	for {
		events, more, done := log.After(seen)
		now := said
		for _, e := range events {
			seen = e.Number
			if o.OnEvent != nil {
				o.OnEvent(e)
			}
			switch e.Kind {
			case LeaderGained, LeaderLost, LeaderChanged:
				now = leaderOf(e)
			}
		}
		if now.ID != said.ID || now.Name != said.Name {
			tell(now)
		}
		if done {
			break
		}
		if len(events) == 0 {
			<-more
		}
	}
	if said.Known() {
		tell(Leader{Epoch: said.Epoch})
	}
}

func leaderOf(e Event) Leader {
	if e.Leader == nil {
		return Leader{Epoch: e.Epoch}
	}
	return Leader{Name: e.Leader.Name, ID: e.Leader.ID, Epoch: e.Epoch, Self: e.Leader.ID == e.Self.ID}
}
