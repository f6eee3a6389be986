// Package battery keeps the batteries of all nodes of a run: what each has spent, what
// is left of it, and when it is empty.
//
// # In and out
//
// A [Bank] is made from the kernel, for virtual time and the life of nodes, and from
// what package energy says of radios, batteries and harvesters. It is told when a node
// arrives, runs and stops, which frames it sent and received, and when it is recharged.
// It is asked for what is left, and for records. It has a node whose battery is empty
// crash, and one that has recovered started again; it plans its own looks at batteries.
// It knows no radio, no frame and no fault, and calls no part beside the kernel.
//
// A nil Bank is that of a world without batteries: it takes no charge, and everybody's
// share is whole.
//
// # Assumes
//
// Frames that end at one instant are charged in an order that depends on the run alone:
// sums of floats do. Whoever is charged for a frame was there as it ended; a node that
// stopped may be charged, and does not die again. Slots are kept from one event to the
// next: nodes are laid out in memory once, before a run begins ([kernel.Options] Order).
//
// # How
//
// Charge is settled when it is asked for: idling since the last boot is multiplied out,
// and a death is foreseen, not polled. No battery gives more than it holds. A frame is
// charged to each node as the frame ends; where that takes more than is left, it takes
// what is left, and the node dies at that instant. By idling it dies when what is left
// does not last another nanosecond. Linear batteries, Peukert's and those with a
// harvester are linear in time between two frames and two steps of the harvester, so
// their end can be written down. Of a battery with terms (energy.Terms) what it can
// lose is bounded, and its end is found by halving; it is reckoned to the microjoule.
//
// # Units
//
// Joules, watts, and nanoseconds since the run began.
//
// # Cost
//
// A frame costs each receiver with a linear battery and no harvester at work an
// addition and a comparison on 16 bytes: the limit of its tally says up to where
// nothing else can come of it. All else takes the exact way, some 20 to 30 ns, and ten
// exponentials for each look at a diffusing battery. A node takes 80 bytes, 40 more
// where batteries do not lose what radios draw, and 8 for each term.
package battery
