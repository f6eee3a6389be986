// Package lesson has lessons about elections: small worlds, what to look at in them, and which
// changes break them.
//
// A lesson is a file of lessons/: a scenario, steps with their instants, and changes of the
// scenario with what comes of them. Whatever a step says of who follows whom, and of how many
// messages were sent, stands beside it as a [Claim] too. [Check] runs the scenario and its
// changes and compares, so a false lesson fails.
//
// # Assumes
//
// The files of the program itself. They are read strictly nevertheless, so that an author gets
// every fault with its place.
//
// # Never
//
// It draws nothing: the viewer and the terminal show lessons.
//
// # Cost
//
// A run of a small world for the lesson and for each of its changes, some milliseconds
// each.
package lesson
