// Package globalview elects without an election: every node keeps the graph of the whole
// network, and its own view of the graph determines the leader. It is the modern
// alternative to elections on demand: Favier, Guittonneau, Arantes, Fladenmuller, Lejeune
// and Sens, "A Topology Aware Leader Election Algorithm for Dynamic Networks", PRDC 2020,
// as described in Favier's thesis (Sorbonne Université, §4.2); and "Global View" of a lab
// sheet of the same authors' course (ARA, 2019-20), which elects the greatest (value, ID).
// It assumes links in both directions and a neighbour service that reports neighbours that
// come and go. It never asks a question, never announces a leader, and never forgets a
// member, dead or gone.
//
// [Algorithm] is Global View: the best member of the component leads.
// [TopologyAware] is the paper's criterion over the very same messages: the member
// with the greatest closeness centrality, 1/Σ hops to the members of its component.
//
// # The algorithm
//
//   - A view has an entry for each known member: its logical clock, its value, its
//     neighbours. Only the member itself changes it, and advances its clock.
//   - On a new neighbour, a node adds it to its entry and broadcasts KNOWLEDGE: all
//     entries. When a neighbour is gone, or its capability changes (the driver
//     reports changes by quanta), it broadcasts an EDIT of its entry.
//   - A node that hears an entry with a newer clock than it knows stores it, and passes
//     it on in an EDIT of its own, once. News waits for a random time up to hold, so
//     that news that arrives together is sent together.
//   - The leader is the best member reached in the view, over links that both
//     ends list. It is chosen anew at each change, at once.
//
// It has no election phase: Electing is never reported, and a leader has no computation. δ,
// the time without a leader, is the time from a boot until the first view is closed; a wrong
// leader counts as instability.
//
// # What is corrected
//
// A lost edit leaves a view wrong for ever, if clocks must match for an edit (question 11
// of the lab sheet). Here an edit is a whole entry, and each detection interval neighbours
// compare checksums (64 bits; two views share one by chance once in 2⁶⁴): a node that hears
// another checksum than its own sends everything. Two neighbours that differ both do, and
// the newer entry wins at both.
//
// A rebooted node counts its boots in stable storage, as the first half of its clock. A node
// that lost its storage hears of its former incarnation, and takes a later clock. If clocks
// are equal by chance and entries are not, any fixed order of the entries decides, so that all
// views still become equal.
//
// # Cost
//
// n members, |E| links. A boot: n KNOWLEDGE, and n² entries in all, told once by
// each (n(25n + 8|E|) bytes and 5 for each message). Afterwards, a change of what a
// node offers: n EDITs; a broken link: 2n entries in n to 2n EDITs; a new one: two
// KNOWLEDGE more, of all n entries each. At rest: n checksums of 9 bytes a detection
// interval. Every node spends O(n²/64) word operations for each piece of news, n
// times that where the criterion is centrality, and keeps n entries and n² bits.
//
// All of it is upkeep (class beacon): it is sent whether or not a leader changes, and
// nothing more is sent when one does. A message of several members keeps within maxExtract
// = 1400 bytes; larger knowledge is split.
//
// # Settle bound
//
// After the last fault the neighbour service takes Neighbour to notice; within an interval I
// every node has sent a checksum, and two neighbours that know different things tell
// everything within hold + Hop. What is news spreads in S = Diameter·(Hop + hold). News of the
// former incarnation of a node that rebooted without its storage may take S to reach it, and
// its answer as long back: twice (S + Hop + hold). A node alone since its boot names itself at
// its second checksum, within 2·I; a settled start's leader that is out of reach is waited for
// during M·I, and given up at the next check, within I. Sum: Neighbour + I + max(M·I, I) +
// 2·(S + Hop + hold).
//
// # Deviations
//
// The paper's pseudo-code was not at hand, only the thesis's description of it
// (initialization, periodic updates, connection, disconnection), and the sheet's messages
// as its students describe them; the rest is ours. Beyond what [Algorithm] and
// [TopologyAware] list: the sheet sends knowledge to the new neighbour and its edits at
// once, the thesis broadcasts knowledge and gathers updates for a period Δ; here both are
// broadcast and gathered. Neither limits the size of a message. Neither forgets entries
// here, so that a stale copy of a member is never taken for news.
package globalview
