// Package ring elects the best member by tokens on a ring; better tokens stop worse ones:
// Chang and Roberts, "An improved algorithm for decentralized extrema-finding in circular
// configurations of processes", Communications of the ACM 22(5), 1979, in the form with a
// participating flag and an announcing lap (Coulouris et al.; the course documents). It
// assumes the ring that overlay's Ring keeps: its only neighbour is its successor, and what it
// sends there is routed. It never starts an election at a node that takes part in one.
//
// # The algorithm
//
//   - A node that starts takes part, and sends ELECTION(own capability).
//   - On ELECTION(x), x better than oneself: take part, pass it on. x worse: if
//     not taking part yet, take part and send one's own; otherwise drop it.
//     x one's own: all others are worse. Lead, stop taking part, send ELECTED.
//   - On ELECTED(x): stop taking part, follow x, pass it on unless x is oneself.
//
// # Cost
//
// All n start: ELECTION at worst n(n+1)/2 (capabilities fall in the direction of
// sending), at best 2n − 1 (they rise), on average n·Hₙ exactly; and n ELECTED.
// One starts at distance d before the best: d + n, and n. A ring of one sends
// both messages to itself. A message is 15 bytes. The course document that draws
// 2(n−1) lets the initiator conclude, which only the best can.
//
// # The replacing variant
//
// A course document (000) has no participating flag: a node always replaces a smaller token
// by its own and never drops one ("substitui o valor pelo seu ID"). [Replacing] is that
// algorithm. All else is as above; the flag remains to know that this node waits for a
// leader. With k initiators k tokens come back to the best and are announced k times: Σ(dᵢ
// + n) ELECTIONs and k·n ELECTEDs, so n² + n(n−1)/2 and n² when all start, in any order:
// the document's O(n²) is the usual case there, not the worst.
//
// # Tokens that nobody takes off the ring
//
// An ELECTION or ELECTED whose owner has left the ring would circle for ever.
// Each counts its hops, and one that has made as many as the roster has members
// is dropped: in a ring of m ≤ n nodes its owner would have met it after m. A
// replacing node starts the count anew, but only for a better candidate: no token
// is replaced more than n times.
//
// # Settle bound
//
// After the last fault, with W = fd.Worst (a time-out grown to its cap and an
// interval I): the ring is whole after W·(1 + ⌈log₂ roster⌉) + 2I, since what a
// node skips doubles with each time-out (overlay's Ring). Then everybody's
// successor is right, and the best member of each component is the leader, or
// follows somebody and begins within W + I, or takes part and begins again when
// its lap time-out L + I ends. L is three laps of the roster at t_hop each. Its
// token needs a lap of the component, and ELECTED another: 2·Nodes·Diameter·Hop,
// and as much for a token of a lesser node that makes it start again. A side
// whose leader is worse hears the other's announcement within 3I. Sum: W·(2 + ⌈log₂
// roster⌉) + L + 7I + 4·Nodes·Diameter·Hop + Neighbour.
package ring
