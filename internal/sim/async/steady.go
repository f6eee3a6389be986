package async

// A steady source gives each handler of a node the same list of numbers. The list differs
// between nodes, seeds, and boots of a node: a session of a former incarnation must not come again.
// The source has no state between handlers, so that states of a system can repeat.
type steady struct {
	seed, node uint64
	boot       uint64
	drawn      uint64 // by the handler that runs
}

// Uint64 implements [rand.Source]: the numbers of splitmix64 (Steele, Lea and Flood, Fast
// splittable pseudorandom number generators, 2014, figure 14) from a start of its own for
// each node, boot and seed.
func (s *steady) Uint64() uint64 {
	s.drawn++
	return mix(mix(s.seed) + mix(^s.node) + mix(s.boot<<32) + s.drawn*golden)
}

const golden = 0x9e3779b97f4a7c15 // of figure 14: 2^64 divided by the golden ratio, odd

func mix(z uint64) uint64 {
	z += golden
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
