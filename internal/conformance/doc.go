// Package conformance holds every algorithm to the laws that all must keep, over
// the emulator, in small worlds full of trouble that ends. Each law is in one
// file; rows are all registered algorithms, and each with every other choice that
// one of its parameters offers, so that a new one is covered by being listed:
//
//	converge_test.go      random worlds: one leader each component wants, within the settle bound, for good
//	trouble_test.go       the same with pauses, drifting clocks, jams, frames that come twice or late
//	margin_test.go        with batteries that drain: nobody exceeds the leader by more than the margin for long
//	quiet_test.go         nothing but beacons, detectors, hellos, and what carries them on, once all is settled
//	self_test.go          nobody sends to itself, but in a ring of one
//	smallest_test.go      one node, two nodes, however they start
//	restart_test.go       down for a moment or for long, with what was saved or without
//	interrupt_test.go     a crash between any two effects
//	merge_test.go         two islands with a leader each meet
//	loss_test.go          three of ten frames lost, then calm
//	resign_test.go        the leader resigns, for good or for a while
//	determinism_test.go   one seed, one trace
//	fair_test.go          the same movement, links, capabilities, faults and greetings, whatever runs
//	codec_test.go         every kind of message, bare and carried, survives the wire; any bytes are survived
//	circle_test.go        parents form no circle, unless a node has forgotten that it took part
//	broken_test.go        machines with one defect each, which the laws convict
//
// Counts and ranks of VKT04's signallings, for which the emulator is needed, stand
// beside them (count_test.go, signalling_test.go). What holds for one algorithm
// only is tested where that is.
//
// A drawn world is a function of its number alone, a made one has a name; a
// failure ends with the command that reproduces it. It assumes nothing of an
// algorithm but its description.
//
// Units: virtual time, metres. Cost: some 5 ms of processor time per world.
package conformance
