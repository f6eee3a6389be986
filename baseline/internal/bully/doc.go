// Package bully elects the best member, which overrules the lower ones: the bully
// algorithm of Garcia-Molina, "Elections in a Distributed Computing System", IEEE
// Transactions on Computers C-31(1), 1982, §IV, in the form of the course documents. It
// assumes a roster, a route to every member, and that a message arrives within t_max and
// is handled within t_process. A node never waits for a lower member, and never accepts a
// lower one that it hears of as leader.
//
// # The algorithm
//
// "Higher" compares capabilities, value then ID. T = 2·t_max + t_process.
//
//   - A node that misses the leader sends ELECTION to every higher member, suspected or
//     not, and waits T. With no higher member it has won.
//   - On ELECTION from a lower member: reply OK, and hold an own election, unless one is
//     under way.
//   - On OK: wait 2T for the COORDINATOR. (It comes within T, in which the highest waits
//     for answers, and two t_max.) If none comes, begin again.
//   - T without an OK: win. COORDINATOR to every member, except the leader whose death started
//     the election: it was asked and has not answered.
//   - On COORDINATOR from a higher member: it leads. From a lower one: hold an
//     election.
//
// Messages have 13 bytes and carry the sender's capability. The last capability of a
// member counts; a member never heard of counts as higher.
//
// # Cost
//
// n members, the detector the d-th from below, m = n−d: ELECTION m(m+1)/2, OK
// m(m−1)/2, COORDINATOR n−2: m² + n − 2 in all, at worst n² − n − 1 (d = 1), at
// best n − 1. If all are alive and the lowest starts, n² − 1. If several detect the death
// together, the sum is that of the lowest. All this is for a settled start, in which each
// knows the capabilities of all: without it an unknown member counts as higher, and seven
// members send 36 ELECTIONs in place of 21 where the lowest starts. Time: at most 2T, if t_max holds. The course
// documents' "O(n³)" and "n − 2 messages" are wrong: the first multiplies a sum, the
// second leaves out the ELECTION to the dead leader.
//
// # Settle bound
//
// After the last fault, with W = fd.Worst (a time-out grown to its cap and an
// interval I): a node that follows a leader that is dead or gone suspects it within W + I
// (the phase of its tick). A node that knows no leader elects within the detection
// time-out + 2I, which is less. The best member of a component then either begins, by its
// own suspicion, an ELECTION or a challenge at its next tick (I), or is in an election
// that waits for dead nodes: 2T, then T more until it wins. Followers of a lesser leader
// hear the best's announcement: it is silent for 2I and comes with the tick after, 3I.
// The messages on the way take a few routes of Diameter·Hop. Sum: W + 5I + 3T +
// 4·Diameter·Hop + Neighbour.
package bully
