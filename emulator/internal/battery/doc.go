// Package battery keeps the batteries of all nodes of a run: what each has spent, what is
// left, and when it is empty.
//
// # In and out
//
// A [Bank] uses the kernel, for virtual time and the life of nodes, and package energy's
// models of radios, batteries and harvesters. It is informed when a node arrives, runs
// and stops, which frames it sent and received, and when it is recharged. It answers how
// much is left, and writes records. It crashes a node whose battery is empty, and lets
// one that has recovered start again; it plans its own looks at batteries. It knows no
// radio, no frame and no fault, and calls no part except the kernel.
//
// A nil Bank is for a world without batteries: it takes no charge, and every node's share
// is 1.
//
// # Assumes
//
// Frames that end at one instant are charged in an order that depends only on the run,
// because sums of floats depend on the order. A node that is charged for a frame was in
// the world at the frame's end; a node that has stopped may be charged, and does not die
// again. Slots are kept from one event to the next: nodes are laid out in memory once,
// before a run begins ([kernel.Options] Order).
//
// # How
//
// Charge is computed when it is needed: the idle time since the last boot is multiplied
// by the power, and the time of death is predicted, not polled. No battery gives more
// than it holds. A frame is charged to each node when the frame ends. If that is more
// than is left, it takes what is left, and the node dies at that instant. An idle node
// dies when its charge does not last another nanosecond. Linear batteries, Peukert's and
// those with a harvester are linear in time between frames, steps of the harvester and legs
// of a path (a motor takes one power for each leg), so their end has a formula. For a battery with terms (energy.Terms) the loss is bounded,
// and its end is found by bisection, to the microjoule.
//
// # Units
//
// Joules, watts, and nanoseconds since the run began.
//
// # Cost
//
// For a receiver with a linear battery and no active harvester, a frame costs an addition
// and a comparison on 16 bytes: below the limit of its tally nothing else can follow. All
// else takes the exact path, about 20 to 30 ns, and a diffusing battery needs ten
// exponentials for each look. A node takes 80 bytes, 40 more if batteries lose another
// amount than radios draw, and 8 for each term.
package battery
