// Package floodmax elects the best member by repeated floods: the leader floods its
// capability, and the best that is heard leads. It is the trivial algorithm to compare
// with, after FloodMax (Lynch, Distributed Algorithms, 1996, §4.1) and the beacons of
// Vasudevan, Kurose and Towsley. It assumes only that neighbours hear broadcasts; it
// needs no roster, route or diameter. A node never follows a leader that it has not
// heard, directly or relayed, within the detection time-out.
//
// # The algorithm
//
//   - A leader floods BEACON(capability, stamp) each detection interval I, after a random
//     delay of up to jitter. A node passes the first copy on, once, after such a delay, if
//     it follows that leader; it does not spread worse ones. (Without the leader's delay
//     the beacons of two leaders that cannot hear each other, but began at the same
//     instant, collided at a node between them each interval for ever. A campaign of drawn
//     worlds found it; Floyd and Jacobson, "The Synchronization of Periodic Routing
//     Messages", 1994, describe the effect.)
//   - A node that hears of a better leader than its own follows it; so does a leader, and so
//     it steps down. Leaders are compared by the strict order.
//   - A node that has not heard its leader for the detection time-out is in an
//     election. After a random back-off it claims the lead: it leads at once, and
//     floods CLAIM in place of BEACON the first time. A node that hears a better claim
//     before its own makes none.
//   - A node whose capability deposes that of the leader it hears (hysteresis
//     included) claims after the same back-off.
//   - A claim replaces a leader only if it deposes it; a node that has just claimed gives
//     way to a leader that it does not depose, and those who know it by its claim alone
//     go with it. (A hunt found that they waited for it until their time-out, claimed in
//     turn, and settled long after the bound.)
//
// # No ghosts
//
// A stamp is the leader's own clock when it began the flood. A node accepts a leader's
// message only if its stamp is greater than the last; no other node begins a flood for a
// leader. So a dead leader's last flood ends when each node has passed it on. When its
// time-out ends everywhere no node can follow it again: the stamp of a leader that was
// given up is remembered for another time-out.
//
// So is the stamp of a leader that was left for a better one. Otherwise three floods can
// replace each other for ever once a leader resigns: its old flood beats the new leader,
// the news of its lower value replaces the old flood, and the new leader's claim beats
// that. The hunt found this in November 2026, among six nodes. Eight former leaders are
// remembered: to repeat it nine leaders must fall in value within one time-out.
//
// # Cost
//
// n broadcasts of 21 bytes an interval, each heard by all neighbours. An
// election costs n broadcasts for each claim that is better than those before:
// on average fewer than Hₙ of them.
//
// # Settle bound
//
// After the last fault: a node that follows a leader that is dead or gone gives it up
// after the time-out M·I (a machine booted last, after M·I + I). The best member of a
// component then claims within the back-off; the nodes that still wait for another do not
// pass the claim on, and hear its next BEACON within I. Each flood takes Diameter·(Hop +
// jitter). Sum: (M + 2)·I + backoff + 2·Diameter·(Hop + jitter). A neighbour service is
// not used.
package floodmax
