// Package hunt searches for worlds in which an algorithm breaks a law, and shrinks each to a
// world that is small enough to read.
//
// A world is a scenario: drawn from a seed and a number, or a scenario of the user's with
// other faults, losses and seeds. Each is run once and judged by its records alone. A world
// that breaks a law is shrunk (delta debugging by structure: Zeller and Hildebrandt 2002)
// until nothing more can be left out without losing the breach. Shrunk worlds are kept in a
// directory, and the next hunt of the directory runs them first.
//
// It assumes that a run is a function of its scenario. It never reads a clock except to end
// after a given time and to write its state. What it finds in N worlds is a function of the
// seed and N alone: it does not depend on the number of goroutines, nor on whether the hunt was
// killed and resumed.
//
// The laws are the constants of type [Law]. What an algorithm promises of a calm world is
// checked in worlds that become calm: after the last fault, loss and movement.
//
// Cost: one run a world, which takes 2 to 30 ms of processor time with up to 12 nodes and some
// hundred ms with 60; shrinking takes some hundred runs of worlds that become smaller.
package hunt
