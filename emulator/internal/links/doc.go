// Package links follows the links between nodes exactly, if a part of the run needs them,
// follows components, and finds shortest paths.
//
// # In and out
//
// It uses the kernel, the places of nodes and package reach. It is informed of turns, and
// of nodes whose links may change from one instant to the next. It informs machines that
// learn their neighbours from an oracle, and writes records.
//
// # How
//
// Movement is straight between turns, so with an exact medium the instant at which a pair
// comes into range, or leaves it, is the solution of a quadratic equation. In an epoch,
// in which the fastest node may move a sixth of the range, each pair that could meet or part
// is predicted once, and again when one of the two turns. For other media with places there is no equation:
// links are examined at intervals, at the latest when the fastest node may have moved a
// twenty-fifth of the reach, between once and 20 times a second.
//
// Components are followed as links come and go ([connected]): each node whose component
// changes has a record at that instant. Where components are drawn they are found anew at
// each drawn instant, and links need not be followed for them.
//
// # Cost
//
// Nothing if links are not needed. Otherwise a sorted list of neighbours for each node,
// and an event for each change and each epoch. A link that joins two components costs the
// nodes that are renamed; one that goes costs nothing if its ends have a common neighbour,
// else a search up to the whole of the smaller side.
package links
