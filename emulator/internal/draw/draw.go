// Package draw gives the randomness of a run: one generator for each seed, purpose
// and node, so that drawing more in one place never shifts another.
//
// It never touches global randomness; two calls with the same arguments give the same
// generator on every machine.
package draw

import (
	"math/bits"
	"math/rand/v2"
	"time"
)

// Purpose separates the streams of randomness.
type Purpose uint64

// The purposes. Their order is part of every result.
const (
	Placement Purpose = iota + 1
	Movement
	Medium
	Algorithm
	Faults
	Renewals
	Twists
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

// Within draws uniformly from [0, span].
func Within(g *rand.PCG, span time.Duration) int64 {
	if span <= 0 {
		return 0
	}
	hi, _ := bits.Mul64(g.Uint64(), uint64(span)+1)
	return int64(hi)
}
