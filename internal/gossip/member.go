package gossip

import (
	"fmt"
	"time"
)

// State says how a member stands.
type State int

// The states.
const (
	Alive  State = iota // memberlist holds it for alive, or merely suspects it
	Failed              // memberlist gave it up, or it is remembered from a former run
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
	Meta       Meta
	State      State
	Since      time.Time     // when State, Addr or the incarnation became what they are
	RTT        time.Duration // smoothed, of direct probes only; 0: unknown
}

// Peer gives what is worth remembering. A member that is alive was seen now.
func (m Member) Peer(now time.Time) Peer {
	if m.State != Alive {
		now = m.Since
	}
	return Peer{Name: m.Name, Addr: m.Addr, ID: m.Meta.ID, Seen: now}
}
