package overlay

import (
	"bellwether/fd"
	"bellwether/protocol"
)

// kindLeaderAnnouncement is in the algorithms' range, because a Monitor is part of their
// machines.
const kindLeaderAnnouncement protocol.Kind = 110

// LeaderAnnouncement is the Monitor's message: the sender leads.
type LeaderAnnouncement struct{ Capability protocol.Capability }

func (LeaderAnnouncement) Kind() protocol.Kind { return kindLeaderAnnouncement }
func (m LeaderAnnouncement) Fields(w *protocol.Wire) protocol.Message {
	w.Capability(&m.Capability)
	return protocol.Done(w, m)
}

// MonitorCosts are what a Monitor sends while all members follow one leader, for the
// algorithms that have one.
func MonitorCosts() []protocol.Cost {
	return []protocol.Cost{{
		Case:    "while one leads, each detection interval",
		Charges: []protocol.Charge{{Message: "ping", Formula: "n − 1"}, {Message: "pong", Formula: "n − 1"}},
		Source:  "every follower tests the leader",
		Only:    "all follow the leader, which announces itself to each member that does not: 5 pings, 5 pongs and 1 announcement where n is 7 and one is dead",
	}}
}

// MonitorDeviations are what a Monitor adds to a paper that elects once, in a group that
// neither splits nor merges.
func MonitorDeviations() []string {
	return []string{
		"Followers pull-test the leader; a node that suspects it, or knows none for the detection time-out, begins an election.",
		"Merges: a leader sends an announcement each detection interval to the members that do not pull-test it; a node follows the better of its own leader and the announced one.",
		"A node whose capability deposes its leader, by the capability that the leader last sent (hysteresis included), begins an election.",
	}
}

// MonitorKinds describes the messages of a Monitor, for the algorithms that have
// one.
func MonitorKinds() []protocol.MessageKind {
	return append(fd.Kinds(), protocol.MessageKind{
		Message: LeaderAnnouncement{}, Name: "leader-announcement", Class: protocol.ClassBeacon,
		About: "the sender leads; to members that do not pull-test it",
	})
}
