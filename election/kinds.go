package election

import "bellwether/protocol"

// kinds describes the messages, in the order a conversation meets them.
func kinds() []protocol.MessageKind {
	return []protocol.MessageKind{
		{Kind: kindElection, Name: "election", Class: protocol.ClassElection, Bytes: "13",
			About: "Grows the tree: neighbour to neighbour, or one local broadcast.", Decode: decodeElection},
		{Kind: kindAck, Name: "ack", Class: protocol.ClassElection, Bytes: "29",
			About: "Child to parent, with the best node of the subtree; in unicast and optimised signalling also at once, to decline.", Decode: decodeAck},
		{Kind: kindChild, Name: "child", Class: protocol.ClassElection, Bytes: "9",
			About: "Child to parent: I took up your Election (broadcast and optimised signalling).", Decode: decodeChild},
		{Kind: kindLeader, Name: "leader", Class: protocol.ClassAnnouncement, Bytes: "33",
			About: "Announces the winner, flooded by local broadcasts.", Decode: decodeLeader},
		{Kind: kindProbe, Name: "probe", Class: protocol.ClassProbe, Bytes: "14",
			About: "Are you still there? To every node whose Ack or Leader is awaited.", Decode: decodeProbe},
		{Kind: kindReply, Name: "reply", Class: protocol.ClassProbe, Bytes: "14",
			About: "Answers a Probe: what you await is still to come, or never will.", Decode: decodeReply},
		{Kind: kindElectionRetry, Name: "election-retry", Class: protocol.ClassProbe, Bytes: "13",
			About: "An Election said again, to a node that seems to have missed it.", Decode: decodeElectionRetry},
		{Kind: kindAckRetry, Name: "ack-retry", Class: protocol.ClassProbe, Bytes: "29",
			About: "An Ack said again, to a node that seems to have missed it or with a better node.", Decode: decodeAckRetry},
		{Kind: kindLeaderRetry, Name: "leader-retry", Class: protocol.ClassProbe, Bytes: "33",
			About: "A Leader said again, to a node that seems to have missed it.", Decode: decodeLeaderRetry},
		{Kind: kindBeacon, Name: "beacon", Class: protocol.ClassBeacon, Bytes: "29",
			About: "The leader's sign of life, flooded each beacon_interval.", Decode: decodeBeacon},
		{Kind: kindExchange, Name: "exchange", Class: protocol.ClassBeacon, Bytes: "34",
			About: "Who leads me: where two components meet, and through the side that changes its leader.", Decode: decodeExchange},
		{Kind: kindElectionNamed, Name: "election-named", Class: protocol.ClassElection, Bytes: "17",
			About: "An Election that names the departed leader (optimised signalling).", Decode: decodeElectionNamed},
		{Kind: kindElectionNamedRetry, Name: "election-named-retry", Class: protocol.ClassProbe, Bytes: "17",
			About: "The same said again, to a node that seems to have missed it.", Decode: decodeElectionNamedRetry},
		{Kind: kindSyn, Name: "syn", Class: protocol.ClassRouting, Bytes: "21",
			About:  "Opens an emulated TCP connection.",
			Decode: func(d *protocol.Decoder) protocol.Message { return syn{decodeBare(d, 1).one} }},
		{Kind: kindSynAck, Name: "syn-ack", Class: protocol.ClassRouting, Bytes: "21",
			About: "Answers a Syn.",
			Decode: func(d *protocol.Decoder) protocol.Message {
				h := decodeBare(d, 2)
				return synAck{h.one, h.two}
			}},
		{Kind: kindSegment, Name: "segment", Class: protocol.ClassRouting, Bytes: "21+m",
			About: "A message of m bytes over TCP: counts as what it carries, a repetition as routing.", Decode: decodeSegment},
		{Kind: kindSegmentAck, Name: "segment-ack", Class: protocol.ClassRouting, Bytes: "21",
			About: "Acknowledges a segment.",
			Decode: func(d *protocol.Decoder) protocol.Message {
				h := decodeBare(d, 2)
				return segmentAck{h.one, h.two}
			}},
		{Kind: kindReset, Name: "reset", Class: protocol.ClassRouting, Bytes: "21",
			About:  "Answers a segment of a connection that is none here (any more).",
			Decode: func(d *protocol.Decoder) protocol.Message { return reset{decodeBare(d, 1).one} }},
	}
}

func decodeElection(d *protocol.Decoder) protocol.Message {
	return election{Index: decodeIndex(d), Depth: d.Uint32()}
}

func decodeElectionRetry(d *protocol.Decoder) protocol.Message {
	return election{Index: decodeIndex(d), Depth: d.Uint32(), Retry: true}
}

func decodeElectionNamed(d *protocol.Decoder) protocol.Message {
	m := election{Index: decodeIndex(d), Depth: d.Uint32(), Departed: d.ID()}
	if m.Departed == protocol.Nobody {
		d.Fail("an election that names nobody departed has a kind of its own")
	}
	return m
}

func decodeElectionNamedRetry(d *protocol.Decoder) protocol.Message {
	m := decodeElectionNamed(d).(election)
	m.Retry = true
	return m
}

func decodeAck(d *protocol.Decoder) protocol.Message {
	return ack{Index: decodeIndex(d), Best: decodeCandidate(d)}
}

func decodeAckRetry(d *protocol.Decoder) protocol.Message {
	return ack{Index: decodeIndex(d), Best: decodeCandidate(d), Retry: true}
}

func decodeChild(d *protocol.Decoder) protocol.Message { return child{Index: decodeIndex(d)} }

func decodeLeader(d *protocol.Decoder) protocol.Message {
	return leader{Index: decodeIndex(d), Claim: decodeClaim(d)}
}

func decodeLeaderRetry(d *protocol.Decoder) protocol.Message {
	return leader{Index: decodeIndex(d), Claim: decodeClaim(d), Retry: true}
}

func decodeProbe(d *protocol.Decoder) protocol.Message {
	m := probe{Index: decodeIndex(d), Depth: d.Uint32(), Awaits: awaits(d.Uint8())}
	if m.Awaits > awaitsLeader {
		d.Fail("a probe awaits an ack or the leader")
	}
	return m
}

func decodeReply(d *protocol.Decoder) protocol.Message {
	m := reply{Index: decodeIndex(d), Depth: d.Uint32(), Part: part(d.Uint8())}
	if m.Part > partMember {
		d.Fail("a reply comes from a member or not")
	}
	return m
}

func decodeBeacon(d *protocol.Decoder) protocol.Message {
	m := beacon{Index: decodeIndex(d), Leader: d.Capability(), Stamp: decodeStamp(d)}
	if m.Leader.ID == protocol.Nobody {
		d.Fail("a beacon of nobody")
	}
	return m
}

func decodeExchange(d *protocol.Decoder) protocol.Message {
	m := exchange{Index: decodeIndex(d), Claim: decodeClaim(d), Ends: ends(d.Uint8())}
	if m.Ends > endsNew {
		d.Fail("an exchange is over a new link or an old one")
	}
	return m
}

// decodeIndex refuses numbers no election reaches, lest garbage end them.
func decodeIndex(d *protocol.Decoder) protocol.Computation {
	c := d.Computation()
	if c.Num > maxNum {
		d.Fail("a computation's num is too large")
	}
	return c
}

func decodeStamp(d *protocol.Decoder) stamp { return stamp{Term: d.Uint32(), Beacon: d.Uint32()} }

// decodeCandidate allows nobody's: the immediate Ack.
func decodeCandidate(d *protocol.Decoder) candidate {
	return candidate{Capability: d.Capability(), Stamp: decodeStamp(d)}
}

func decodeClaim(d *protocol.Decoder) claim {
	c := claim{Leader: d.Capability(), Stamp: decodeStamp(d), Age: d.Uint32()}
	if c.Leader.ID == protocol.Nobody {
		d.Fail("a claim for nobody")
	}
	return c
}
