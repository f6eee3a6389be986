// Package duty knows which radios may not send: those that have used up what a duty
// cycle allows, and those whose queue is full.
//
// # In and out
//
// It uses the kernel and the cap. It is informed of what nodes have on the air, when a
// queue is full or has room again, and when a node stops. It answers when a frame may
// begin. It records, as trace.Mute, each spell in which a node could not send. It calls
// no part except the kernel.
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
// Without a cap and without a full queue it keeps nothing. With a cap, each frame needs
// the node's airtimes within the window (phy.Airlog), at most 16 kB a node.
package duty
