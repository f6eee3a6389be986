// Package ringlist elects the best member of a ring by a list that goes round
// once and collects everybody: the ring election of the textbooks (Tanenbaum and
// van Steen, "Distributed Systems", the section on election algorithms; Sinha,
// "Distributed Operating Systems"), which a course document (004) draws under the
// name of Chang and Roberts. It assumes the ring that overlay.Ring keeps: its only
// neighbour is its successor, and what it sends there is routed. It never takes
// another's list off the ring before it has gone round.
//
// # The algorithm
//
//   - Who starts sends ELECTION(list of itself alone).
//   - On ELECTION(list), not in it: add oneself, pass it on.
//   - On ELECTION(list), begun by oneself: the list is of all. The best in it
//     leads; send COORDINATOR(best).
//   - On COORDINATOR(x): x leads, pass it on unless one's own list made it.
//
// The initiator concludes, not the winner: lap 1 and lap 2 both end where they
// began. Several may start: each list is of all, so all conclude the same.
//
// # Cost
//
// n members of the ring, k of them start: k·n ELECTIONs and k·n COORDINATORs,
// whoever is best. A ring of one sends both messages to itself. The m-th
// ELECTION of a lap is 3+12m bytes: a lap is 3n + 6n(n+1) bytes, square in n where
// Chang-Roberts needs 15 a message. A COORDINATOR is 19.
//
// The document says "always 2(n−1)". That is this algorithm (Chang-Roberts needs
// d + 2n, and only the best can conclude), with one of the n dead: the leader whose
// death is the occasion. The ring that is left has n−1 members, and one initiator
// costs 2(n−1) there. With nobody dead it is 2n, as the document's own figure of
// eight nodes shows: 16 arrows. (Its second lap leaves one node out.)
//
// # Lists that nobody takes off the ring
//
// A list whose initiator has left the ring comes to a node that is in it already,
// and is dropped there. COORDINATOR counts its hops, and is dropped after as many
// as the roster has members.
//
// # Settle bound
//
// With W = fd.Worst (a time-out grown to its cap and an interval I) and L the
// lap time-out, three laps of the roster at t_hop each: the ring is whole W·(1 +
// ⌈log₂ roster⌉) + 2I after the last fault (overlay.Ring). Then the best member of
// each component is the leader, or follows somebody and begins within W + I, or
// takes part and begins again when L + I end. A list and its COORDINATOR need a
// lap of the component each, and as much for an older one that holds who is gone
// or misses who came: 4·Nodes·Diameter·Hop. A side whose leader is worse hears
// the other's announcement within 3I. Sum: W·(2 + ⌈log₂ roster⌉) + L + 7I +
// 4·Nodes·Diameter·Hop + Neighbour.
package ringlist
