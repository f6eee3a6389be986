package report

import (
	"maps"
	"sync"
)

// Counters count since Start; none is ever set back.
type Counters struct {
	Sent       int64 // datagrams handed to the network by Send
	SendErrors int64 // datagrams that the network refused
	Received   int64 // datagrams delivered to Packets
	Dropped    int64 // datagrams lost because Packets, or memberlist's queue before it, was full
	Stale      int64 // from a former incarnation of a member: datagrams and goodbyes
	Strangers  int64 // datagrams with an id that no member has
	Absent     int64 // datagrams of members that failed or left, and have not rejoined yet

	Malformed     int64 // packets, streams, messages or metadata that no agent sends
	Undecryptable int64 // packets and streams under another key, encrypted where we have no key, or plain where we have one
	OtherLabel    int64 // packets and streams of another cluster
	Outdated      int64 // packets and streams of another version of the encryption
	OtherVersion  int64 // claims of membership by agents with which this one has no version in common
	Replayed      int64 // packets and streams that came before
	Unproven      int64 // packets of an unknown conversation, and handshakes that their sender did not complete
	Unidentified  int64 // packets and streams of agents without an identity, or of agents with one if we have none
	Impostors     int64 // messages in the name of another member, or with a key that is not the known one
	Flooded       int64 // packets and streams beyond the bounds for senders that are not proven
	Unanswered    int64 // our own packets, dropped because no holder of a key answered at their address
	Crowded       int64 // user events beyond the rate

	Goodbyes       int64 // members that left on purpose
	Conflicts      int64 // times that this agent saw two members claim one name or id
	Contested      int64 // of these, those in which another agent claimed our own, and we kept it
	Rejoins        int64 // exchanges with a seed or a failed member that worked, the first ones included
	RejoinFailures int64
	Announcements  int64 // of our own Meta
}

// ByReason gives what was lost or refused, by reason.
func (c Counters) ByReason() map[string]int64 {
	d := c.refused()
	d["gossip_queue"], d["gossip_send_errors"], d["gossip_unanswered"] = c.Dropped, c.SendErrors, c.Unanswered
	return d
}

// Refused gives what came and was refused, by reason, and no reason that did not occur.
func (c Counters) Refused() map[string]int64 {
	r := c.refused()
	maps.DeleteFunc(r, func(_ string, n int64) bool { return n == 0 })
	return r
}

func (c Counters) refused() map[string]int64 {
	return map[string]int64{
		"gossip_malformed": c.Malformed, "gossip_stale": c.Stale, "gossip_strangers": c.Strangers, "gossip_absent": c.Absent,
		"gossip_undecryptable": c.Undecryptable, "gossip_label": c.OtherLabel, "gossip_outdated": c.Outdated,
		"gossip_version": c.OtherVersion, "gossip_events": c.Crowded,
		"gossip_replayed": c.Replayed, "gossip_unproven": c.Unproven, "gossip_flooded": c.Flooded,
		"gossip_contested": c.Contested, "gossip_unidentified": c.Unidentified, "gossip_impostor": c.Impostors,
	}
}

// tally guards the counters.
type tally struct {
	mu sync.Mutex
	c  Counters
}

func (t *tally) count(f func(*Counters)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	f(&t.c)
}

func (t *tally) read() Counters {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.c
}
