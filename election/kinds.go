package election

import "bellwether/protocol"

// named stands for the name of whoever departed, where a kind says that there is one.
const named protocol.ID = 1

// kinds describes the messages, in the order a conversation meets them.
func kinds() []protocol.MessageKind {
	return []protocol.MessageKind{
		{Kind: kindElection, Message: election{}, Name: "election", Class: protocol.ClassElection, Bytes: "13",
			About: "Grows the tree: neighbour to neighbour, or one local broadcast."},
		{Kind: kindAck, Message: ack{}, Name: "ack", Class: protocol.ClassElection, Bytes: "29",
			About: "Child to parent, with the best node of the subtree; in unicast and optimised signalling also at once, to decline."},
		{Kind: kindChild, Message: child{}, Name: "child", Class: protocol.ClassElection, Bytes: "9",
			About: "Child to parent: I took up your Election (broadcast and optimised signalling)."},
		{Kind: kindLeader, Message: leader{}, Name: "leader", Class: protocol.ClassAnnouncement, Bytes: "33",
			About: "Announces the winner, flooded by local broadcasts."},
		{Kind: kindProbe, Message: probe{}, Name: "probe", Class: protocol.ClassProbe, Bytes: "14",
			About: "Are you still there? To every node whose Ack or Leader is awaited."},
		{Kind: kindReply, Message: reply{}, Name: "reply", Class: protocol.ClassProbe, Bytes: "14",
			About: "Answers a Probe: what you await is still to come, or never will."},
		{Kind: kindElectionRetry, Message: election{Retry: true}, Name: "election-retry", Class: protocol.ClassProbe, Bytes: "13",
			About: "An Election said again, to a node that seems to have missed it."},
		{Kind: kindAckRetry, Message: ack{Retry: true}, Name: "ack-retry", Class: protocol.ClassProbe, Bytes: "29",
			About: "An Ack said again, to a node that seems to have missed it or with a better node."},
		{Kind: kindLeaderRetry, Message: leader{Retry: true}, Name: "leader-retry", Class: protocol.ClassProbe, Bytes: "33",
			About: "A Leader said again, to a node that seems to have missed it."},
		{Kind: kindBeacon, Message: beacon{}, Name: "beacon", Class: protocol.ClassBeacon, Bytes: "29",
			About: "The leader's sign of life, flooded each beacon_interval."},
		{Kind: kindExchange, Message: exchange{}, Name: "exchange", Class: protocol.ClassBeacon, Bytes: "34",
			About: "Who leads me: where two components meet, and through the side that changes its leader."},
		{Kind: kindElectionNamed, Message: election{Departed: named}, Name: "election-named", Class: protocol.ClassElection, Bytes: "17",
			About: "An Election that names the departed leader (optimised signalling)."},
		{Kind: kindElectionNamedRetry, Message: election{Departed: named, Retry: true}, Name: "election-named-retry", Class: protocol.ClassProbe, Bytes: "17",
			About: "The same said again, to a node that seems to have missed it."},
		{Kind: kindSyn, Message: syn{}, Name: "syn", Class: protocol.ClassRouting, Bytes: "21",
			About: "Opens an emulated TCP connection."},
		{Kind: kindSynAck, Message: synAck{}, Name: "syn-ack", Class: protocol.ClassRouting, Bytes: "21",
			About: "Answers a Syn."},
		{Kind: kindSegment, Message: segment{}, Name: "segment", Class: protocol.ClassRouting, Bytes: "21+m",
			About: "A message of m bytes over TCP: counts as what it carries, a repetition as routing."},
		{Kind: kindSegmentAck, Message: segmentAck{}, Name: "segment-ack", Class: protocol.ClassRouting, Bytes: "21",
			About: "Acknowledges a segment."},
		{Kind: kindReset, Message: reset{}, Name: "reset", Class: protocol.ClassRouting, Bytes: "21",
			About: "Answers a segment of a connection that is none here (any more)."},
	}
}
