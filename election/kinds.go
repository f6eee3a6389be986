package election

import "bellwether/protocol"

// named stands for the name of whoever departed, where a kind says that there is one.
const named protocol.ID = 1

// kinds describes the messages, in the order a conversation meets them.
func kinds() []protocol.MessageKind {
	return []protocol.MessageKind{
		{Message: election{}, Name: "election", Class: protocol.ClassElection,
			About: "Grows the tree: neighbour to neighbour, or one local broadcast."},
		{Message: ack{}, Name: "ack", Class: protocol.ClassElection,
			About: "Child to parent, with the best node of the subtree; in unicast and optimised signalling also at once, to decline."},
		{Message: child{}, Name: "child", Class: protocol.ClassElection,
			About: "Child to parent: I took up your Election (broadcast and optimised signalling)."},
		{Message: leader{}, Name: "leader", Class: protocol.ClassAnnouncement,
			About: "Announces the winner, flooded by local broadcasts."},
		{Message: probe{}, Name: "probe", Class: protocol.ClassProbe,
			About: "Are you still there? To every node whose Ack or Leader is awaited."},
		{Message: reply{}, Name: "reply", Class: protocol.ClassProbe,
			About: "Answers a Probe: what you await is still to come, or never will."},
		{Message: election{Retry: true}, Name: "election-retry", Class: protocol.ClassProbe,
			About: "An Election said again, to a node that seems to have missed it."},
		{Message: ack{Retry: true}, Name: "ack-retry", Class: protocol.ClassProbe,
			About: "An Ack said again, to a node that seems to have missed it or with a better node."},
		{Message: leader{Retry: true}, Name: "leader-retry", Class: protocol.ClassProbe,
			About: "A Leader said again, to a node that seems to have missed it."},
		{Message: beacon{}, Name: "beacon", Class: protocol.ClassBeacon,
			About: "The leader's sign of life, flooded each beacon_interval."},
		{Message: exchange{}, Name: "exchange", Class: protocol.ClassBeacon,
			About: "Who leads me: where two components meet, and through the side that changes its leader."},
		{Message: election{Departed: named}, Name: "election-named", Class: protocol.ClassElection,
			About: "An Election that names the departed leader (optimised signalling)."},
		{Message: election{Departed: named, Retry: true}, Name: "election-named-retry", Class: protocol.ClassProbe,
			About: "The same said again, to a node that seems to have missed it."},
		{Message: syn{}, Name: "syn", Class: protocol.ClassRouting,
			About: "Opens an emulated TCP connection."},
		{Message: synAck{}, Name: "syn-ack", Class: protocol.ClassRouting,
			About: "Answers a Syn."},
		{Message: segment{}, Name: "segment", Class: protocol.ClassRouting,
			About: "A message of m bytes over TCP: counts as what it carries, a repetition as routing."},
		{Message: segmentAck{}, Name: "segment-ack", Class: protocol.ClassRouting,
			About: "Acknowledges a segment."},
		{Message: reset{}, Name: "reset", Class: protocol.ClassRouting,
			About: "Answers a segment of a connection that is none here (any more)."},
	}
}
