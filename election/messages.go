package election

import (
	"time"

	"bellwether/protocol"
)

// The kinds of messages. A message that is sent again because the first may be lost has a
// kind of its own, so that the cost of an election and that of repeating it are counted
// apart.
const (
	kindElection protocol.Kind = iota + 1
	kindAck
	kindChild
	kindLeader
	kindProbe
	kindReply
	kindBeacon
	kindExchange
	kindElectionRetry
	kindAckRetry
	kindLeaderRetry
	kindElectionNamed
	kindElectionNamedRetry
	kindSyn
	kindSynAck
	kindSegment
	kindSegmentAck
	kindReset
)

// election grows the tree: a node that receives a newer index joins, with the sender as its
// parent. In optimised signalling it names the leader that it replaces, if there was one;
// then it is of another kind, because it is longer.
type election struct {
	Index    protocol.Computation
	Depth    uint32      // hops of the sender from the source, along the tree
	Departed protocol.ID // the leader that the source has lost or deposes
	Retry    bool        // sent again, to one node
}

// ack shrinks the tree. The pending Ack carries the best node of the sender's subtree to
// its parent. The immediate Ack, whose Best is empty, declines an election; only unicast
// and optimised signalling have it.
type ack struct {
	Index protocol.Computation
	Best  candidate
	Retry bool
}

// child tells a node that the sender has joined by its Election: "you are my parent".
// Broadcast and optimised signalling only.
type child struct {
	Index protocol.Computation
}

// leader announces the winner of the computation Index.
type leader struct {
	Index protocol.Computation
	Claim claim
	Retry bool
}

// probe asks whether the receiver still takes part in the computation.
type probe struct {
	Index  protocol.Computation
	Depth  uint32 // of the sender
	Awaits awaits
}

// awaits is what the sender of a Probe waits for, and what the receiver should send.
type awaits uint8

// What can be awaited: of a member of S its Ack, of the parent the Leader.
const (
	awaitsAck awaits = iota
	awaitsLeader
)

// reply answers a Probe if no other message does.
type reply struct {
	Index protocol.Computation
	Depth uint32 // of the sender
	Part  part
}

// part says whether the sender of a Reply takes part in the computation.
type part uint8

// The parts.
const (
	partNone   part = iota // "I am not in that computation": the prober drops me
	partMember             // "I am, and what you await is still to come"
)

// beacon is the leader's sign of life, flooded through its component.
type beacon struct {
	Index  protocol.Computation // the newest the leader has taken part in
	Leader protocol.Capability
	Stamp  stamp
}

// exchange names the sender's leader, where two components meet.
type exchange struct {
	Index protocol.Computation // the newest the sender has taken part in
	Claim claim
	Ends  ends
}

// ends says how an Exchange came about.
type ends uint8

// Both ends of a new link send an exchange, so it needs no answer.
const (
	endsOld ends = iota
	endsNew
)

// Dated says to judges of a run how old the news is that a message carries: see the docs on
// hunting. A first Leader is the announcer's own word, and a beacon is its leader's.
func (m leader) Dated() (of protocol.ID, number uint64, age time.Duration, held bool) {
	of, number, age = m.Claim.dated()
	return of, number, age, m.Retry
}

// Dated says the same of an exchange.
func (m exchange) Dated() (of protocol.ID, number uint64, age time.Duration, held bool) {
	of, number, age = m.Claim.dated()
	return of, number, age, true
}

// Dated says the same of a beacon.
func (m beacon) Dated() (of protocol.ID, number uint64, age time.Duration, held bool) {
	return m.Leader.ID, m.Stamp.number(), 0, false
}

func (m election) Kind() protocol.Kind {
	if m.Departed != protocol.Nobody {
		return retry(m.Retry, kindElectionNamed, kindElectionNamedRetry)
	}
	return retry(m.Retry, kindElection, kindElectionRetry)
}

func (m election) Fields(w *protocol.Wire) protocol.Message {
	computation(w, &m.Index)
	w.Uint32(&m.Depth)
	if m.Departed != protocol.Nobody {
		w.ID(&m.Departed)
	}
	return protocol.Done(w, m)
}

func (m ack) Kind() protocol.Kind { return retry(m.Retry, kindAck, kindAckRetry) }
func (m ack) Fields(w *protocol.Wire) protocol.Message {
	computation(w, &m.Index)
	w.Capability(&m.Best.Capability) // empty in the immediate Ack
	m.Best.Stamp.fields(w)
	return protocol.Done(w, m)
}

func (child) Kind() protocol.Kind { return kindChild }
func (m child) Fields(w *protocol.Wire) protocol.Message {
	computation(w, &m.Index)
	return protocol.Done(w, m)
}

func (m leader) Kind() protocol.Kind { return retry(m.Retry, kindLeader, kindLeaderRetry) }
func (m leader) Fields(w *protocol.Wire) protocol.Message {
	computation(w, &m.Index)
	m.Claim.fields(w)
	return protocol.Done(w, m)
}

func (probe) Kind() protocol.Kind { return kindProbe }
func (m probe) Fields(w *protocol.Wire) protocol.Message {
	computation(w, &m.Index)
	w.Uint32(&m.Depth)
	if w.Uint8((*uint8)(&m.Awaits)); m.Awaits > awaitsLeader {
		w.Fail("a probe awaits an ack or the leader")
	}
	return protocol.Done(w, m)
}

func (reply) Kind() protocol.Kind { return kindReply }
func (m reply) Fields(w *protocol.Wire) protocol.Message {
	computation(w, &m.Index)
	w.Uint32(&m.Depth)
	if w.Uint8((*uint8)(&m.Part)); m.Part > partMember {
		w.Fail("a reply comes from a member or not")
	}
	return protocol.Done(w, m)
}

func (beacon) Kind() protocol.Kind { return kindBeacon }
func (m beacon) Fields(w *protocol.Wire) protocol.Message {
	computation(w, &m.Index)
	if w.Capability(&m.Leader); m.Leader.ID == protocol.Nobody {
		w.Fail("a beacon of nobody")
	}
	m.Stamp.fields(w)
	return protocol.Done(w, m)
}

func (exchange) Kind() protocol.Kind { return kindExchange }
func (m exchange) Fields(w *protocol.Wire) protocol.Message {
	computation(w, &m.Index)
	m.Claim.fields(w)
	if w.Uint8((*uint8)(&m.Ends)); m.Ends > endsNew {
		w.Fail("an exchange is over a new link or an old one")
	}
	return protocol.Done(w, m)
}

func retry(again bool, first, more protocol.Kind) protocol.Kind {
	if again {
		return more
	}
	return first
}

// computation refuses numbers that no election reaches, so that a corrupt frame cannot use
// up the numbers.
func computation(w *protocol.Wire, c *protocol.Computation) {
	if w.Computation(c); c.Num > maxNum {
		w.Fail("a computation's num is too large")
	}
}
