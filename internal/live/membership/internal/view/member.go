package view

import (
	"fmt"
	"time"

	"bellwether/internal/live/membership/internal/wire"
	"bellwether/protocol"
)

// State is the state of a member.
type State int

// The states.
const (
	Alive  State = iota // memberlist considers it alive, or only suspects it
	Failed              // memberlist gave it up, or it is known only from a former run
	Left                // it said goodbye
)

// String is the state in a word, as users see it.
func (s State) String() string {
	switch s {
	case Alive:
		return "alive"
	case Failed:
		return "failed"
	case Left:
		return "left"
	}
	return fmt.Sprintf("state %d", int(s))
}

// A Member is what is known of one.
type Member struct {
	Name, Addr string
	Meta       wire.Meta
	State      State
	Since      time.Time     // when State, Addr or the incarnation became what they are
	Heard      time.Time     // when a datagram of it came last; zero: none came
	RTT        time.Duration // smoothed, of direct probes only; 0: unknown
	Version    byte          // the greatest of the protocol that it understands; 0: unknown
	Newer      uint32        // of this agent alone: a greater incarnation of it that others know; 0: none
	Admitted   bool          // an operator has admitted it: it counts in majorities where only those do
	GivenUp    bool          // an operator gave it up while it was away: it is not expected back
	Refused    string        // of this agent alone: why members refuse it, so that it does not take part; "": none does
	Foreign    string        // of this agent alone: who refuses its group key while it hears no member; "": nobody
}

// A Peer is what an agent stores of a member for its next start. A peer that was last
// seen more than a day ago is tried once, and then seldom.
type Peer struct {
	Name, Addr string
	ID         protocol.ID
	Seen       time.Time
}

// Peer returns what to store of a member. A member that is alive was seen now.
func (m Member) Peer(now time.Time) Peer {
	if m.State != Alive {
		now = m.Since
	}
	return Peer{Name: m.Name, Addr: m.Addr, ID: m.Meta.ID, Seen: now}
}
