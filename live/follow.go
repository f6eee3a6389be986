package live

import (
	"bellwether/internal/agent"
	"bellwether/protocol"
)

// Events and status of an agent, as HTTP shows them.
type (
	Event        = agent.Event
	EventKind    = agent.EventKind
	Node         = agent.Node
	Status       = agent.Status
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
	MemberLeft    = agent.MemberLeft // it said goodbye
	StorageFailed = agent.StorageFailed
	StorageHealed = agent.StorageHealed
)

// A Leader is the node that a node follows. The zero Leader is nobody.
type Leader struct {
	Name string // "" if none is known
	ID   protocol.ID
	// Epoch grows with every change of leader that this agent sees, across its restarts
	// too if it has a Dir. The epochs of two agents cannot be compared.
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
