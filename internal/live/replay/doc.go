// Package replay measures a live run in the same way as an emulated one: it merges the
// agents' traces, adds component truth, computes the same metrics, checks the same
// properties, and says where the run differs from the emulator's prediction. It also
// calibrates: it measures the network between the agents and writes it as a scenario.
//
// It assumes traces of one run (see internal/live/merge for what that means and how clocks are
// aligned). It never changes a trace.
//
// # Truth
//
// For agents under a mask the scenario says exactly which node hears which. These agents
// have the same epoch, and their traces name the scenario. Without a mask truth is
// estimated: two agents are linked if each heard the other within the hello time-out. All
// results that depend on it are marked estimated.
//
// # Prediction
//
// The emulator runs the same algorithm for the same time under many seeds: in the given
// scenario, or in the one that calibration makes from these traces. If the live run were
// one more run of the emulator, each of its N+1 possible ranks among N such runs would
// have the same probability, so it would lie outside their range with probability
// 2/(N+1): 5 % for 39. Live run and prediction differ in a metric if the live value lies
// outside the range by more than one interval's share of the run: links are examined once in each
// interval (Options.Every), so ends of the run are known to within it. (The 95
// % intervals of tables are of means over runs, and too narrow for a single run.) Some
// differences are by construction: a live broadcast without a mask is a datagram to each
// member, but one frame in the emulator; the emulator acknowledges unicasts on the link,
// and live frames have no such acknowledgement.
//
// What happened to the nodes of the run is in its prediction, as the traces show it: nodes
// that booted late, stopped, resigned, or wrote nothing for two intervals of hellos, which
// counts as a pause. Of the faults of a mask's scenario only the faults of the radio remain. A
// crash is put in the middle between the last record of a node and the next that it would
// have written. Nodes listen before they elect, as agents do, and miss a leader after the
// time that the agents' hellos show. Offers are constant: the last of each agent.
//
// # Calibration
//
// The loss from A to B is 1 − (frames that B received) / (frames that A sent to B while B
// ran). One-way delays are as exact as the clocks (see internal/live/merge). The round trip is
// the sum of both directions, in which errors of the clocks cancel. The emulator's loss
// is one probability, so the scenario has the mean of all directions; the numbers of each
// link are in comments.
//
// Movement. A link with a constant loss loses binomially. If the losses of a pair, in
// stretches of three intervals of hellos, are spread more unevenly than chance explains
// (Pearson's chi-squared, 0.1 % for the whole network), and neither direction was heard for
// such a stretch, the link comes and goes. Its contacts end with three silent intervals,
// and its loss is that within them. A scenario with one graph cannot fit then.
//
// Timers. A heartbeat is sent every η and lost with probability p; after m losses in a
// row the sender is suspected. A mistake begins when one heartbeat arrives and the m
// after it are lost, so mistakes are η / ((1-p) pᵐ) apart on average (Chen, Toueg,
// Aguilera 2002, Theorem 5 for NFD-S, delays far below η). The suggested m is the least
// for which all n-1 watchers of a leader together make fewer than [MistakesPerHour]; p is
// the upper end of Wilson's one-sided 95 % interval (JASA 22, 1927) on the worst link.
// If losses come in bursts a greater m is needed.
//
// Units: as in package measure; delays are durations.
package replay
