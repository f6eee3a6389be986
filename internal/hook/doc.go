// Package hook runs a user's commands on an agent's events.
//
// One command runs at a time, in the order of the events, and each has a time-out
// after which its whole process group is killed: a hook that hangs delays the next one
// and nothing else. It never delays the agent.
//
// Hooks are level-triggered. An agent reports its leader again after every merge, even if
// it did not change. So the command of the winner may run again, and a command must do no
// harm when it runs twice. If events come faster than commands run, only the newest of
// each kind is run, and of leader-gained and leader-lost only the newer: the present
// state counts, not the steps that led to it.
//
// A command gets the event as one JSON object on standard input, and in its
// environment:
//
//	BELLWETHER_EVENT          leader-gained, leader-lost, …
//	BELLWETHER_EPOCH          greater for the later of two events of this node
//	BELLWETHER_NAME, _ID      this node
//	BELLWETHER_LEADER, _LEADER_ID   the leader, empty if none is known
//	BELLWETHER_FORMER_LEADER  the one before, empty if there was none
//	BELLWETHER_IS_LEADER      1 if this node leads, else 0
//	BELLWETHER_RECONFIRMED    1 if the leader is told again, else 0
//	BELLWETHER_MEMBERS        the members the event is about, separated by commas
//	BELLWETHER_ALIVE          how many members are alive, this one included
//	BELLWETHER_CAPABILITY     what this node offers
//
// The epoch is no fencing token: two nodes that cannot hear each other both lead,
// and their epochs say nothing about each other. An action that two nodes must never do
// at the same time needs a lease from a store that both can reach.
package hook
