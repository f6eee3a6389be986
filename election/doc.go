// Package election is the leader election for mobile ad-hoc networks of
// Vasudevan, Kurose and Towsley (ICNP 2004): [Vasudevan].
//
// It needs only messages to neighbours. It assumes unique IDs that break ties between equal
// values, links that work in both directions, and that a message arrives only if its link
// holds for the whole transfer. Nodes move, crash and come back; components part and merge.
// It promises that, once this has stopped, every component names its most capable live
// member within the algorithm's SettleBound, and keeps it. It never uses a roster, a route,
// a clock shared with others, or the success of a frame.
//
// # The algorithm
//
// A node that has lost its leader becomes the source of a computation, with an index ⟨num,
// id⟩. Its Election messages grow a tree: a node that receives a newer index than any it
// took part in joins, with the sender as its parent p, leaves the computation it was in,
// and sends Election on. A node waits for the Acks of its set S. When S is empty its
// pending Ack carries the best node of its subtree to its parent (Δ := 0). The source then
// floods Leader, which ends the election (δ := 0). A lost child leaves S; a node that has
// lost its parent announces the best of its own subtree. The leader floods beacons; a node
// that misses beacon_loss of them starts an election. If two components meet, the lesser
// leader gives way.
//
//	election  neighbour ← source or member   one local broadcast, or one unicast each
//	child     parent ← member                broadcast and optimised signalling only
//	ack       parent ← child                 the best of the subtree
//	ack       neighbour ← member             at once, to decline: unicast and optimised signalling
//	leader    all                            flooded
//	probe     S, parent ← member             when an answer takes long
//	reply     prober ← member                or what is awaited, sent again: …-retry
//	beacon    all ← leader                   flooded each beacon_interval
//	syn, …    neighbour ↔ neighbour          tcp signalling: connections, see below
//	exchange  neighbour ← member             the sender's leader: new links, answers, merges
//
// On a static connected graph of n nodes and m links one election costs, in unicast
// signalling, 2m−n+1 Elections and as many Acks, and n Leaders; in broadcast signalling n
// Elections, n−1 Child, n−1 Acks and n Leaders, whatever the schedule. In optimised
// signalling, a form of broadcast, Elections name the leader that departed. A node with
// another leader stays out: it answers at once, and treats the Leader at the end like a
// claim at a merge. If all nodes followed the departed leader the costs are the same. If
// not, only the nodes that lost it pay, and a node that stays out sends one Ack for each
// Election that it hears.
//
// TCP signalling has the messages of UDP signalling, after a handshake of two messages on
// each new link (four if both ends open it at once), and each message is acknowledged.
//
// An election takes about 3 times the source's eccentricity in hops, and
// CHILD-TIMEOUT more without unicast: a leaf learns that it is one only by
// waiting.
//
// δ = 1 from [protocol.Env.Electing] to [protocol.Env.Elected]. A node that changes to a newer
// computation calls Electing again, without a new transition of δ. Elected has the computation
// that elected the leader, also for a second leader of it. It has none for a leader that is
// learnt at a merge, or that is lost.
//
// # What the paper leaves open
//
// Comments in the code use these numbers; [protocol.Algorithm.Deviations] repeats them for
// users.
//
//  1. Times and tries are parameters, each with the reason for its default.
//  2. Every message carries the index; a message of another computation changes
//     only num. A late Ack of the node's own computation is not stale: what it
//     adds is passed on.
//  3. num is one more than the highest used or heard, and only a newer index is
//     joined, also when δ = 0. The source of an older one is told of the leader.
//  4. num and the term of the own stamps are saved before they are used, and a
//     reboot goes beyond both: no node takes part twice in one computation.
//     Without stable storage a node is told by its neighbours what it forgot.
//  5. A claim of a lower leader is answered with the own leader, once for each sign
//     of life of the lower. Optimised signalling needs that most: nodes that stayed
//     out of an election know a greater leader than it found. Only the exchange over
//     a new link, which both ends send, needs no answer.
//  6. Claims of a leader carry a stamp, (term, beacon), and an age. A claim as old
//     as the beacon time-out is refused. So is a claim that is not newer than what
//     the node knows of its present leader, or of the last four that it had within a
//     time-out. A claim ages while it is held and as it is passed on.
//  7. The best fresh claim heard while δ = 1 is queued, and considered at the end
//     of the election. Probe and Reply bring that end about whatever is lost: a node
//     that is probed sends again what the prober awaits.
//  8. A new neighbour during an election is not in the tree. The Leader at the
//     end, a local broadcast, takes the place of its exchange. Signallings without a
//     neighbour list make no exchange over new links unless link_exchanges is set:
//     beacons that cross the link bring the merge about.
//  9. An orphan collects first, then announces; the parent is probed once the
//     pending Ack is sent, since its Leader is all that can end the wait.
//  10. Links need not be FIFO: indices, stamps and ages date every message.
//  11. The value of a leader with the newest stamp holds, and a leader may be
//     replaced because of it. Hysteresis applies to challenges only; merges use the
//     strict order.
//  12. Links that work one way only are neither used nor detected, as in the paper.
//  13. A node that receives a Leader less than what its subtree collected was left
//     out with its subtree, and announces. A node that got no Election challenges:
//     after two beacons of a leader that it exceeds by the hysteresis it starts an
//     election, after a random back-off. A leader whose value has fallen is replaced
//     in the same way. A leader that resigns starts an election at once.
//  14. The settle bound is derived below.
//
// Additions to the paper: a node that others take for a better leader than it is tells them
// its present value. A node that exceeds its leader, and learns that others name it, leads
// without an election. Such a message is sent at most once in a beacon interval, because
// all nodes may answer it. An election starts after a random back-off of up to a quarter of
// the beacon interval, so that one start reaches the others before they start too.
// Elections and Replies carry the sender's depth in the tree; from it a child learns that
// its parent crashed, forgot, and joined anew, perhaps below the child.
//
// # No list of successors
//
// The paper notes that Acks could carry the k best nodes. In later work followers keep such
// a list and change to its next entry when the leader is gone. It is left out. A leader is
// dated by its signs of life (gap 6), and a candidate that does not lead sends none. So a
// node that goes down a list may follow nodes that have died or left since, for a beacon
// time-out each; stamps and ages exist to prevent that. Lists would also have to be merged
// when Acks are late, sent again or arrive by two branches, and "better than the Ack sent
// before" would need a definition for lists. All that would save one election, four
// messages per node and a fraction of a second, after beacon_loss intervals in which the
// loss was not noticed.
//
// # No election hangs
//
// A node takes a parent only as it enters a computation, and enters each once (gap 4), so p
// points to a node that entered before: parents are acyclic. A member of S or a parent is
// dropped if it is silent, or replies that it is in no such computation. If it lost its
// storage it is dropped because of its depth, which along a cycle would have to grow for
// ever. By induction from the leaves S of every node becomes empty: a child that is waited
// for replies only while it waits itself. By induction from the roots every node that waits
// for the Leader receives it, gets it as the answer to a Probe of its parent, or loses that
// parent and announces. A newer computation ends an older one for a node; but no electing
// node starts one unless its driver tells it to, so each node adds at most one for each
// leader it loses or challenges.
//
// # The TCP that is emulated
//
// Elections, Acks, Probes and Replies travel in one connection to each neighbour; claims of
// leaders do not (§VI: TCP, Leader flooded). These parts of TCP are emulated: the
// handshake, with sessions for initial sequence numbers; delivery in order and once; one
// acknowledgement per segment; repetition after tcp_rto, doubling to tcp_rto_max (RFC 6298
// §2.4, §5.5, §2.5); the end of a connection whose segment or Syn is not acknowledged for
// tcp_timeout (R2 of RFC 1122 §4.2.3.5), which drops the neighbour from S or as the parent;
// and Reset if the other end does not know the connection. A neighbour is disconnected only
// by these, not by silence after Probes, nor by the neighbour service. That is the paper's
// reason why TCP is worst if nodes move: an Election to a neighbour that has just left
// delays the whole tree above it for the time-out.
//
// Syns have time-outs of their own, tcp_syn_rto and tcp_syn_timeout. Without tcp_reuse this
// end closes a connection once no message waits in it, so the next one needs a handshake; the other
// end's messages, over its own connection, are taken all the while.
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
// lost = probe interval + 2·tries·reply time-out is the time to drop a silent peer (it may
// have to wait for a round of Probes to others to end). Over TCP it is probe interval +
// tcp_timeout, and what was lost before the calm may first wait in its back-off for
// tcp_rto_max, or for tcp_timeout if that is less. lost counts twice, because a parent is
// probed only once all children have answered or are dropped. The last announcement of what
// was under way may name a dead node: that is one beacon time-out. A leader without its
// storage may have to be forgotten first: another. election = flood + CHILD-TIMEOUT + climb
// + flood. A node that the election missed receives two beacons of the leader and
// challenges: the first comes within an interval, and the merge of the computations that
// met takes one more. A tree is at most n−1 deep; 8 times the diameter is taken if that is
// less: each hop of a tree is the winner of a race between neighbours, and a path that much
// longer than the shortest one would have to win every hop by that much.
//
// Optimised signalling takes no longer. A node that stays out has a leader with a sign of
// life within a beacon time-out. Either the leader is dead, and all give it up by then; or
// it is alive, and the merge with what the election found is counted already.
// beacon_loss = 1 leaves no room for a lost or late beacon: the bound then holds
// only where the jitter of a flood is less than the back-off.
package election
