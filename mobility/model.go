package mobility

import "math/rand/v2"

// A Path is the movement of one node: successive legs. The first starts at 0, and each starts
// at the instant at which the one before ends. A leg whose From differs from the place where
// the one before ends is a teleport.
type Path interface {
	// Next returns the next leg. After a leg that ends at Forever it is not
	// called again.
	Next() Leg
}

// A Model makes the paths of all nodes of a world. A driver calls [ForRun] first,
// for models whose nodes share something that is drawn. A model with a fixed number of
// nodes, such as a list of positions, also has a method Nodes() int.
type Model interface {
	// Path returns the path of a node, 1…n. The two streams belong to that
	// node: placement is used for the initial position, before Path returns,
	// movement for all other draws.
	Path(node int, placement, movement *rand.Rand) Path

	// MaxSpeed returns an upper bound of every node's speed, in m/s, for the spatial
	// index. Teleports may be faster.
	MaxSpeed() float64
}

// counted is a model with a fixed number of nodes, such as a trace or a
// list of positions. A node beyond that number is always absent. A loader refuses worlds
// with more nodes.
type counted interface {
	Model
	Nodes() int
}
