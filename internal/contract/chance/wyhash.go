package chance

import "math/bits"

// The secrets of the source: each byte of them has four bits set.
const first, second = 0x2d358dccaa6c78a5, 0x8bb84b93962eacc9

// Mix hashes two words.
func Mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a^first, b^second)
	high, low = bits.Mul64(low^first, high^second)
	return high ^ low
}
