// Package place knows where the nodes of a run are: it takes them along their paths,
// and finds who is near whom.
//
// # In and out
//
// It is given the kernel, the movement and how far nodes ask for others at most. It is
// asked for a node's position now, for its motion, and for the nodes that may be near
// a place. It tells, by Options.Turned, who has begun a new leg, and has nodes that
// arrive boot and nodes that depart stop.
//
// # Assumes
//
// Paths are piecewise linear; nothing is stepped. Nobody is faster than the model says.
//
// # Never
//
// It knows no radio: a distance is all that it is asked about.
//
// # Cost
//
// A node takes 40 bytes for its motion, 16 for its path, 17 in the snapshot and 30 in
// the index. A query looks at the cells about a place (radio.Index); the snapshot is
// renewed when the fastest node may have moved a twenty-fifth of the reach.
package place
