// Package lelann elects the best of those that start, by letting every one of
// their tokens go round the whole ring: Le Lann, "Distributed systems — towards
// a formal approach", IFIP Congress 1977, §4 (the course documents only name it,
// as the idea that Chang and Roberts improve). It assumes the ring that
// overlay's Ring keeps, with messages to the successor in the order they were
// sent: its only neighbour is its successor, and what it sends there is routed.
// It never takes another's token off the ring.
//
// # The algorithm
//
//   - A node that starts becomes an initiator: it begins its collection with itself
//     and sends TOKEN(own capability).
//   - On TOKEN(x) of another node: an initiator adds x to its collection; every node
//     passes it on.
//   - On TOKEN(x) of its own: because links keep the order, every other initiator's
//     token has passed before. The best collected node leads. If that is the node
//     itself, it sends ELECTED.
//   - On ELECTED(x): follow x; pass it on unless x is oneself.
//
// In the paper nodes that did not start get no answer; the announcing lap is ours, and only
// the winner makes it. It is always made. An initiator that collects as many as its token
// made hops knows that all started, but an announcement also corrects the collections that
// a lost token cut short.
//
// The best of those that start need not be the best: a better node that hears
// ELECTED of a worse one passes it on and starts an election, so all better nodes
// do in one lap, and the second election elects the best of all.
//
// Only the best and the size of a collection are stored: nothing else is used.
//
// # Cost
//
// k start, one of them the best: exactly k·n TOKENs, whatever the order, and n
// ELECTED. So n² + n when all start, where Chang-Roberts needs n·Hₙ + n on
// average. Where b members are better than the best that started, another
// b·n + n. A ring of one sends both messages to itself. A message is 15 bytes.
//
// # Tokens that nobody takes off the ring
//
// A token whose owner has left the ring would circle for ever. Each message
// counts its hops, and one that has made as many as the roster has members is
// dropped: in a ring of m ≤ n nodes its owner would have met it after m.
//
// # Settle bound
//
// With W = fd.Worst (a time-out grown to its cap and an interval I) and L the
// lap time-out, three laps of the roster at t_hop each: the ring is whole W·(1 +
// ⌈log₂ roster⌉) + 2I after the last fault, since what a node skips doubles
// with each time-out (overlay's Ring). Then the best member of each component is
// the leader, or follows somebody and begins within W + I, or is an initiator and
// begins again when L + I end. A token lost on the way of another initiator may
// let a worse one announce itself, once: the best contests at once. That is two
// laps of the component for each of two elections, 4·Nodes·Diameter·Hop. A side
// whose leader is worse hears the other's announcement within 3I. Sum: W·(2 + ⌈log₂
// roster⌉) + L + 7I + 4·Nodes·Diameter·Hop + Neighbour.
package lelann
