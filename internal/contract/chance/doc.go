// Package chance draws random values that are a function of a key: losses of frames, fades,
// jitter.
//
// [Mix] hashes two words to one: wyhash64 of Wang Yi's wyhash, final version 4. A loss is drawn
// by seed, directed link and time slot; that of a control frame by the instant in place of the
// slot, see [Control]. Each other draw of a radio has a purpose of its own, so that no two of
// them are the same hash.
//
// The package is pure. It assumes that the caller puts the seed into one of the words. It must
// not be used for tables that an adversary fills. The hash and the numbers of the purposes never
// change: results of old seeds depend on them.
//
// # Cost
//
// A hash is two multiplications of 64 by 64 to 128 bits, each folded: some 2 ns. It is inlined.
// A draw takes 4 ns.
//
// # Source
//
// Wang Yi, wyhash.h, final version 4 (github.com/wangyi-fudan/wyhash, public domain). Its
// author reports that it passes BigCrush and PractRand as a generator; a close relative of
// it fails PractRand after 4·10^12 draws, more than any run makes. The tests of packages
// radio and draw test the keys of their draws: links, directions, slots, seeds; nodes,
// instants, ordinals.
package chance
