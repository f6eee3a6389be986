// Package ringlist elects the best member of a ring by a list that goes round
// once and collects everybody: the ring election of the textbooks (Tanenbaum and
// van Steen, "Distributed Systems", the section on election algorithms; Sinha,
// "Distributed Operating Systems"), which a course document (004) draws under the
// name of Chang and Roberts. It assumes the ring that overlay's Ring keeps: its only
// neighbour is its successor, and what it sends there is routed. It never takes
// another's list off the ring before it has gone round.
//
// # The algorithm
//
//   - A node that starts sends ELECTION(list of itself alone).
//   - On ELECTION(list) without this node: add it, pass the list on.
//   - On ELECTION(list) that this node began: the list has all members. The best in it
//     leads; send COORDINATOR(best).
//   - On COORDINATOR(x): x leads; pass it on unless this node's own list produced it.
//
// The initiator concludes, not the winner: both laps end where they began. Several nodes
// may start: each list has all members, so all conclude the same.
//
// # Cost
//
// n members of the ring, k of them start: k·n ELECTIONs and k·n COORDINATORs, whichever node
// is best. A ring of one sends both messages to itself. The m-th ELECTION of a lap is 3+12m
// bytes: a lap is 3n + 6n(n+1) bytes, square in n where Chang-Roberts needs 15 a message. A
// COORDINATOR is 19.
//
// The document says "always 2(n−1)". That is this algorithm (Chang-Roberts needs
// d + 2n, and only the best can conclude), with one of the n dead: the leader whose
// death is the occasion. The ring that is left has n−1 members, and one initiator
// costs 2(n−1) there. With nobody dead it is 2n, as the document's own figure of
// eight nodes shows: 16 arrows. (Its second lap leaves one node out.)
//
// # Lists without an initiator
//
// A list whose initiator has left the ring comes to a node that is in it already,
// and is dropped there. COORDINATOR counts its hops, and is dropped after as many
// as the roster has members.
//
// # Settle bound
//
// With W = fd.Worst (a time-out grown to its cap and an interval I) and L the lap time-out,
// three laps of the roster at t_hop each: the ring is whole W·(1 + ⌈log₂ roster⌉) + 2I
// after the last fault (overlay's Ring). Then the best member of each component leads, or
// follows another node and begins within W + I, or takes part and begins again when L + I
// end. A list and its COORDINATOR need a lap of the component each, and as much for an
// older list that has a member that is gone or lacks one that came: 4·Nodes·Diameter·Hop. A
// side whose leader is worse hears the other's announcement within 3I. Sum: W·(2 + ⌈log₂
// roster⌉) + L + 7I + 4·Nodes·Diameter·Hop + Neighbour.
package ringlist
