// Package place knows where the nodes of a run are: it moves them along their paths, and
// finds the nodes near a place.
//
// # In and out
//
// It uses the kernel, the movement, and the greatest distance of queries. It returns a
// node's position now, its motion, and the nodes that may be near a place. It reports by
// Options.Turned that a node has begun a new leg; it boots nodes that arrive and stops
// nodes that depart.
//
// # Assumes
//
// Paths are piecewise linear; there are no time steps. No node is faster than its model
// says.
//
// # Never
//
// It knows no radio, only distances.
//
// # Cost
//
// A node takes 40 bytes for its motion, 16 for its path, 17 in the snapshot and 30 in
// the index. A query visits the cells around a place (spatial.Index); the snapshot is
// renewed when the fastest node may have moved a twenty-fifth of the reach.
package place
