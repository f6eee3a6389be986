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
// it is three events. A frame that begins is entered into a list of frames on the air, by
// place; it updates the nodes that may receive it, and of all others only those that send or
// have a back-off: five of fifty, in a flood. The others look at the list when they begin to
// watch. Where frames overlap, interference is summed at receivers alone. In a world of at most
// 64 nodes a countdown that another frame freezes costs no event.
package access
