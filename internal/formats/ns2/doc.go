// Package ns2 reads and writes movement files of the network simulator ns-2, the most
// common format of movement traces: its setdest tool writes it, and so do BonnMotion, SUMO
// and most published vehicle traces.
//
// It assumes a file of the commands below, in any order. It reads the file once, as a
// stream, and keeps only the legs of each node. It never runs the Tcl around the commands,
// and never skips a line that it does not know. Files, lines, nodes, times and coordinates
// have limits.
//
// # What it reads
//
//	$node_(7) set X_ 131.9                              where node 7 is at time 0; also Y_ and Z_
//	$ns_ at 2.5 "$node_(7) setdest 353.7 171.9 0.8"     from 2.5 s on it goes to (353.7, 171.9) at 0.8 m/s
//	$ns_ at 9.0 "$node_(7) set X_ 10.0"                 it is moved in no time, and stands
//	$ns_ at 9.0 "$node_(7) switch OFF"                  it leaves the world; switch ON: it enters it
//	$god_ set-dist 1 2 3                                ignored, timed or not; so is set god_ [God instance]
//	# a comment, also after a command or ;
//
// $ns and $node are the same as $ns_ and $node_. Another number may follow the speed and is
// ignored. Node numbers may be any; nodes 1…n of the trace are the file's nodes in ascending
// order, and Trace.Names has the file's numbers. The reference for the format is chapter 16 of
// "The ns Manual" (mobile networking) and ns-3's Ns2MobilityHelper. As there, an untimed line
// after the moves counts, a setdest replaces one under way, and a timed set ends one:
// radio/CROSSCHECK.md compares places.
//
// # Rules
//
//   - A setdest replaces one under way, from where the node is at that instant. One that
//     is never replaced ends at its destination. Speed 0 stops, as in ns-2 and ns-3, and is
//     told if the destination is elsewhere; CORE jumps there, and so does [ReadCORE].
//   - A setdest of 1000 km/s or more is a jump: the node stands, and is at its destination
//     when it would arrive. At 10⁹ m/s or more, with which vehicle traces place and remove
//     their vehicles, it is a placement: the node is there at once.
//   - At one instant, placements of a node come first, and all else in the order of the
//     file: a timed X_ and Y_ are one teleport, and a move written before or after them
//     starts from there.
//   - Before its first switch a node is in the world if that switch is OFF, and is not if
//     it is ON. So a node that is switched OFF at 0 and ON at 12 s arrives at 12 s, with
//     or without the line at 0. A node without switches is always there. OFF and ON at one
//     instant leave no gap.
//   - A node moves on while it is out of the world, and comes back where that leads. Its
//     movement in the meantime counts neither for the bounds nor for the greatest speed,
//     and is not among its legs.
//
// # Units
//
// Seconds with decimals in the file, rounded to nanoseconds; metres, m/s.
//
// # Deviations from ns-2
//
//   - Heights are read, checked and ignored: the world is flat.
//   - A node in the world without a place is at 0 m in x, in y or in both, as in ns-2 and
//     in ns-3, whose own examples have such nodes. A damaged file may look the same, so a
//     note names these nodes.
//   - A second untimed X_, Y_ or Z_ of one node is refused: two files joined together look
//     like this.
//   - BonnMotion's writer adds a border of 10 m to every coordinate; it stays.
//   - In ns-2 a node that is moved by a timed set goes on in its old direction.
//   - ns-3 3.37 also moves it at time 0, and at the set's time resets the other coordinate
//     to its first value. Here a timed set changes one coordinate at one time.
//
// # Writing
//
// A jump is a setdest of 1000 km/s that arrives at its instant, so it begins 1 ms earlier
// for each kilometre, 10 ms at most. A timed set would be shorter, but ns-3 misreads it
// (above). ns-2, ns-3 and this reader agree on a fast setdest: ns-3 cuts times to whole
// nanoseconds and lands within a millimetre. Absence is written as a switch, which neither
// ns-2 nor ns-3 knows: there the node stands where it left.
package ns2
