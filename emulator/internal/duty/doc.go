// Package duty knows which radios may not send: those that have used up what a duty
// cycle allows, and those whose queue is full.
//
// # In and out
//
// It is given the kernel and the cap, and told what nodes have on the air, when a
// queue is full or has room again, and when a node stops. It is asked when a frame may
// begin. It tells the trace, as trace.Mute, of each spell in which a node could send
// nothing. It calls no part beside the kernel.
//
// # Assumes
//
// No spell of a node begins before its last one did.
//
// # Units
//
// Nanoseconds since the run began.
//
// # Cost
//
// Without a cap and without a full queue it keeps nothing. With a cap a frame costs a
// look at what its node had on the air within the window (radio.Airlog), 16 kB a node
// at most.
package duty
