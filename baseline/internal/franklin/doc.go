// Package franklin elects the best member of a ring by tournaments between
// neighbours, in rounds: Franklin, "On an improved algorithm for decentralized
// extrema finding in circular configurations of processors", Communications of
// the ACM 25(5), 1982, in the colours of the course documents. It assumes the
// ring both ways that overlay's Ring keeps: its two neighbours are its predecessor and its
// successor, perhaps one node, perhaps itself. It never uses the sender of a message, only
// the direction in it.
//
// # The algorithm
//
// At first all nodes are red: fit to lead.
//
//   - A node that starts, or hears of an election, begins round 1 of it as red.
//   - In each round a red node sends ELECTION(own capability, round) both ways
//     and waits for one from each side.
//   - If one of the two is larger, it turns black, and from then on passes on each
//     message in its direction. If both are smaller: the next round. If both are its
//     own, no other node is red: it leads, and sends ELECTED round the ring.
//   - On ELECTED(x): x leads; pass it on unless x is oneself.
//
// A red neighbour may be one round ahead, never two: its next message waits in a
// buffer of one per side and round. It is passed on if this node turns black.
// With round and way in the message the paper's FIFO links are not needed: the
// counts hold when messages overtake one another.
//
// # Cost
//
// Each stretch between two red nodes carries a message each way, so a round is exactly 2n
// messages, for any initiators. Of two red neighbours at most one survives: at most ⌊log₂n⌋ +
// 1 rounds, and in the last the leader is alone. So at most 2n(⌊log₂n⌋ + 1) ELECTIONs of 21
// bytes, reached by the rings [4 1 3 2] (24) and [8 1 3 2 7 4 6 5] (64); 4n where capabilities
// are in order round the ring, 8 on a ring of two and 2 alone. And n ELECTED of 19.
//
// The course document states O(n log n), and omits the announcement, the round numbers and
// what a black node does with an announcement.
//
// # Waves
//
// A node that forgot everything, or losses in a row, stop a tournament, so there may be
// several. Each has a number, its wave: a node that starts takes one more than the newest it knows. All nodes join a newer
// wave, and drop messages of an older one. A node that has lost its memory starts with an
// old number: a node that takes part in no election answers it with a wave of its own.
// Numbers compare modulo 2³². If the ring is repaired during a tournament, the new
// neighbour gets what was sent last on its side, of two rounds: more are never under way.
// So most tournaments go on without another wave. ELECTIONs count their hops and are
// dropped after as many as the roster has members, and so are ELECTEDs: if every red node
// is gone, no message circles for ever.
//
// # Lost messages
//
// The paper's links lose nothing; routed messages may be lost. A tournament needs each of
// its messages, so one that began afresh for each lost one would seldom end: nine nodes over
// floods that collide lost 4.5 % of their messages, and of 38 tournaments in a row none ended.
// So a node that takes part, and has sent nothing for about a lap, repeats what it sent last
// both ways, of two rounds: at most four messages. A node passes on one message each way in
// each round, so it drops what it passed before. A node at which the election has ended
// answers a successor that repeats with ELECTED.
//
// # Settle bound
//
// With W = fd.Worst (a time-out grown to its cap and an interval I), R(n) = ⌊log₂n⌋ + 3
// laps (as many rounds as there may be, one for the news that it has begun and one for
// ELECTED) and L = R(roster) laps of the roster at t_hop: the ring is whole W·(1 + ⌈log₂
// roster⌉) + 2I after the last fault (overlay's Ring). Then the best member of each component
// leads, or follows another node and begins within W + I, or takes part; in that case a
// node that takes part in the newest wave begins a newer one at most L + I later. That
// takes R(Nodes) laps of the component, of Nodes·Diameter·Hop each, and as much for a wave
// that it replaces. A side whose leader is worse hears the other's announcement within 3I.
// Sum: W·(2 + ⌈log₂ roster⌉) + L + 7I + 2·R(Nodes)·Nodes·Diameter·Hop + Neighbour.
package franklin
