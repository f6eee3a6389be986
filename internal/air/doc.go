// Package air works out what becomes of frames by power: a [Channel], over which each is
// alone, and [Interference] between those that overlap. It keeps an [Airlog] of what a node
// had on the air.
//
// It assumes what package radio assumes, and options in its words. It is pure: a channel and
// what interferes on it may be shared by runs; only an Airlog belongs to one node.
//
// # Cost
//
// See BenchmarkEmission for what each model costs a frame and receiver: 10 to 70 ns, no
// allocation, where all receivers of a frame are asked for at once ([Emission]), and
// BenchmarkChannel for a hop by itself, 50 to 300 ns, beside 5 ns for the disk. A table
// of 82 kB spares a path its logarithm.
//
// # Sources
//
// They stand with each model here and in package radio.
package air
