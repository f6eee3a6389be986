// Package doubling elects the best member in lock-step, by letting candidates
// capture the others in groups that double: S_Elect_Leader_C, the synchronous
// election on a complete graph of the course document by L. Drummond (after
// Barbosa, An Introduction to Distributed Algorithms, 1996). It assumes a roster, a route
// to every member, a common time, and that the messages of one pulse have arrived and are
// handled before the next. A node never answers before the pulse is over: only then does
// it know the best candidate that asks.
//
// # The algorithm
//
// The document has the theorems only; this is the algorithm that they require.
// Pulses are the multiples of the pulse length; an election begins at an even
// one.
//
//   - A node that starts is a candidate and its own owner; any other member has no owner.
//   - At the even pulse 2(k−1) of the election, k = 1, 2, …, a candidate sends
//     CAPTURE(capability) to its k-th group: the next 2^(k−1) members that it has
//     not tried, or as many as are left.
//   - At the odd pulse, each node takes the best that wants to capture it. If that
//     exceeds its owner it becomes the owner: ACK. All others: REFUSE.
//   - A refused candidate stops being one. Being captured does not end a candidacy.
//   - A candidate with no member left to try leads, and sends LEADER to all.
//
// The best of those that start wins, always. Members that exceed it stand
// together at the even pulse after LEADER, and the best of all wins.
//
// # Cost
//
// n members: at most 2n⌈log₂ n⌉ − n CAPTURE and n⌈log₂ n⌉ ACK; at most
// ⌊n/2^(k−1)⌋ candidates at pulse 2k. If all start and capabilities rise round
// the roster: 2(n−1) and n−1 where targets rise, and where they fall 10/5, 26/17,
// 58/41, 122/89, 250/185 for n = 4, 8, 16, 32, 64. One REFUSE for each CAPTURE
// that got no ACK, and n−1 LEADER. Time: 2⌈log₂ n⌉ pulses.
//
// # Errors of the document
//
// Corollary 5.2 prints 2n^⌈log n⌉ − n and n^⌈log n⌉: products, not powers. Its
// last line, 2n(⌈log n⌉ − n), must be 2n⌈log n⌉ − n.
//
// # What loss does to lock-step
//
// In the paper silence is a refusal. With a message (REFUSE) a refusal differs from a
// death, and a dead member does not end the last candidacy. But if a refusal is lost
// twice, or a message is late by a pulse, a candidate continues that should not, and two
// may lead. A silent member is asked again with the next group, then skipped. Two leaders
// hear each other's announcement (overlay.Monitor).
//
// An election reaches the members of the last group only at its end, which may be later than
// the detection time-out. So a leader that takes part in an election answers those who still
// follow it. Else they would stand in an election of their own, which replaces the first and
// whose winner need not be the best, and so on.
//
// # Settle bound
//
// After the last fault, with W = fd.Worst, I the detection interval and E = 2⌈log₂ roster⌉
// + 4 pulses (an even pulse to begin at, the groups, the silent members of the last): a
// node that follows a leader that is gone notices within W + I; a node that gets no result
// begins an election within E + 3I. That election takes E; it may be replaced by one that
// began within a tick, I. If its winner is not the best, all members that exceed it stand
// at the same even pulse, and the best wins within another E. Two leaders hear each other's
// announcement within 3I. Sum: W + 8I + 3E + 4·Diameter·Hop + Neighbour.
package doubling
