// Package access decides when frames go on the air, and which of the frames that overlap
// are received: it takes the messages that machines send, and lets the kernel deliver
// them.
//
// # In and out
//
// A [Layer] is the link layer of all nodes. It gets the kernel, package reach, package
// duty, a meter of batteries, and a function for the next hop. It is informed of the
// messages of machines and of nodes that stop. It produces deliveries, through the kernel
// or an interceptor, and records of what was sent, transmitted, held back and lost.
//
// Each node has a queue, first in, first out. A scheme takes the next frame when the
// radio is free, and decides when the radio is free again. The schemes are ideal, in
// which all frames that overlap are received, and csma. A new scheme is a file that
// implements the interface scheme, and a line in the list schemes.
//
// # Assumes
//
// Nodes that share a medium have one bit rate, unless radio.Rates chooses others. One frame of a node is on the air at a
// time, and its acknowledgement belongs to it.
//
// # Never
//
// It knows no battery, fault or algorithm. It leaves to packages radio and reach what
// they decide about reception.
//
// # Units
//
// Nanoseconds since the run began; bytes.
//
// # Cost
//
// On the ideal medium a transmission is one event, however many nodes hear it. With csma
// it is three events, and every node that it can disturb is updated when it begins and
// when it ends: fifty nodes where ten hear it, with 32 bytes each, and 40 more for those
// that may receive it.
package access
