// Package conformance holds every algorithm to the laws that all must keep, over
// the emulator, in small random worlds full of trouble that ends: the
// convergence law of DESIGN §12, fairness (the same movement, capabilities and
// faults whatever runs), one trace per seed, and a crash between any two
// effects.
//
// A world is a function of its number alone, so a failure is reproduced by that
// number. It assumes nothing of an algorithm but its description; what holds for
// one algorithm only is tested beside it.
//
// Units: virtual time, metres. Cost: some 5 ms of processor time per world.
package conformance
