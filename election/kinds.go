package election

import "bellwether/protocol"

// named stands for the ID of the departed leader in the kinds that name one.
const named protocol.ID = 1

// kinds describes the messages, in the order in which an election uses them.
func kinds() []protocol.MessageKind {
	return []protocol.MessageKind{
		{Message: election{}, Name: "election", Class: protocol.ClassElection,
			About: "Grows the tree: neighbour to neighbour, or one local broadcast."},
		{Message: ack{}, Name: "ack", Class: protocol.ClassElection,
			About: "Child to parent, with the best node of the subtree; in unicast and optimised signalling also at once, to decline."},
		{Message: child{}, Name: "child", Class: protocol.ClassElection,
			About: "Child to parent: I joined by your Election (broadcast and optimised signalling)."},
		{Message: leader{}, Name: "leader", Class: protocol.ClassAnnouncement,
			About: "Announces the winner, flooded by local broadcasts."},
		{Message: probe{}, Name: "probe", Class: protocol.ClassProbe,
			About: "Are you still there? To every node whose Ack or Leader is awaited."},
		{Message: reply{}, Name: "reply", Class: protocol.ClassProbe,
			About: "Answers a Probe: what you await will still come, or never will."},
		{Message: election{Retry: true}, Name: "election-retry", Class: protocol.ClassProbe,
			About: "An Election sent again, to a node that seems to have missed it."},
		{Message: ack{Retry: true}, Name: "ack-retry", Class: protocol.ClassProbe,
			About: "An Ack sent again, to a node that seems to have missed it or with a better node."},
		{Message: leader{Retry: true}, Name: "leader-retry", Class: protocol.ClassProbe,
			About: "A Leader sent again, to a node that seems to have missed it."},
		{Message: beacon{}, Name: "beacon", Class: protocol.ClassBeacon,
			About: "The leader's sign of life, flooded each beacon_interval."},
		{Message: exchange{}, Name: "exchange", Class: protocol.ClassBeacon,
			About: "The sender's leader: where two components meet, and through the side that changes its leader."},
		{Message: election{Departed: named}, Name: "election-named", Class: protocol.ClassElection,
			About: "An Election that names the departed leader (optimised signalling)."},
		{Message: election{Departed: named, Retry: true}, Name: "election-named-retry", Class: protocol.ClassProbe,
			About: "The same sent again, to a node that seems to have missed it."},
		{Message: syn{}, Name: "syn", Class: protocol.ClassRouting,
			About: "Opens an emulated TCP connection."},
		{Message: synAck{}, Name: "syn-ack", Class: protocol.ClassRouting,
			About: "Answers a Syn."},
		{Message: segment{}, Name: "segment", Class: protocol.ClassRouting,
			About: "A message of m bytes over TCP: counts as the message that it carries, a repetition as routing."},
		{Message: segmentAck{}, Name: "segment-ack", Class: protocol.ClassRouting,
			About: "Acknowledges a segment."},
		{Message: reset{}, Name: "reset", Class: protocol.ClassRouting,
			About: "Answers a segment of a connection that is unknown here, or no longer known."},
	}
}
