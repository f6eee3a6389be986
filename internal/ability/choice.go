package ability

// A NeverWorse is a machine whose node takes nobody for its leader that offers less than the
// node itself, at no moment of any run in which what nodes offer is fixed and no hysteresis
// keeps who leads. It says so by a method that does nothing, for those who judge runs.
type NeverWorse interface{ NeverFollowsWorse() }

// An OnlyBest is a machine of which nobody takes anybody for its leader but the best of all,
// where all start together over an oracle of neighbours and nothing ever happens to the world.
// One that leads first, and gives way to whoever is better, is none.
type OnlyBest interface{ FollowsOnlyBest() }
