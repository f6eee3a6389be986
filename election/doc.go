// Package election is the leader election for mobile ad-hoc networks of
// Vasudevan, Kurose and Towsley (ICNP 2004): [Vasudevan].
//
// It assumes nothing but messages to neighbours: unique IDs that break ties
// between equal values, links that work both ways, and that a message arrives
// only where its link holds for the whole transfer. Nodes move, crash and come
// back; components part and merge. It promises that, once that has stopped,
// every component names its most capable live member within the algorithm's
// SettleBound, and keeps it. It never asks for a roster, a route, a clock shared
// with others, or whether a frame arrived.
//
// # The algorithm
//
// A node that has lost its leader becomes the source of a computation, with an
// index ⟨num, id⟩. Its Election messages grow a tree: whoever hears a newer index
// than any it took part in joins, with the sender for its parent p, abandons
// what it was in, and sends Election on. A node waits for the Acks of S; when S
// is empty its pending Ack takes the best node of its subtree to its parent
// (Δ := 0). The source then floods Leader, which ends the election (δ := 0).
// A lost child leaves S; a node that has lost its parent announces the best of
// its own subtree. The leader floods beacons; who misses beacon_loss of them
// starts an election. Where components meet, the lesser leader gives way.
//
//	election  neighbour ← source or member   one local broadcast, or one unicast each
//	child     parent ← member                broadcast and optimised signalling only
//	ack       parent ← child                 the best of the subtree
//	ack       neighbour ← member             at once, to decline: unicast and optimised signalling
//	leader    all                            flooded
//	probe     S, parent ← member             when an answer takes long
//	reply     prober ← member                or what is owed, said again: …-retry
//	beacon    all ← leader                   flooded each beacon_interval
//	syn, …    neighbour ↔ neighbour          tcp signalling: connections, see below
//	exchange  neighbour ← member             who leads me: new links, answers, merges
//
// On a static connected graph of n nodes and m links one election costs, in
// unicast signalling, 2m−n+1 Elections and as many Acks, and n Leaders; in
// broadcast signalling n Elections, n−1 Child, n−1 Acks and n Leaders, whatever
// the schedule. Optimised signalling is broadcast whose Elections name the leader
// that departed: whoever has another stays out, answers at once, and weighs the
// Leader at the end as it would at a merge. Where the leader departed for all it
// costs the same; elsewhere only the nodes that lost it pay, and one Ack for each
// Election heard by a node that stays out.
//
// Over TCP the same is said as over UDP, after a handshake of two messages on each
// link that is new (four where both ends open it at once), and each message is
// acknowledged.
//
// An election takes about 3 times the source's eccentricity in hops, and
// CHILD-TIMEOUT more without unicast: a leaf learns that it is one only by
// waiting.
//
// δ = 1 from [protocol.Env.Electing] to [protocol.Env.Elected]. A node that
// changes over to a newer computation says Electing again; that is no new
// transition of δ. By what it elects, Elected carries the computation, also for
// a second leader of it; a leader learnt at a merge or lost comes with none.
//
// # What the paper leaves open
//
// The numbers are those of the code's comments; [protocol.Algorithm.Deviations]
// repeats them for users.
//
//  1. Times and tries are parameters, each with the reason for its default.
//  2. Every message carries the index; one of another computation changes
//     nothing but num. A late Ack of the own computation is not stale: what it
//     adds is passed on.
//  3. num is one more than the highest used or heard, and only a newer index is
//     joined, also when δ = 0. The source of an older one is told of the leader.
//  4. num and the term of the own stamps are saved before they are used, and a
//     reboot goes beyond both: no node takes part twice in one computation.
//     Without stable storage a node is told by its neighbours what it forgot.
//  5. A lower leader heard of is answered with the own one, once for each sign of
//     its life. Optimised signalling needs that most: nodes that stayed out of an
//     election know a greater leader than it found. Only the exchange over a new
//     link, said by both ends, needs no answer.
//  6. Claims of a leader carry a stamp, (term, beacon), and an age. One as old as
//     the beacon time-out is refused, so is one not newer than what is known of
//     the leader a node has, or of the last four it had within a time-out; a claim
//     ages as it is held and as it is passed on.
//  7. Claims heard while δ = 1 are queued, the best fresh one, and weighed at the
//     end. Probe and Reply bring that about whatever is lost: who is probed says
//     again what it owes.
//  8. A new neighbour during an election is not in the tree. The Leader at the
//     end, a local broadcast, is the exchange it is owed. Signallings without a
//     neighbour list make no exchange over new links unless link_exchanges asks
//     for it: beacons that cross the link bring the merge about.
//  9. An orphan collects first, then announces; the parent is probed once the
//     pending Ack is sent, since its Leader is all that can end the wait.
//  10. Links need not be FIFO: indices, stamps and ages date every message.
//  11. Of one leader the newest stamp's value holds; a leader may lose its office
//     by it. Hysteresis guards the office in challenges only; merges use the
//     strict order.
//  12. Links that work one way only are neither used nor detected, as in the paper.
//  13. A node that hears a Leader less than what its subtree collected was left
//     out with it, and announces. One that was never asked challenges: after two
//     beacons of a leader it exceeds by the hysteresis it starts an election,
//     after a random back-off. That is also how a leader whose value has fallen
//     is replaced, and what a resigning leader does at once.
//  14. The settle bound is derived below.
//
// Ours besides: a node that others take for a better leader than it is any more
// retracts, and one that exceeds its leader and hears that others name it takes
// office; but at most one sign of life out of turn is given in an interval, since
// all may answer it. A starter waits for a random back-off of up to a quarter of the
// beacon interval, so that one start reaches the others before they start too;
// and Elections and Replies carry the sender's depth in the tree, by which a
// child knows that its parent crashed, forgot, and joined anew, perhaps below it.
//
// # No list of successors
//
// The paper notes that Acks could carry the k best nodes, and later work has
// followers keep such a list and go over to its next when the leader is gone. It is
// left out. A leader is dated by its signs of life (gap 6), and a candidate out of
// office gives none: whoever goes down a list may follow, for a beacon time-out each,
// nodes that have died or left since, which is what stamps and ages are there to
// prevent. And lists would have to be merged where Acks are late, said again or come
// by two branches, with an end to what is "better" than an Ack sent before. All that
// would save one election, four messages a node and a fraction of a second, after
// beacon_loss intervals in which the loss was not noticed.
//
// # No election hangs
//
// A node takes a parent only as it enters a computation, and enters each once
// (gap 4), so p points to a node that entered before: parents are acyclic. A
// member of S or a parent is dropped by its silence, by a Reply that it is in no
// such computation, or, if it lost its storage, by its depth, which along a cycle
// would have to grow for ever. By induction from the leaves S of every node
// becomes empty: a child that is waited for replies only while it waits itself.
// By induction from the roots every node that waits for the Leader hears it, is
// told it when it probes its parent, or loses that parent and announces. A newer
// computation ends an older one for a node; but no electing node starts one
// unless its driver asks, so each node adds at most one for each leader it loses
// or challenges.
//
// # The TCP that is emulated
//
// Elections, Acks, Probes and Replies travel in one connection to each neighbour,
// news of leaders does not (§VI: TCP, Leader flooded). Emulated are: the handshake,
// with sessions for initial sequence numbers; delivery in order and once; one
// acknowledgement a segment; repetition after tcp_rto, doubling to tcp_rto_max
// (RFC 6298 §2.4, §5.5, §2.5); the end of a connection whose segment or Syn is not
// acknowledged for tcp_timeout (R2 of RFC 1122 §4.2.3.5), which drops the neighbour
// from S or as the parent; and Reset where a connection is none at the other end.
// A neighbour counts as disconnected by that alone: not by the silence of Probes,
// nor by what the neighbour service says. That is the paper's reason why TCP is
// worst where nodes move: an Election to a neighbour that has just left holds up
// the whole tree above it for the time-out.
//
// Left out: one segment is in flight at a time, so there is no window, congestion
// or flow control, and no fast retransmit; the RTO is its floor, as round trips of
// milliseconds would make it, and is not raised to 3 s after a lost Syn (§5.7);
// no segment carries an acknowledgement besides its own data; connections stay
// open, there is no FIN; the header is 20 bytes, IP's is not charged.
//
// # The settle bound
//
// From the last change, loss and fault on, with hop = one hop and one jitter,
// flood = diameter + 1 hops, climb = as many hops as the tree is deep:
//
//	what is under way ends      neighbours' notice + 2 lost + CHILD-TIMEOUT + climb + flood
//	ghosts, then an election    2 beacon time-outs + back-off + election
//	a challenge                 3 beacon intervals + back-off + election
//
// lost = probe interval + 2·tries·reply time-out is the time to drop a silent
// peer (it may have to wait for a round of Probes to others to end); over TCP it
// is probe interval + tcp_timeout, and what was lost before the calm may stand in
// its back-off for tcp_rto_max, or tcp_timeout if that is less, before; twice,
// since a parent is probed only once all children are in or dropped. The last
// announcement of what was under way may name a dead node: that is one beacon
// time-out; a leader without its storage may have to be forgotten first: another.
// election = flood + CHILD-TIMEOUT + climb + flood. A node that the election
// missed hears two beacons of the leader and challenges: the first comes within
// an interval, and the merge of what computations met takes one more.
// A tree is at most n−1 deep; 8 times the diameter is taken where that is less:
// each hop of a tree is the winner of a race, and a path that much longer than
// the shortest one would have to win all of its hops by that much.
// Optimised signalling takes no longer. Who stays out has a leader of whom there
// was a sign of life within a beacon time-out: a ghost like any other, which all
// give up by then, or a live one, and the merge with what the election found is
// the one counted already.
// beacon_loss = 1 leaves no room for a lost or late beacon: the bound then holds
// only where the jitter of a flood is less than the back-off.
package election
