package mobility

import "math/rand/v2"

// A Path is one node's future: successive legs. The first starts at 0 and each
// starts where, in time, the former ended. A leg whose From differs from the
// former's end is a teleport.
type Path interface {
	// Next returns the next leg. After a leg that ends at Forever it is not
	// called again.
	Next() Leg
}

// A Model makes the paths of all nodes of a world. A driver calls [ForRun] first,
// for models whose nodes have something in common. A model that knows a fixed number of
// nodes, such as a list of positions, has a method Nodes() int beside these two.
type Model interface {
	// Path returns the future of a node, 1…n. The two streams belong to that
	// node: placement is drawn for the initial position, before Path returns,
	// movement for all the rest.
	Path(node int, placement, movement *rand.Rand) Path

	// MaxSpeed returns an upper bound of every node's speed, in m/s, teleports
	// excepted, for the spatial index.
	MaxSpeed() float64
}

// counted is a model that knows a fixed number of nodes, such as a trace or a
// list of positions. A node beyond it is absent for ever. A loader compares the numbers
// and refuses more nodes.
type counted interface {
	Model
	Nodes() int
}
