// Package draw gives the randomness of a run, as pure functions of its seed.
//
// # Streams and addresses
//
// What strikes nodes from outside, and where they go, is drawn from streams: one
// generator for each (seed, purpose, node), so that drawing more in one place never
// shifts another. Nothing that nodes say or hear makes a stream go on.
//
// What nodes do draws by address: a number for each (seed, purpose, node, occasion). So
// draw the algorithms, and the medium for jitter and for back-offs. The occasion is the
// instant of virtual time, and how many draws of that node and purpose there were at
// that instant before: see [Occasion]. That of a back-off is the instant, and what it is
// for: before a frame, after it, or again. A node that does the same at an instant draws
// the same, whatever was drawn before. So a frame more or less changes draws in its causal
// future alone, and where its influence has died out two runs are the same again. With a
// stream, a node that was once told a message less would draw other numbers for good.
//
// Other occasions were thought of. The number of the draw is a stream again. So is the
// number of the frame, which goes on with each that anybody says. What the draw is for
// (a flood, a computation) would be stabler yet, since it does not change where a message
// comes a moment later; but the medium knows no meaning of messages, and to hash what
// they hold costs more than the rest of a delivery.
//
// # Assumes
//
// The instant is the world's: clocks that drift, crashes and restarts do not matter, and a
// node draws no number of an earlier life again. Jitter is drawn at the instant at which
// a message is said, not when the radio is free for it.
//
// # Never
//
// It never touches global randomness; two calls with the same arguments give the same
// numbers on every machine.
//
// # Limits
//
// A node that does the same a nanosecond later draws something else. Of two things that
// happen to a node at one instant, the second draws something else if the first does not
// happen. Draws repeat after 2^32 of one node and purpose at one instant; back-offs, where a
// node crashes and restarts at one instant.
//
// # Cost
//
// 12 bytes for each node and purpose, and none for back-offs, where a generator takes 16;
// a draw is two multiplications of 64 by 64 bits (package wyhash), some 5 ns with what the
// node keeps in the cache, the next number of a generator some 4 (BenchmarkDraw).
package draw

import (
	"math/bits"
	"math/rand/v2"
)

// Purpose tells draws apart.
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
