package measure

import (
	"math"
	"time"

	"bellwether/protocol"
)

// maxDense bounds the IDs that index a slice; an emulated world has at most 2^20 nodes
// numbered from 1. Greater IDs, as live nodes may have, need a map.
const maxDense = 1 << 20

// A standing is where a node stands in the election of a leader.
type standing struct {
	live     bool
	electing bool        // VKT04's δ
	leader   protocol.ID // Nobody while electing
}

// leaderless reports whether a node of this standing counts for
// leaderless_fraction.
func (s standing) leaderless() bool { return s.live && s.leader == protocol.Nobody }

// A node is what the measure remembers of one node. What a change of the truth reads comes
// first. The whole is
// four lines. The use of the air, which each frame changes, has a list of its own.
type node struct {
	standing
	id             protocol.ID
	part           int32 // the part that it is a member of; none: not known
	named          int32 // the part whose lowest member it is; none: it is not the lowest
	next, previous int32 // members of its part, by their places
	lived          bool  // at some instant of the measured window
	death          death // whether its last one was found
	value          int64 // newest capability

	component   protocol.ID // in the truth sample numbered sampled
	followed    protocol.ID // the newest leader since its boot
	sampled     int64
	incarnation int64 // boots since the first, or since its storage was lost
	boots       int64 // all of them

	account account
	emptied protocol.Time // first battery death; 0: none

	election  election
	usage     usage
	doubts    []doubt       // of others, sorted by their IDs
	took      time.Duration // to find its last death
	forgotten int64         // boots before its storage was lost
	_         [2]uint64     // to four lines
}

// A roster finds nodes by ID and keeps them in the order of their first record.
type roster struct {
	nodes  []node
	onAir  []time.Duration // of each node, within the measured window
	dense  []int32         // place in nodes, plus one, by ID
	sparse map[protocol.ID]int32
}

// at returns the node of an ID, and adds it if it is new. The pointer is valid until the next
// call.
func (r *roster) at(id protocol.ID) *node {
	if place := r.place(id); place >= 0 {
		return &r.nodes[place]
	}
	r.nodes, r.onAir = append(r.nodes, node{id: id, part: none, named: none}), append(r.onAir, 0)
	place := int32(len(r.nodes))
	if id > maxDense {
		if r.sparse == nil {
			r.sparse = map[protocol.ID]int32{}
		}
		r.sparse[id] = place
		return &r.nodes[place-1]
	}
	if need := int(id) + 1 - len(r.dense); need > 0 {
		r.dense = append(r.dense, make([]int32, need)...)
	}
	r.dense[id] = place
	return &r.nodes[place-1]
}

// find returns the node of an ID, nil if the trace has not named it.
func (r *roster) find(id protocol.ID) *node {
	if place := r.place(id); place >= 0 {
		return &r.nodes[place]
	}
	return nil
}

// place is the index of an ID's node in nodes, -1 if the trace has not named it.
func (r *roster) place(id protocol.ID) int32 {
	if id > maxDense {
		return r.sparse[id] - 1
	}
	if int(id) < len(r.dense) {
		return r.dense[id] - 1
	}
	return -1
}

// nodeTime is an exact sum of spans over nodes: for 2^20 nodes over a day a count of
// nanoseconds would overflow.
type nodeTime struct{ seconds, nanos int64 }

func (t *nodeTime) add(nodes int64, d time.Duration) {
	t.seconds += nodes * int64(d/time.Second)
	t.nanos += nodes * int64(d%time.Second)
	t.seconds += t.nanos / int64(time.Second)
	t.nanos %= int64(time.Second)
}

// since is the difference to an earlier sum that is at most 292 node-years less.
func (t nodeTime) since(earlier nodeTime) time.Duration {
	return time.Duration(t.seconds-earlier.seconds)*time.Second + time.Duration(t.nanos-earlier.nanos)
}

func (t *nodeTime) subtract(d nodeTime) {
	t.seconds, t.nanos = t.seconds-d.seconds, t.nanos-d.nanos
	if t.nanos < 0 {
		t.seconds, t.nanos = t.seconds-1, t.nanos+int64(time.Second)
	}
}

func (t nodeTime) inSeconds() float64 { return float64(t.seconds) + float64(t.nanos)/1e9 }

// share is this time as a part of another, rounded once if both are few enough nanoseconds
// (292 years of one node).
func (t nodeTime) share(of nodeTime) Value {
	if of.seconds < math.MaxInt64/int64(time.Second) {
		return ratio(float64(t.seconds*int64(time.Second)+t.nanos), float64(of.seconds*int64(time.Second)+of.nanos))
	}
	return ratio(t.inSeconds(), of.inSeconds())
}
