// Package bonnmotion reads and writes the native files of BonnMotion, the scenario
// generator of the University of Bonn (N. Aschenbruck and others, "BonnMotion: a
// Mobility Scenario Generation and Analysis Tool", SIMUTools 2010).
//
// It assumes a line for each node in a .movements file, of any length, and settings in a
// .params file beside it, which may be missing. It never reads the settings' parameters of
// the model that made the file.
//
// # What it reads
//
//	0.0 121.9 237.3 290.8 343.7 161.9 330.8 343.7 161.9 600.0 316.7 315.7
//
// times and places, t x y or in three dimensions t x y z: at 0 s the node is at
// (121.9, 237.3), at 290.8 s at (343.7, 161.9), and so on. Settings are key=value;
// duration and nn, the number of nodes, are read and compared.
//
// # Rules
//
//   - The caller says whether places have two or three dimensions. Else the lines decide:
//     their number of values must divide, and times must not run backwards. A file that
//     fits both has two. The dim in the settings does not count: BonnMotion's own sample
//     says 3 for lines of 2.
//   - Between two places a node moves in a straight line at constant speed; two
//     places at one time are a teleport.
//   - Nodes are always in the world: a node stands at its first place before it, and at
//     its last place after it. Names are 0, 1, … by line.
//   - The recording lasts as long as the settings say, or to the last time.
//
// Units: seconds and metres, written to the nanosecond and the micrometre. Cost: linear;
// memory holds the trace's legs and the numbers of one line, and of all lines before the first
// that shows the dimensions.
//
// Deviation: absence cannot be written; a node that is away stands where it left, or where
// it will first appear.
package bonnmotion
