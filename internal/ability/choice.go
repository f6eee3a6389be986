package ability

// A NeverWorse is a machine whose node never follows a leader that offers less than the node
// itself, in any run with fixed offers and without hysteresis. Its method does nothing: it
// declares this to the code that checks runs.
type NeverWorse interface{ NeverFollowsWorse() }

// An OnlyBest is a machine whose nodes never follow another node than the best of all, if all
// start together over an oracle of neighbours and there are no faults or changes. A machine
// that first leads itself and later follows a better node is none.
type OnlyBest interface{ FollowsOnlyBest() }
