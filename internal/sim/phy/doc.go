// Package phy decides by power what becomes of frames: a [Channel] treats each frame
// alone, [Interference] treats frames that overlap. An [Airlog] keeps a node's time on the
// air.
//
// It assumes what package radio assumes, and takes its options. It is pure: runs may share
// a channel and its interference; an Airlog belongs to one node.
//
// # Cost
//
// BenchmarkEmission measures what each model costs a frame and receiver: 10 to 70 ns, no
// allocation, when one [Emission] serves all receivers of a frame. BenchmarkChannel
// measures single hops: 50 to 300 ns, beside 5 ns for the disk. A table of 82 kB saves the
// logarithm of a path loss.
//
// # Sources
//
// They stand beside each model, here and in package radio.
package phy
