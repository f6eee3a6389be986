// Package wyhash hashes two words to one: wyhash64 of Wang Yi's wyhash, final version 4.
// Random values that are a function of a key are drawn with it: losses of frames, fades,
// jitter.
//
// It assumes that the caller puts the seed into one of the words. It must not be used for
// tables that an adversary fills.
//
// # Never
//
// The hash of two words never changes: results of old seeds depend on it.
//
// # Cost
//
// Two multiplications of 64 by 64 to 128 bits, each folded: some 2 ns. It is inlined.
//
// # Source
//
// Wang Yi, wyhash.h, final version 4 (github.com/wangyi-fudan/wyhash, public domain). Its
// author reports that it passes BigCrush and PractRand as a generator; a close relative of
// it fails PractRand after 4·10^12 draws, more than any run makes. The tests of packages
// radio and draw test the keys of their draws: links, directions, slots, seeds; nodes,
// instants, ordinals.
package wyhash

import "math/bits"

// The secrets of the source: words of which each byte has as many bits set as not.
const first, second = 0x2d358dccaa6c78a5, 0x8bb84b93962eacc9

// Mix hashes two words.
func Mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a^first, b^second)
	high, low = bits.Mul64(low^first, high^second)
	return high ^ low
}
