// Package replay measures a live run like an emulated one: it merges the agents'
// traces, adds component truth, computes the same metrics, checks the same
// properties, and says where the run and the emulator's prediction part. It also
// calibrates: it measures the network between the agents and writes it down as a
// scenario.
//
// It assumes traces of one run (see internal/merge for what that means and for how
// clocks are put together). It never changes a trace.
//
// # Truth
//
// Of agents under a mask the scenario says exactly who hears whom; they have one
// epoch in common, and their traces name the scenario. Else it is
// estimated from mutual hearing, with the agents' hello time-out, and everything
// that rests on it is marked estimated.
//
// # Prediction
//
// The emulator runs the same algorithm for the same time under many seeds: in the
// scenario given, else in the one that calibration writes of these traces. If the
// live run were one more run of the emulator, its rank among N of these would be
// any of N+1 with one probability, so it would lie outside their range with
// probability 2/(N+1): 5 % for 39. A metric outside, by more than the share of the
// run that one sample stands for, is where the two part. (The
// 95 % intervals of tables are of means over runs, and too narrow for a single
// run.) What parts by construction: a live broadcast without a mask is a datagram
// to each member, one frame in the emulator; the emulator acknowledges unicasts on
// the link, live frames do without; live agents listen before they elect.
//
// # Calibration
//
// Loss of a way from A to B: one less frames that B received over frames that A
// put on the air for it while it ran. Delays one way are as exact as the clocks
// (see internal/merge); the round trip is the sum of both ways, in which errors of the
// clocks cancel. Only the scenario's mean of all ways survives into the emulator,
// whose loss is one probability; each link's own numbers stand in comments.
//
// Timers. A heartbeat every η, of which one is lost with probability p and m in a
// row are waited for: a mistake begins when one arrives and the m after it are
// lost, so mistakes are η / ((1-p) pᵐ) apart on average (Chen, Toueg, Aguilera 2002,
// Theorem 5 for NFD-S, delays far below η). The least m is taken for which all n-1
// watchers of a leader make fewer than [MistakesPerHour] together; p is the upper
// end of Wilson's one-sided 95 % interval (JASA 22, 1927) on the worst link. Losses
// that come in bursts need more than this says.
//
// Units: as in package measure; delays are durations.
package replay
