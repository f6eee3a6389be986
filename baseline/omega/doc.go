// Package omega elects the smallest ID that is not suspected: the failure
// detector Ω made of ◊P (Chandra, Hadzilacos and Toueg, "The Weakest Failure
// Detector for Solving Consensus", Journal of the ACM 43(4), 1996; Algorithm 5.2
// of the course document on failure detectors, over its Algorithm 5.1). It
// assumes a roster, a route to every member, and that round trips some day stay
// below the detector's time-out. It never holds an election, never announces a
// leader, and never asks what a node can offer.
//
// # The algorithm
//
//   - Each interval every other member is asked for a sign of life, suspects
//     included ([fd.Pull]: Algorithm 5.1, corrected).
//   - On the notification that p is suspected, or is not any more: leader := the
//     smallest ID of the members that are not suspected. A node never suspects
//     itself, so there always is one.
//
// What nodes name before they agree is part of Ω: at boot everybody names the
// smallest ID of the roster, dead or not. It is not stable: a smaller ID that
// comes back deposes a leader that did nothing wrong. In parts of a network cut
// in two, each part trusts its own members and has its own leader.
//
// The smallest ID of a component leads, whatever it offers: quality and
// instability tell what that costs. Resignations and capabilities change nothing.
//
// # Cost
//
// n members: a Ping and a Pong for each ordered pair, 2n(n−1) routed messages of
// 17 bytes an interval, for ever; no other message. A leader that floods a beacon
// costs n broadcasts. Time to replace a dead leader: the detector's, and no more.
//
// # What the source gets wrong
//
// Of Algorithm 5.1, see package fd; the tests here run it as printed and show
// that the variable that grows is never used, and that every process comes to
// suspect itself. Of Algorithm 5.2: the guard of the assignment is printed twice
// (a slip of typesetting), and it is evaluated upon notifications only, so that a
// system in which nothing ever fails would stay without a leader: here it is
// evaluated at the beginning, too.
//
// # Settle bound
//
// After the last fault: the first question that a dead or separated member does
// not answer is asked within one interval I, and has been open for its time-out,
// grown to the cap C at most, at a tick: W = C + I (fd.Worst). An answer on its
// way at the fault may close one more question: a route. A suspect that can be
// reached is asked within I, and trusted after two routes. Suspicion rules: W + I
// (the tick's phase) + 2·Diameter·Hop + Neighbour.
package omega
