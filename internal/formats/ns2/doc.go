// Package ns2 reads and writes movement files of the network simulator ns-2, the
// common tongue of movement traces: what its setdest tool writes, and BonnMotion,
// SUMO and most published vehicle traces after it.
//
// It assumes a file of the commands below, in any order. It reads it as a
// stream, once, and keeps only the legs of each node. It never runs the Tcl
// around them, never guesses past a line it does not know, and never reads
// more than it was promised: files, lines, nodes, times and coordinates have
// limits.
//
// # What it reads
//
//	$node_(7) set X_ 131.9                              where node 7 is at time 0; also Y_ and Z_
//	$ns_ at 2.5 "$node_(7) setdest 353.7 171.9 0.8"     from 2.5 s on it goes to (353.7, 171.9) at 0.8 m/s
//	$ns_ at 9.0 "$node_(7) set X_ 10.0"                 it is moved in no time, and stands
//	$ns_ at 9.0 "$node_(7) switch OFF"                  it leaves the world; switch ON: it enters it
//	$god_ set-dist 1 2 3                                ignored, timed or not
//	# a comment, also after a command or ;
//
// $ns and $node are as good as $ns_ and $node_. Another number may follow the
// speed and is ignored. Node numbers may be any; nodes 1…n of the trace are
// those of the file in ascending order, and Trace.Names tells them back.
// The reference for the format is chapter 16 of "The ns Manual" (mobile
// networking) and ns-3's Ns2MobilityHelper, whose reading of an untimed line
// after the moves, of a setdest that replaces one under way and of a timed set
// that ends one this reader shares: radio/CROSSCHECK.md compares places.
//
// # Rules
//
//   - A setdest replaces one under way, from where the node is at that instant;
//     one that is never replaced ends at its destination. Speed 0 stops.
//   - A setdest of 1000 km/s or more is a jump: the node stands, and is there when it
//     would arrive. At 10⁹ m/s or more, as vehicle traces place and remove their
//     vehicles, it is a placement: the node is there at once.
//   - Of what happens to one node at one instant, placements come first, and
//     otherwise the order of the file counts: a timed X_ and Y_ are one
//     teleport, and a move written before or after them starts from there.
//   - Before its first switch a node is in the world if that switch is OFF and
//     is not if it is ON. So one that is switched OFF at 0 and ON at 12 s
//     arrives at 12 s, with or without the line at 0; and a node without any
//     switch is always there. OFF and ON at one instant leave no gap.
//   - A node moves on while it is out of the world; it comes back where that
//     leads. What it does meanwhile counts neither for the bounds nor for the
//     greatest speed, nor does it appear among its legs.
//
// # Units
//
// Seconds with decimals in the file, rounded to nanoseconds; metres, m/s.
//
// # Deviations from ns-2
//
//   - Heights are read, checked and ignored: the world is flat.
//   - A node that is in the world without a place is at 0 m in x, in y or in both, as in
//     ns-3, whose own examples have such nodes, and in ns-2; since a damaged file looks
//     the same, a note names these nodes.
//   - A second untimed X_, Y_ or Z_ of one node is refused: it is what two files
//     joined together look like.
//   - BonnMotion's writer adds a border of 10 m to every coordinate; it stays.
//   - ns-2 lets a node that is moved by a timed set go on in its old direction.
//   - ns-3 3.37 also moves it at time 0, and at the set's time puts the other
//     coordinate back to what it was at first. Here a timed set is one coordinate
//     at one time.
//
// # Writing
//
// A jump is a setdest of 1000 km/s that arrives at its instant, so that it begins 1 ms
// earlier for each kilometre, 10 ms at most. A timed set would say it in fewer words,
// but ns-3 misreads one (above). ns-2, ns-3 and this reader agree on a fast setdest:
// where ns-3 cuts times to whole nanoseconds it lands within a millimetre. That a node
// is out of the world is a switch, of which neither ns-2 nor ns-3 has heard: there it
// stands where it left.
package ns2
