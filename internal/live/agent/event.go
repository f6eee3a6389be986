package agent

import (
	"strings"
	"time"

	"bellwether/internal/live/membership"
	"bellwether/protocol"
)

// EventKind is the kind of an [Event], as users name it.
type EventKind string

// The events. Those about the leader are repeated after a merge, even if nothing changed:
// see [Event.Reconfirmed].
const (
	LeaderGained  EventKind = "leader-gained"  // this node leads
	LeaderLost    EventKind = "leader-lost"    // this node led and leads no longer, or it starts
	LeaderChanged EventKind = "leader-changed" // this node follows another leader than before, or knows none
	Merged        EventKind = "merged"         // members that were lost are back
	Partitioned   EventKind = "partitioned"    // members were lost without a goodbye
	MemberJoined  EventKind = "member-joined"
	MemberLeft    EventKind = "member-left"    // it said goodbye, or was given up after it had failed
	MemberUpdated EventKind = "member-updated" // its tags changed
	StorageFailed EventKind = "storage-failed"
	StorageHealed EventKind = "storage-healed"
	// AlgorithmDiffers: members are alive that run another algorithm or another version. The
	// two groups refuse each other's messages, and the smaller one gives way: see group.
	AlgorithmDiffers EventKind = "algorithm-differs"
	Replayed         EventKind = "packets-replayed" // packets came that had come before, and had no effect
	// NameContested: another agent claims this one's name or id, and this one keeps it.
	NameContested EventKind = "name-contested"
	// LeaderUnheard: this node led and no member that is alive followed it, so it stepped down.
	LeaderUnheard EventKind = "leader-unheard"
	// IdentityRefused: somebody spoke in the name of another member, or does not prove who it is; or
	// members refuse this node's own key, so that it does not take part.
	IdentityRefused EventKind = "identity-refused"
	// TwoLeaders: the gossip shows several that lead, for longer than a handover takes.
	TwoLeaders EventKind = "two-leaders"
	// LeaderFailed: the leader that this node follows has failed or left, and no other was elected.
	LeaderFailed EventKind = "leader-failed"
	// SettingsDiffer: members are alive whose timing, expect, lease, tenure, parameters or operators differ.
	SettingsDiffer EventKind = "settings-differ"
	ClockJumped    EventKind = "clock-jumped" // the wall clock was set, or the computer slept
	HookLate       EventKind = "hook-late"    // a hook began so late that what it does may be out of date
	// VersionRefused: an agent is no member, since it has no version of the protocol in common
	// with this one.
	VersionRefused EventKind = "version-refused"
	// StateRestored: the others know a newer incarnation of this node than its storage had, and it goes
	// on above that.
	StateRestored EventKind = "state-restored"
	UserTold      EventKind = "user-event" // see Event.User
)

// alarmEvents are the events of the membership's alarms.
var alarmEvents = map[membership.AlarmKind]EventKind{membership.Replayed: Replayed, membership.Contested: NameContested,
	membership.Impostor: IdentityRefused, membership.VersionRefused: VersionRefused}

// EventNames are the names of all of them, for a message.
func EventNames() string {
	var names []string
	for _, k := range EventKinds() {
		names = append(names, string(k))
	}
	return strings.Join(names, ", ")
}

// EventKinds are all of them, in the order of the documentation.
func EventKinds() []EventKind {
	return []EventKind{LeaderGained, LeaderLost, LeaderChanged, Merged, Partitioned,
		MemberJoined, MemberLeft, StorageFailed, StorageHealed, AlgorithmDiffers, Replayed, NameContested, LeaderUnheard,
		IdentityRefused, TwoLeaders, LeaderFailed, SettingsDiffer, ClockJumped, HookLate, VersionRefused, MemberUpdated, StateRestored, UserTold}
}

// A Node is a member as events and status show it.
type Node struct {
	Name string      `json:"name"`
	ID   protocol.ID `json:"id"`
}

// An Event is something an agent saw.
type Event struct {
	Number uint64    `json:"number"` // 1, 2, … in one life of the agent
	At     time.Time `json:"at"`
	Kind   EventKind `json:"event"`
	// Epoch grows with every change of leader that this agent sees, across its
	// restarts too: of two events of one agent the one with the greater epoch is later. Epochs of
	// different agents cannot be compared, so an epoch is not a fencing token: see Fence.
	Epoch  uint64 `json:"epoch"`
	Self   Node   `json:"self"`
	Leader *Node  `json:"leader"` // nil: none is known
	Former *Node  `json:"former_leader,omitempty"`
	// Reconfirmed: the leader is the same as before. The event is repeated because after
	// a merge other nodes, or what a hook has set up, may still follow another leader.
	Reconfirmed bool     `json:"reconfirmed,omitempty"`
	Members     []string `json:"members,omitempty"` // the members that the event is about
	Alive       int      `json:"alive"`             // members alive, this one included
	Capability  int64    `json:"capability"`
	// HoldsFor is how long this node holds its lease, at least, from At on; 0: it holds none.
	HoldsFor time.Duration `json:"holds_for_ns,omitempty"`
	// Fence is the fencing token of the leader: greater than those of all leaderships before; 0: it has
	// none. It needs a lease: see package lease.
	Fence uint64 `json:"fence,omitempty"`
	Why   string `json:"why,omitempty"`  // the error of storage-failed, the numbers of packets-replayed, the two of name-contested, whom identity-refused is about, the reason of version-refused, what others run of algorithm-differs, the incarnations of state-restored
	User  *User  `json:"user,omitempty"` // of user-event
}

// A User is what a user told all members.
type User struct {
	Name    string `json:"name"`
	Payload string `json:"payload"`
	From    Node   `json:"from"`
	// Clock is a Lamport clock: what was told after another event was delivered has a greater
	// one.
	Clock uint64 `json:"clock"`
	// Each: a hook runs for each, even if a newer one of that name waits.
	Each bool `json:"each,omitempty"`
}
