// Package merge makes one trace from the traces of the agents of a live run, which each
// used its own clock.
//
// It assumes that a file is one life of one agent: records of one node, by a clock that
// runs evenly. It renumbers nothing, drops only the End of each life and what came before time 0, and never changes
// the contents of a record. Memory does not grow with the length of the files: they are
// read twice to measure the clocks (what came before time 0 three times), and once for each Stream. (It grows with the number
// of lives, and up to a bound with frames.)
//
// # Clocks
//
// A frame in two files is a Send (or the Transmit that put it on the air) by one
// clock and a Receive by another. It never arrives before it was sent, so every frame in
// one direction bounds the difference between the clocks from above, and every frame in
// the other direction from below. With one frame in each direction that is Cristian's
// estimate: half the difference of the two apparent delays, wrong by at most half their
// sum. Over a long run clocks also drift, so the difference is a straight line that lies
// below all bounds from above and above all bounds from below. The estimate is the middle
// of the possible values at the beginning of a life and at its end. The stated error is
// the greater half-width, so the true line is within it as long as both clocks are even.
// (If no line fits, the line that violates the bounds least is taken, and the violation
// is an estimate of the error.) Drift is assumed to be at most [MaxDrift]. Only the
// corners of the convex hull of the bounds matter, and only those are kept.
//
// Clocks are aligned along the spanning tree of the pairs with the least errors, which
// add up along it; the reference is the life in its middle. A life without frames in both
// directions uses its wall clock and is marked so. A life that cannot have run at the
// same time as the others is an error.
//
// # Lives
//
// A life that ends with an End record ended cleanly: the End becomes an Absent. Any other
// life was killed, and gets a Crash at its last record; its last line may be cut off.
// (The true crash is later, by up to the time between two records and what the agent had
// not yet written.) The lives of one agent follow each other: if the aligned clocks say
// otherwise, a life begins when the one before has ended. Under a mask agents may start
// before time 0, the epoch: what they wrote until then is left out, but for what holds of
// them at time 0, which stands there.
//
// # Truth
//
// No agent knows which nodes hear each other. A [Truth] does: a mask's scenario knows it
// exactly, and [Heard] estimates it. An [Examiner] looks at the links once in each interval
// and writes the components that changed into the stream, behind a Truth record, so that a
// live run is measured like an emulated one whose links are examined.
//
// Cost: some 2 µs for each record and reading, on a 2 GHz core.
//
// Units: protocol.Time for instants; a drift is a fraction (1e-6 is 1 µs a second).
//
// Sources: F. Cristian, "Probabilistic clock synchronization", Distributed
// Computing 3, 1989, §3, for the estimate and its error; A. Duda, G. Harrus,
// Y. Haddad, G. Bernard, "Estimating global time in distributed systems", ICDCS
// 1987, for the line between the two hulls. We deviate in the estimate: they take one
// line by regression; we take the middle of all possible lines, because that gives a
// bound.
package merge
