// Package hunt looks for worlds in which an algorithm breaks a law, and makes what it finds
// small enough to read.
//
// A world is a scenario: drawn from a seed and a number, or a scenario of the user's with
// other faults, losses and seeds. Each is run once and judged by its records alone. What
// breaks a law is shrunk (delta debugging by structure: Zeller and Hildebrandt 2002) until
// nothing can be left out of it, and the law that is broken is the same. Shrunk worlds are
// kept in a directory and run again first.
//
// It assumes that a run is a function of its scenario. It never looks at a clock but to end
// after a time that it was given; what it finds in N worlds is a function of the seed and N
// alone, whatever the number of goroutines, and whether or not it was killed meanwhile.
//
// The laws are those of file laws.go. What is promised of a calm world is asked of worlds
// that become calm: after the last fault, loss and movement.
//
// Cost: one run a world, 2 to 30 ms of processor time up to 12 nodes, some hundred at 60;
// shrinking takes some hundred runs of worlds that become smaller.
package hunt
