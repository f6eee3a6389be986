package election

import (
	"encoding/binary"

	"bellwether/protocol"
)

// The kinds of messages. A message that is said again because its first saying
// may be lost has a kind of its own, so that an election's cost and that of
// keeping it alive are counted apart.
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

// election grows the tree: whoever hears a newer index joins, with the sender
// for its parent. In optimised signalling it names the leader it replaces, if
// there was one, and is of a kind of its own then: the name has its cost.
type election struct {
	Index    protocol.Computation
	Depth    uint32      // hops of the sender from the source, along the tree
	Departed protocol.ID // the leader that the source has lost or deposes
	Retry    bool        // said again, to one node
}

// ack shrinks the tree. The pending Ack carries the best node of the sender's
// subtree to its parent; the immediate Ack, with Best nobody's, declines an
// election and exists in unicast and optimised signalling only.
type ack struct {
	Index protocol.Computation
	Best  candidate
	Retry bool
}

// child tells a node that its Election was taken up: "you are my parent".
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

// awaits is what the sender of a Probe waits for, and what the receiver
// therefore owes it.
type awaits uint8

// What can be awaited: of a member of S its Ack, of the parent the Leader.
const (
	awaitsAck awaits = iota
	awaitsLeader
)

// reply answers a Probe that nothing better answers.
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

// exchange says who leads the sender, where two components meet.
type exchange struct {
	Index protocol.Computation // the newest the sender has taken part in
	Claim claim
	Ends  ends
}

// ends says how an Exchange came about.
type ends uint8

// An exchange over a new link is said by both of its ends and needs no answer.
const (
	endsOld ends = iota
	endsNew
)

// Kind implements [protocol.Message].
func (m election) Kind() protocol.Kind {
	if m.Departed != protocol.Nobody {
		return retry(m.Retry, kindElectionNamed, kindElectionNamedRetry)
	}
	return retry(m.Retry, kindElection, kindElectionRetry)
}

// Kind implements [protocol.Message].
func (m ack) Kind() protocol.Kind { return retry(m.Retry, kindAck, kindAckRetry) }

// Kind implements [protocol.Message].
func (m child) Kind() protocol.Kind { return kindChild }

// Kind implements [protocol.Message].
func (m leader) Kind() protocol.Kind { return retry(m.Retry, kindLeader, kindLeaderRetry) }

// Kind implements [protocol.Message].
func (m probe) Kind() protocol.Kind { return kindProbe }

// Kind implements [protocol.Message].
func (m reply) Kind() protocol.Kind { return kindReply }

// Kind implements [protocol.Message].
func (m beacon) Kind() protocol.Kind { return kindBeacon }

// Kind implements [protocol.Message].
func (m exchange) Kind() protocol.Kind { return kindExchange }

func retry(again bool, first, more protocol.Kind) protocol.Kind {
	if again {
		return more
	}
	return first
}

// Wire sizes, in bytes.
const (
	stampBytes     = 4 + 4
	candidateBytes = protocol.CapabilityBytes + stampBytes
	claimBytes     = candidateBytes + 4

	electionBytes = protocol.KindBytes + protocol.ComputationBytes + 4
	namedBytes    = electionBytes + protocol.IDBytes
	ackBytes      = protocol.KindBytes + protocol.ComputationBytes + candidateBytes
	childBytes    = protocol.KindBytes + protocol.ComputationBytes
	leaderBytes   = protocol.KindBytes + protocol.ComputationBytes + claimBytes
	probeBytes    = protocol.KindBytes + protocol.ComputationBytes + 4 + 1
	exchangeBytes = leaderBytes + 1
	beaconBytes   = protocol.KindBytes + protocol.ComputationBytes + candidateBytes
)

// WireSize implements [protocol.Message].
func (m election) WireSize() int {
	if m.Departed != protocol.Nobody {
		return namedBytes
	}
	return electionBytes
}

// WireSize implements [protocol.Message].
func (ack) WireSize() int { return ackBytes }

// WireSize implements [protocol.Message].
func (child) WireSize() int { return childBytes }

// WireSize implements [protocol.Message].
func (leader) WireSize() int { return leaderBytes }

// WireSize implements [protocol.Message].
func (probe) WireSize() int { return probeBytes }

// WireSize implements [protocol.Message].
func (reply) WireSize() int { return probeBytes }

// WireSize implements [protocol.Message].
func (beacon) WireSize() int { return beaconBytes }

// WireSize implements [protocol.Message].
func (exchange) WireSize() int { return exchangeBytes }

// AppendWire implements [protocol.Message].
func (m election) AppendWire(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(protocol.AppendComputation(b, m.Index), m.Depth)
	if m.Departed != protocol.Nobody {
		b = protocol.AppendID(b, m.Departed)
	}
	return b
}

// AppendWire implements [protocol.Message].
func (m ack) AppendWire(b []byte) []byte {
	return m.Best.append(protocol.AppendComputation(b, m.Index))
}

// AppendWire implements [protocol.Message].
func (m child) AppendWire(b []byte) []byte { return protocol.AppendComputation(b, m.Index) }

// AppendWire implements [protocol.Message].
func (m leader) AppendWire(b []byte) []byte {
	return m.Claim.append(protocol.AppendComputation(b, m.Index))
}

// AppendWire implements [protocol.Message].
func (m probe) AppendWire(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(protocol.AppendComputation(b, m.Index), m.Depth)
	return append(b, byte(m.Awaits))
}

// AppendWire implements [protocol.Message].
func (m reply) AppendWire(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(protocol.AppendComputation(b, m.Index), m.Depth)
	return append(b, byte(m.Part))
}

// AppendWire implements [protocol.Message].
func (m beacon) AppendWire(b []byte) []byte {
	b = protocol.AppendCapability(protocol.AppendComputation(b, m.Index), m.Leader)
	return m.Stamp.append(b)
}

// AppendWire implements [protocol.Message].
func (m exchange) AppendWire(b []byte) []byte {
	return append(m.Claim.append(protocol.AppendComputation(b, m.Index)), byte(m.Ends))
}
