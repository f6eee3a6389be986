// Package draw gives the randomness of a run, as pure functions of its seed.
//
// # Streams and addresses
//
// Faults and movement are drawn from streams: one generator for each (seed, purpose,
// node), so that more draws in one stream never change another. No message that nodes
// send or hear advances a stream.
//
// Draws that depend on what nodes do are by address: a number for each (seed, purpose,
// node, occasion). Algorithms draw in this way, and so does the medium for jitter and
// back-offs. The occasion is the instant of virtual time, with the number of earlier
// draws of that node and purpose at that instant: see [Occasion]. For a back-off it is
// the instant and the reason: before a frame, after it, or for a retry. A node that does
// the same at an instant draws the same number, whatever was drawn before. So one frame
// more or less changes draws only in its causal future, and when its influence has ended
// two runs are the same again. With a stream, a node that once heard one message less
// would draw other numbers for ever.
//
// Other occasions were considered. The number of the draw would be a stream again. So
// would the number of the frame, which grows with every frame that any node sends. The
// purpose of the message (a flood, a computation) would be more stable still, since it
// does not change if a message comes a moment later. But the medium does not know the
// meaning of messages, and hashing their contents costs more than the rest of a delivery.
//
// # Assumes
//
// The instant is the world's: clocks that drift, crashes and restarts do not matter, and a
// node never repeats a number that it drew before it rebooted. Jitter is drawn when a message
// is sent by the machine, not when the radio is free for it.
//
// # Never
//
// It never touches global randomness; two calls with the same arguments give the same
// numbers on every machine.
//
// # Limits
//
// A node that does the same a nanosecond later draws another number. If two things happen
// to a node at one instant and the first is left out, the second draws another number.
// Draws repeat after 2^32 draws of one node and purpose at one instant; back-offs repeat
// if a node crashes and restarts at one instant.
//
// # Cost
//
// 12 bytes for each node and purpose, and none for back-offs; a generator would take 16.
// A draw is two multiplications of 64 by 64 bits (package chance), about 5 ns if the
// node's state is in the cache; the next number of a generator takes about 4 ns
// (BenchmarkDraw).
package draw

import (
	"math/bits"
	"math/rand/v2"
)

// Purpose distinguishes draws.
type Purpose uint64

// The purposes. Their order is part of every result.
const (
	Placement Purpose = iota + 1
	Movement
	Medium
	Algorithm
	Faults
	Renewals
	FrameFaults
	Backoffs
	OwnFaults // of the program's
	Truth     // when components are looked at
)

// Stream gives the generator of one Purpose and node (or fault, by number).
func Stream(seed uint64, why Purpose, node uint64) rand.PCG {
	lo := Mix(Mix(seed) ^ Mix(uint64(why)<<32^node))
	hi := Mix(lo ^ uint64(why))
	return *rand.NewPCG(hi, lo)
}

// Mix is the finaliser of splitmix64 (Steele, Lea, Flood, OOPSLA 2014).
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Within makes a draw uniform in [0, span]; span is not negative.
func Within(drawn uint64, span int64) int64 {
	hi, _ := bits.Mul64(drawn, uint64(span)+1)
	return int64(hi)
}
