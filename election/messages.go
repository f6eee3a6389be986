package election

import (
	"encoding/binary"

	"bellwether/protocol"
)

// The kinds of messages. A message that is said again because its first saying
// may be lost has a kind of its own, so that an election's cost and that of
// keeping it alive are counted apart.
const (
	KindElection protocol.Kind = iota + 1
	KindAck
	KindChild
	KindLeader
	KindProbe
	KindReply
	KindBeacon
	KindExchange
	KindElectionRetry
	KindAckRetry
	KindLeaderRetry
	KindElectionNamed
	KindElectionNamedRetry
	KindSyn
	KindSynAck
	KindSegment
	KindSegmentAck
	KindReset
)

// Election grows the tree: whoever hears a newer index joins, with the sender
// for its parent. In optimised signalling it names the leader it replaces, if
// there was one, and is of a kind of its own then: the name has its cost.
type Election struct {
	Index    protocol.Computation
	Depth    uint32      // hops of the sender from the source, along the tree
	Departed protocol.ID // the leader that the source has lost or deposes
	Retry    bool        // said again, to one node
}

// Ack shrinks the tree. The pending Ack carries the best node of the sender's
// subtree to its parent; the immediate Ack, with Best nobody's, declines an
// Election and exists in unicast and optimised signalling only.
type Ack struct {
	Index protocol.Computation
	Best  Candidate
	Retry bool
}

// Child tells a node that its Election was taken up: "you are my parent".
// Broadcast and optimised signalling only.
type Child struct {
	Index protocol.Computation
}

// Leader announces the winner of the computation Index.
type Leader struct {
	Index protocol.Computation
	Claim Claim
	Retry bool
}

// Probe asks whether the receiver still takes part in the computation.
type Probe struct {
	Index  protocol.Computation
	Depth  uint32 // of the sender
	Awaits Awaits
}

// Awaits is what the sender of a Probe waits for, and what the receiver
// therefore owes it.
type Awaits uint8

// What can be awaited: of a member of S its Ack, of the parent the Leader.
const (
	AwaitsAck Awaits = iota
	AwaitsLeader
)

// Reply answers a Probe that nothing better answers.
type Reply struct {
	Index protocol.Computation
	Depth uint32 // of the sender
	Part  Part
}

// Part says whether the sender of a Reply takes part in the computation.
type Part uint8

// The parts.
const (
	PartNone   Part = iota // "I am not in that computation": the prober drops me
	PartMember             // "I am, and what you await is still to come"
)

// Beacon is the leader's sign of life, flooded through its component.
type Beacon struct {
	Index  protocol.Computation // the newest the leader has taken part in
	Leader protocol.Capability
	Stamp  Stamp
}

// Exchange says who leads the sender, where two components meet.
type Exchange struct {
	Index protocol.Computation // the newest the sender has taken part in
	Claim Claim
	Ends  Ends
}

// Ends says how an Exchange came about.
type Ends uint8

// An Exchange over a new link is said by both of its ends and needs no answer.
const (
	EndsOld Ends = iota
	EndsNew
)

// Kind implements [protocol.Message].
func (m Election) Kind() protocol.Kind {
	if m.Departed != protocol.Nobody {
		return retry(m.Retry, KindElectionNamed, KindElectionNamedRetry)
	}
	return retry(m.Retry, KindElection, KindElectionRetry)
}

// Kind implements [protocol.Message].
func (m Ack) Kind() protocol.Kind { return retry(m.Retry, KindAck, KindAckRetry) }

// Kind implements [protocol.Message].
func (m Child) Kind() protocol.Kind { return KindChild }

// Kind implements [protocol.Message].
func (m Leader) Kind() protocol.Kind { return retry(m.Retry, KindLeader, KindLeaderRetry) }

// Kind implements [protocol.Message].
func (m Probe) Kind() protocol.Kind { return KindProbe }

// Kind implements [protocol.Message].
func (m Reply) Kind() protocol.Kind { return KindReply }

// Kind implements [protocol.Message].
func (m Beacon) Kind() protocol.Kind { return KindBeacon }

// Kind implements [protocol.Message].
func (m Exchange) Kind() protocol.Kind { return KindExchange }

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
func (m Election) WireSize() int {
	if m.Departed != protocol.Nobody {
		return namedBytes
	}
	return electionBytes
}

// WireSize implements [protocol.Message].
func (Ack) WireSize() int { return ackBytes }

// WireSize implements [protocol.Message].
func (Child) WireSize() int { return childBytes }

// WireSize implements [protocol.Message].
func (Leader) WireSize() int { return leaderBytes }

// WireSize implements [protocol.Message].
func (Probe) WireSize() int { return probeBytes }

// WireSize implements [protocol.Message].
func (Reply) WireSize() int { return probeBytes }

// WireSize implements [protocol.Message].
func (Beacon) WireSize() int { return beaconBytes }

// WireSize implements [protocol.Message].
func (Exchange) WireSize() int { return exchangeBytes }

// AppendWire implements [protocol.Message].
func (m Election) AppendWire(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(protocol.AppendComputation(b, m.Index), m.Depth)
	if m.Departed != protocol.Nobody {
		b = protocol.AppendID(b, m.Departed)
	}
	return b
}

// AppendWire implements [protocol.Message].
func (m Ack) AppendWire(b []byte) []byte {
	return m.Best.append(protocol.AppendComputation(b, m.Index))
}

// AppendWire implements [protocol.Message].
func (m Child) AppendWire(b []byte) []byte { return protocol.AppendComputation(b, m.Index) }

// AppendWire implements [protocol.Message].
func (m Leader) AppendWire(b []byte) []byte {
	return m.Claim.append(protocol.AppendComputation(b, m.Index))
}

// AppendWire implements [protocol.Message].
func (m Probe) AppendWire(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(protocol.AppendComputation(b, m.Index), m.Depth)
	return append(b, byte(m.Awaits))
}

// AppendWire implements [protocol.Message].
func (m Reply) AppendWire(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(protocol.AppendComputation(b, m.Index), m.Depth)
	return append(b, byte(m.Part))
}

// AppendWire implements [protocol.Message].
func (m Beacon) AppendWire(b []byte) []byte {
	b = protocol.AppendCapability(protocol.AppendComputation(b, m.Index), m.Leader)
	return m.Stamp.append(b)
}

// AppendWire implements [protocol.Message].
func (m Exchange) AppendWire(b []byte) []byte {
	return append(m.Claim.append(protocol.AppendComputation(b, m.Index)), byte(m.Ends))
}
