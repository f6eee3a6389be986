// Package omega elects the smallest ID that is not suspected: the failure
// detector Ω made of ◊P (Chandra, Hadzilacos and Toueg, "The Weakest Failure
// Detector for Solving Consensus", Journal of the ACM 43(4), 1996; Algorithm 5.2
// of the course document on failure detectors, over its Algorithm 5.1). It
// assumes a roster, a route to every member, and that messages some day come
// within the detector's time-outs. It never holds an election, never announces a
// leader, and never asks what a node can offer.
//
// # The algorithm
//
//   - Each interval every other member is asked for a sign of life, suspects
//     included ([fd.Pull]: Algorithm 5.1, corrected). The parameter detector puts
//     another below: fd.NewPhi or fd.NewSwim.
//   - On the notification that p is suspected, or is not any more: leader := the
//     smallest ID of the members that are not suspected. A node never suspects
//     itself, so there always is one.
//
// What nodes name before they agree is part of Ω: at boot every node names the smallest ID
// of the roster, dead or not. It is not stable: a smaller ID that comes back replaces a
// leader that works. If a network is cut in two, each part trusts its own members and has
// its own leader.
//
// The smallest ID of a component leads, whatever it offers: quality and
// instability tell what that costs. Resignations and capabilities change nothing.
//
// # Cost
//
// n members: a Ping and a Pong for each ordered pair, 2n(n−1) routed messages of
// 17 bytes an interval, for ever; no other message. With phi, n(n−1) of 1 byte; with
// swim, 2n of 15 to 91 bytes a protocol period. A leader that floods a beacon
// costs n broadcasts. Time to replace a dead leader: the detector's, and no more.
//
// Routes by flooding repeat each message at every node: 12 members in one another's range,
// at 2 Mb/s, take 30 to 60 % of a medium that they contend for, collide, suspect the living,
// and agree for a part of the time only. Such a network wants known routes, a longer
// interval, or swim.
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
//
// With phi: the last heartbeat of a member that is dead or separated arrives within a
// route, and is missed at most C later, at a timer; a node that boots at the calm trusts
// the dead no longer. A member that can be reached sends within I, which is less than C,
// and is trusted a route later. Sum: C + 2·Diameter·Hop + Neighbour. That assumes that
// routes vary by less than the pause and z(Φ) least deviations (2.5 s by default, 48 ms at
// Φ = 0.5 without a pause): otherwise steady heartbeats are suspected for ever.
//
// With swim, R = Diameter·Hop, T its period, n the roster. Alive news of a dead member are
// made at most a route after its end, are passed on for L, and may be under way n times
// beyond that: nR. From then on no suspicion of it is lifted: it is probed within 2(n−1) −
// 1 periods, after the one under way, does not answer, and is condemned when the suspicion
// has lasted S, at a tick (L + W = fd.SwimOptions.Worst). A live member may be condemned by
// news that were made before the calm, for L or S, whichever is longer; then its next
// answer to a probe lifts the suspicion for good, which is sooner. Sum: L + W + (n+3)·R +
// Neighbour.
package omega
