// Package capture elects one member by letting candidates capture the others one
// at a time: A_Elect_Leader_C, the asynchronous election on a complete graph of
// the course document by L. Drummond (after Barbosa, An Introduction to
// Distributed Algorithms, 1996; of the family of Afek and Gafni, SIAM J. Comput.
// 20(2), 1991). It assumes a roster and a route to every member, and no order or time of
// messages while nothing is lost. It does not look for the best: of the nodes that start
// the one that captures fastest wins, and only IDs break ties.
//
// # The algorithm
//
// A candidate's level is ⌊log₂(owns + 1)⌋, owns being the members it has
// captured. (level, id) is compared as a pair.
//
//   - A node that starts is a candidate, its own owner, and sends CAPTURE(level) to the
//     next member of the roster. It waits for one member at a time.
//   - On CAPTURE from the one that is already to be the owner: it becomes the owner; ACK.
//     Otherwise, if (own level, captor) is not less than (level, sender): NACK.
//     Otherwise its level becomes this node's, and: a candidate stops being one and
//     is owned by the sender, ACK; a member without an owner is owned by it, ACK;
//     an owned one answers CHECK(owner).
//   - On CHECK(k): send ELIMINATE(level) to k.
//   - On ELIMINATE: no candidate: ELIMINATED. A candidate of lesser (level, id)
//     stops being one: ELIMINATED. Otherwise NACK.
//   - On ELIMINATED: send CAPTURE again to the member that sent CHECK.
//   - On NACK: stop being a candidate.
//   - On ACK, if a candidate: owns one more; try the next member. With none left
//     it leads, and sends LEADER to all.
//
// # Cost
//
// n members: at most 2n⌊log₂ n⌋ + n captures tried, each with at most six
// messages (capture, check, eliminate, eliminated, capture, ack), plus n − 1
// LEADER. One candidate alone: n − 1 CAPTURE, as many ACK. No state has more
// than ⌊n/(2^k − 1)⌋ candidates of level k. Time: O(n), since captures follow
// one another.
//
// # Errors of the document
//
// The printed program elects two leaders or none from n = 2 on. The deviations (a) to (e)
// correct it; a test finds the errors of the printed program by trying every order of
// delivery. Corollary 5.4's bound is "por candidato", but is the total; Theorem 5.3's proof
// prints n/2^k − 1 for n/(2^k − 1); the sum's upper limit is ⌊log n⌋, not ⌈log n⌉. Its
// roles are right, though indices are reused: the member sends CHECK to its captor, which
// sends ELIMINATE to its owner.
//
// # Upkeep
//
// The paper does not treat loss, crash or partition. Elections are numbered, and a silence
// is followed by a roll call: CALL to all members not captured, HERE from those that are
// there. So silent members cost 2T once, however many they are, and nothing if all answer.
// overlay.Monitor watches over a leader. A leader that resigns hands over to the best
// member that tests it, and again at each detection time-out without a leader; if no better
// member tests it, it stands itself.
//
// # Settle bound
//
// After the last fault, with W = fd.Worst, I the detection interval and R = 4T +
// roster·t_capture: a node that follows a leader that is gone notices within W + I. A node
// that has resigned finds within two time-outs and intervals, no more, that no node leads and
// its successor is gone. A node in an election whose candidates are gone stands in a new one
// within R + I (which may follow the one before, if the node's leader died while it led). An
// election takes R: two silences and their roll calls, and the captures. Nodes that stand
// meanwhile are candidates of the same election, or of the next one, within I. Two leaders
// hear each other's announcement within 3I. Sum: W + 6I + 2R + 4·Diameter·Hop + Neighbour.
package capture
