// Package raft elects as etcd does: it runs go.etcd.io/raft/v3 itself, the
// election of Ongaro and Ousterhout, "In Search of an Understandable Consensus
// Algorithm", USENIX ATC 2014, §5.1, §5.2, with the pre-vote and the leader's
// check of its quorum of Ongaro's thesis (2014, §6.2, §9.6). It assumes a roster
// that is the same everywhere, a route to every member and storage that
// survives a crash. It never lets a component lead that has no majority of the
// roster: there every node knows that it has no leader, by design.
//
// # The algorithm
//
//   - Time is divided into terms. A node that misses the leader for the detection
//     time-out and a random part of 4·t_max forgets it and asks all members for a
//     pre-vote: would you vote for me in the next term?
//   - A member that hears of a leader itself does not answer; all others agree.
//     With a majority the candidate begins the term and asks for votes; each member
//     has one vote in each term, and saves it before it is sent.
//   - With a majority of votes it leads, tells all members, and sends a
//     heartbeat to each every detection interval. They acknowledge it; a leader
//     that no majority has acknowledged for Misses intervals steps down.
//   - A candidate that does not win asks again after 4·t_max to 8·t_max, at random.
//   - A leader or candidate of a former term is refused, and learns the newer term.
//
// The winner depends on chance, not on capability: the goal is a single leader with a
// quorum.
//
// # Priority
//
// The variant raft-priority has the rule of tikv/raft-rs (issue 68, pull request 361): votes
// and pre-votes go only to a candidate whose log is longer, or which has at least the voter's
// own priority. The priority here is the capability. A leader then has a majority that offers
// no more than itself: with all of five alive one of the best three leads, and of the smallest
// majority the best. A leader that lives is kept, whoever joins. Nobody else needs to know a
// priority, and equal ones make it plain Raft.
//
// The library does not know the rule. The question of a candidate that offers less is passed to
// it with an older log, so that terms, leases and refusals are its own. For this every log
// begins with one entry of term 1.
//
// A member that refuses all others must be able to lead. Here it can, as logs are equal. It
// cannot where it hears and is not heard: if its vote is needed, nobody leads for as long as
// that lasts (priority_blocks.story). In raft-rs a second way is open. A member of high priority
// that lags is no trap if the others have longer logs, because then its priority does not
// count. But raft-rs compares only the index: a candidate whose last entry is of a newer term
// at the same index is refused for its priority, and refuses the other for its log. If both votes
// are needed nobody leads, and raft-rs has no time-out that lifts the rule, as NuRaft has.
//
// # Clock and randomness
//
// The library counts ticks and draws its election time-outs from a generator of its own.
// Only leaders are ticked, and their ticks draw nothing that matters. All campaigns are
// begun by this package's timer, drawn from the node's own randomness. So a run depends on
// its seed alone.
//
// # No log
//
// An election needs none, and nothing is replicated: a leader's first append is sent as an
// announcement, its later ones are not sent, and a node that ceases to lead drops its only
// entry. All logs are thus equally up to date, and a node that lost its storage cannot
// contradict entries that others take as committed.
//
// # Cost
//
// With n members, all alive, where nobody leads and one starts: 4(n−1) messages of an
// election (pre-votes, votes and their answers) and n−1 announcements, acknowledged by as
// many; 2(n−1) per detection interval of a leader. A candidate that two majorities heard of costs
// 2(n−1) more for each attempt. Each message has 5 bytes, and a question with a priority 13.
// With priorities, d members that offer more refuse twice each, and a candidate that half of
// the members exceed costs 2(n−1) for each attempt and gets no vote.
//
// # Settle bound
//
// With I the detection interval, M its misses (at least 2) and t = t_max. After the last
// fault a leader without a majority steps down within 2M·I (it may just have
// checked). Members forget a leader within M·I + 4t of its last heartbeat. Then
// each attempt costs at most 8t and fails only if two candidates ask for votes
// within a round trip; six are allowed for. The messages of the last need five
// routes. A leader that a member of a newer term refuses costs one election
// more, which begins after an interval. Sum: (3M + 1)·I + 52t + 10·Diameter·Hop + Neighbour. The
// six attempts are a matter of chance: every bound on Raft's elections is.
package raft
