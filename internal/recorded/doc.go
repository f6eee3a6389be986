// Package recorded keeps movement that was recorded: a [Recorder] makes a [Trace] of fixes,
// places at instants, and an [Excerpt] of it is a model of movement.
//
// It assumes that fixes of one node come in the order of time, and metres on a plane that
// an [Anchor] ties to the Earth. It never reads a file: the readers of formats do. A trace
// draws nothing.
//
// Between two fixes a node moves in a straight line at constant speed. Fixes that
// lie within 1 µm of such a line make one leg, so that what a simulator sampled
// each second takes no more memory than its turns (the rule of the swinging
// door: E. H. Bristol, "Swinging door trending", ISA 1990). A move at 1000 km/s or
// more is a teleport: the node stands until then. What a node does after its last fix,
// in formats that do not say it, and which part of a trace is used, an excerpt decides.
// Nodes are numbered in the order of their names, v2 before v10.
//
// # Units
//
// Coordinates are metres, speeds metres per second, instants time.Duration since the
// trace's time 0.
//
// # Cost
//
// A leg takes 10 to 48 bytes, see packed.go; walking one is some 100 ns.
package recorded
