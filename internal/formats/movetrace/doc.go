// Package movetrace keeps recorded movement: a [Recorder] makes a [Trace] of fixes (places
// at instants), and an [Excerpt] of a trace is a model of movement.
//
// It assumes that fixes of one node come in order of time, and metres on a plane that an
// [Anchor] ties to the Earth. It never reads a file: the readers of formats do. A trace
// draws no random numbers.
//
// Between two fixes a node moves in a straight line at constant speed. Fixes within 1 µm
// of such a line make one leg, so a movement that a simulator sampled each second takes no
// more memory than its turns (the swinging door rule: E. H. Bristol, "Swinging door
// trending", ISA 1990). A move at 1000 km/s or more is a teleport: the node stands until
// its end. An excerpt decides which part of a trace is used, and, for formats that do not
// say it, what a node does after its last fix. Nodes are numbered in the order of their
// names, v2 before v10.
//
// # Units
//
// Coordinates are metres, speeds metres per second, instants time.Duration since the
// trace's time 0.
//
// # Cost
//
// A leg takes 10 to 48 bytes, see packed.go; walking one is some 100 ns.
package movetrace
