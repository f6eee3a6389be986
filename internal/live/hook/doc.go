// Package hook runs a user's commands on an agent's events.
//
// Events have four lanes: leadership, membership, storage and what users tell. In a lane one command runs
// at a time, in the order of the events; lanes run beside each other, so that a slow
// command of member-joined does not delay that of leader-lost. Each command has a time-out
// after which its whole process group is killed: a hook that hangs delays the next one of
// its lane and nothing else. It never delays the agent. How late commands begin is counted
// for each lane, and logged if it is more than a second.
//
// Hooks are level-triggered. The first event of an agent is leader-lost, before it enters its cluster:
// a former run may have been killed while it led, and what its hook started may still run. An agent reports its leader again after every merge, even if
// it did not change. So the command of the winner may run again, and a command must do no
// harm when it runs twice. If events come faster than commands run, those that wait become
// one: of leader-gained and leader-lost the newer, of storage-failed and storage-healed the
// newer, of user events with one name the newest by their clocks unless they are for each, and
// of each other kind the newest, with the members of all.
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
//	BELLWETHER_RECONFIRMED    1 if the same leader is reported again, else 0
//	BELLWETHER_MEMBERS        the members the event is about, separated by commas, which no
//	                          name has
//	BELLWETHER_ALIVE          how many members are alive, this one included
//	BELLWETHER_HOLDS_MS       how long this node holds its lease at least, from the event on;
//	                          0 without --lease
//	BELLWETHER_FENCE          the fencing token of the leader: greater than those of all leaderships
//	                          before; empty if it has none, as without --lease
//	BELLWETHER_USER_EVENT     the name of the event that a user told; its payload, which is any
//	                          text, is on standard input only
//	BELLWETHER_CAPABILITY     what this node offers
//
// The epoch is no fencing token: two nodes that cannot hear each other both lead,
// and their epochs say nothing about each other. BELLWETHER_FENCE is one. A command may still be late:
// what must not be done by an old leader needs a store that refuses lower tokens than it has seen.
package hook
