// Package overlay holds what lies between the radio and an algorithm: who is my
// neighbour ([Hello]), how does a frame survive loss ([Link]), how do I reach a
// member ([Flood]), who is my successor on a ring ([Ring]), what do I know of the
// members, and is my leader still there ([Monitor]). The first four are machines that
// wrap a machine, the last is a part of one. They assume of their driver
// only what protocol promises, so they run wherever a machine runs; they never touch
// a clock, a socket or another node's memory.
//
// # How a layer works
//
// A layer calls the machine it wraps with a view of its own ([protocol.Driver.Look])
// and then rewrites, in place, the effects that machine appended: Ring makes a
// Route of a Send, Flood a Broadcast of a Route, Link a numbered Send of a Send.
// An effect that must not happen now becomes a stop of the layer's own timer,
// which the layer sets again before it returns: the order of the others stays.
// Optional abilities pass through every layer.
//
// # Order
//
// From the algorithm outward: Ring, Flood, Hello, Link ([Compose]). Timers
// 0 … k-1 are the machine's within, the layer takes the next. Message kinds
// 128 … 255 are the overlay's: Ring 128-129, Flood 130, Hello 132, Link 134-135. An
// Monitor sends in its algorithm's name: fd's kinds 100-101, and 110.
package overlay
