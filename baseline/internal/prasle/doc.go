// Package prasle elects the best member in rounds of a fixed length, as PraSLE does: M.
// Conard, A. Ebnenasir, "A Practical Self-Stabilizing Leader Election for Networks of
// Resource-Constrained IoT Devices", EDCC 2021; technical report CS-TR-21-01 of Michigan
// Tech. It assumes that neighbours hear each other within a round, and that the network has
// at most K hops, which a parameter says; it needs no roster and no route.
//
// # The algorithm
//
//   - A node keeps the best pair of rank and ID that it knows: its own at first. A round lasts
//     T: the node listens, then takes the best that it heard if that is better, and says it to
//     its neighbours. In the first round it does not listen.
//   - After K rounds in which to listen, and one in which nothing became better, the election
//     is over: the node of the pair leads.
//   - In a network called reliable a node says its pair in an election only when it became
//     better; in an unreliable one each round.
//
// # What is added
//
// The paper's nodes elect once, or repeat rounds for ever, and never forget a pair: a leader
// that dies stays the least for ever. (A public simulation of it begins anew after some
// cycles. But nodes that do not begin at one instant teach each other the dead leader's pair
// again.) Here the winner says each round that it leads, with its clock, and all pass the newest
// that they heard on, each round. Who hears nothing newer of it for the detection time-out gives
// it up and elects, and remembers for two time-outs what no longer counts (package former), since
// others may pass the old word on for one.
// Pairs of an election have an age: 0 when their own node says them, and one more for each round
// that somebody keeps them. The younger of two pairs of one node counts, and one of more than 2·K
// + 2·misses rounds is forgotten: K to reach all, K for the winner's word. So every wrong state, however it arose, ends.
//
// Who hears a leader in an election follows it unless it deposes it (hysteresis included); who
// follows one and hears a better leader changes over; who deposes its leader leads at once. So a
// node that joins disturbs nobody, and with a K smaller than the network the leader's own word
// reaches those whose election ended too early.
//
// # Cost
//
// n broadcasts of 15 (election) or 21 bytes each round, in an election and after it; in a
// reliable network one for each improvement in an election. By unicast as many for each neighbour.
//
// # Settle bound
//
// After the last fault: the last words of a dead leader go a hop each round; who heard them gives
// it up after the time-out M·I (and I more in a system that begins settled, which is silent for an
// interval). Its pairs of an election are gone after 2·K + 2·misses + 1 rounds. An election ends after
// K + 2, and the winner's word goes a hop each round. Some rounds are not in step: three more,
// and one of upkeep. Sum: I + M·I + (3·K + 2·misses + 6)·T + 2·Diameter·(T + Hop + jitter) + Neighbour.
package prasle
