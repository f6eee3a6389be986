// Package linkreversal elects by reversing links: every link points from the higher of two
// nodes to the lower, the leader is the lowest, and only a node without a lower neighbour
// acts (R. Ingram, T. Radeva, P. Shields, S. Viqar, J. E. Walter, J. L. Welch, "A Leader
// Election Algorithm for Dynamic Networks with Causal Clocks", Distributed Computing 26(2),
// 2013; first IPDPS 2009). It combines the heights of TORA with a wave that proves that a
// search fails. It assumes a service that reports neighbours that come and go, and
// acknowledged frames to a neighbour; it needs no roster, route or diameter. It never uses
// what a node can offer, and never replaces a leader that can be reached, unless a more
// recent election meets it.
//
// # Heights
//
// The height of node i is (τ, oid, r, δ, nlts, lid, i). (nlts, lid) is the leader
// pair: the leader, and the negative clock at which it elected itself; the most
// recent has priority, of several the smallest ID. (τ, oid, r) is the reference
// level: the search that oid began at clock τ, not yet (r = 0) or already (r = 1)
// reflected; (0, 0, 0) before any search. δ orders the nodes of one level. A node
// keeps its own height and the last one heard of each neighbour. Clocks are Lamport's:
// every event advances the node's own, beyond the clock of a received message. The
// algorithm needs only that a search is later than all that its searcher has heard of.
//
// # The algorithm
//
// A node is a sink if it does not lead, all its neighbours have its leader pair,
// and all are higher. (N: the neighbours heard; forming: those not yet.)
//
//   - ChannelUp(j): j is forming; the own height goes to j.
//   - ChannelDown(j): j is forgotten. If N is empty, elect self; if a sink, start
//     a new reference level.
//   - Update(height) from j: j is in N. If the leader pair is another:
//     adoptLPIfPriority. Else, if a sink:
//   - of neighbours on several levels: propagateLargestRefLevel, the largest
//     (τ, oid, r) with δ one less than the least there;
//   - of neighbours on one level: if τ > 0 and r = 0, a dead end,
//     reflectRefLevel, (τ, oid, 1, 0); if r = 1 and oid = i, the search has come
//     back from everywhere, electSelf; else startNewRefLevel, (T, i, 0, 0).
//   - adoptLPIfPriority: the height of j with δ one more, if j's pair has priority.
//   - electSelf: (0, 0, 0, 0, −T, i).
//   - A height that changed goes to N and forming.
//
// The paper proves: once changes cease, every component has one leader, and
// from each of its nodes every way down ends there; and a component whose leader
// stays in reach elects no other. The subroutines have the paper's names. Two public
// implementations agree with them in every rule, slips of their own aside.
//
// # Lost frames, reboots
//
// A search is not reported as an election: the node follows its leader until it elects
// itself, which takes no time, or adopts another. The times of elections in tables are
// therefore zero; the time for which nodes follow a leader that is gone is part of what
// they count as unreachable.
//
// Channels of the paper are reliable and in order. Here a node broadcasts its height once a
// detection interval I, for neighbours that missed the last one. An Update has the sender's
// clock, and is ignored if it is not the newest of that neighbour. A node that boots has no
// height, and every leader pair has priority over that; after the detection time-out it
// leads. The clock is saved when it is used in a leader pair or a search. A node whose
// storage is lost may hear its own ID as the leader's: it elects itself again, by a clock
// that is then later.
//
// # Cost
//
// An UPDATE or BEACON has 38 bytes. A node broadcasts one BEACON a detection
// interval, and keeps one height of each neighbour and nothing of others: the
// number of nodes has no bound of the algorithm's own. A link that appears costs
// two BEACONs; one that disappears nothing, unless it was a node's last way down.
// On a graph of m links the first leader costs 2m UPDATEs, one for each end of a
// link, if no other node starts; a merge costs as much over the nodes that change their leader. The loss of
// a leader that leaves a tree of k > 1 nodes costs 6(k−1) − d − ℓ UPDATEs, d the
// degree of the searcher and ℓ the number of other leaves: each node changes its
// height three times (searched, reflected, led), but the searcher and the leaves
// twice.
//
// # Settle bound
//
// After the last change, with I the detection interval and M its misses: it is noticed
// within Neighbour, the wait of a booted node ends within M·I + I, a frame lost before is
// replaced by a beacon within I + jitter. A search goes out and comes back along ways down,
// n hops each at most; a search that a later one overtook, or whose searcher is gone, is
// begun again. Three are allowed for, 6n hops, and the new leader pair needs Diameter hops.
// Sum: (M + 2)·I + jitter + (6n + Diameter)·Hop + Neighbour. With an oracle and no frame
// lost just before, only the hops remain.
package linkreversal
