package emulator

import (
	"math/bits"
	"math/rand/v2"
	"time"
)

// purpose separates the streams of randomness: one PCG per (seed, purpose,
// node), so that drawing more in one never shifts another.
type purpose uint64

const (
	forPlacement purpose = iota + 1
	forMovement
	forMedium
	forAlgorithm
	forFaults
	forRenewals
	forTwists
)

// stream gives the generator of one purpose and node (or fault, by number).
func stream(seed uint64, why purpose, node uint64) rand.PCG {
	lo := mix(mix(seed) ^ mix(uint64(why)<<32^node))
	hi := mix(lo ^ uint64(why))
	return *rand.NewPCG(hi, lo)
}

// mix is the finaliser of splitmix64 (Steele, Lea, Flood, OOPSLA 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// switchable is a source of randomness that each handler finds pointed at its
// own node's stream, so that a world needs one rand.Rand and not one per node.
type switchable struct{ to *rand.PCG }

func (s *switchable) Uint64() uint64 { return s.to.Uint64() }

// within draws uniformly from [0, span].
func within(g *rand.PCG, span time.Duration) int64 {
	if span <= 0 {
		return 0
	}
	hi, _ := bits.Mul64(g.Uint64(), uint64(span)+1)
	return int64(hi)
}
