// Package merge makes one trace of those that the agents of a live run wrote,
// each by its own clock.
//
// It assumes that a file is one life of one agent: records of one node, by a
// clock that runs evenly. It renumbers nothing, drops nothing but the End of each
// life, and never corrects what a file says. Memory does not grow with the
// length of the files: they are read three times, twice to learn the clocks and
// once for each Stream. (It grows with the lives, and up to a bound with frames.)
//
// # Clocks
//
// A frame in two files is a Send (or the Transmit that put it on the air) by one
// clock and a Receive by another. It never arrives before it was sent, so every
// frame one way bounds the difference between the clocks from above, every frame
// the other way from below. With one frame each way that is Cristian's estimate:
// half the difference of the two apparent delays, wrong by at most half their sum.
// Over a long run clocks also drift, so the difference is a straight line that
// lies below all bounds from above and above all bounds from below. The estimate
// is the middle of what is possible at the beginning of a life and at its end;
// the error stated is the greater half-width, so the true line is within it as
// long as both clocks are even. (Where no line fits, the one that breaks the bounds
// least is taken, and by how much is a guess of the error.) Drift is taken to be at most [MaxDrift]. Only the
// corners of the convex hull of the bounds matter, and only those are kept.
//
// Clocks are put together over the spanning tree of the pairs with the least
// errors, which add up along it; the reference is the life in its middle. A life
// without frames both ways goes by its wall clock and is marked so; one that
// cannot have run at the same time as the others is an error.
//
// # Lives
//
// A life that ends with an End record went cleanly: it becomes an Absent. Any
// other was killed, and gets a Crash at its last record; its last line may be cut
// off. (The true crash is later, by up to the time between two records and what
// the agent had not yet written.) The lives of one agent follow each other: where
// the clocks' errors say otherwise, the next begins when the last has ended.
//
// # Truth
//
// No agent knows who hears whom. A [Truth] does: a mask's scenario exactly, or
// [Heard] by estimate. A [Sampler] writes it into the stream as Component and
// Sample records, so that a live run is measured like an emulated one.
//
// Cost: some 2 µs for each record and reading, on a 2 GHz core.
//
// Units: protocol.Time for instants; a drift is a fraction (1e-6 is 1 µs a second).
//
// Sources: F. Cristian, "Probabilistic clock synchronization", Distributed
// Computing 3, 1989, §3, for the estimate and its error; A. Duda, G. Harrus,
// Y. Haddad, G. Bernard, "Estimating global time in distributed systems", ICDCS
// 1987, for the line between the two hulls. We deviate in the estimate: they take
// one line by regression, we the middle of all lines that are possible, for the
// sake of a bound.
package merge
