// Package links follows who has a link with whom, exactly, where someone needs it, and
// finds components and shortest paths.
//
// # In and out
//
// It is given the kernel, where nodes are and who is in reach; it is told of turns, and
// of whoever may have other links from one instant to the next. It tells machines that
// observe neighbours by oracle, and records.
//
// # How
//
// Over an exact medium movement is straight between turns, so the instant at which a
// pair comes into range, or leaves it, solves a quadratic equation. Within an epoch, as
// long as a snapshot is good for, each pair that could meet is predicted once, and
// again when one of the two turns. Over other media with places nothing can be solved
// for: links are looked at again and again, at the latest when the fastest node may
// have moved a twenty-fifth of the reach, between 20 times and once a second.
//
// # Cost
//
// Nothing where nobody asks. Else a sorted list of neighbours a node, and an event for
// each change and each epoch.
package links
