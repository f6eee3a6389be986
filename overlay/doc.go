// Package overlay holds the services between the radio and an algorithm: neighbours
// (Hello), acknowledged frames (Link), routes to members (Flood, AODV, OLSR), the successor on
// a ring (Ring), knowledge of the members, and the watch over the leader ([Monitor]). The first
// six are machines that wrap a machine, each in a package of its own below internal; the last
// is a part of one. This package stacks them (Compose) and has their options. They assume of their
// driver only what protocol promises, so they run wherever a machine runs. They never use a
// clock, a socket or another node's memory.
//
// # How a layer works
//
// A layer calls the machine that it wraps with its own view ([protocol.Driver.Look]). Then
// it rewrites the effects that the machine appended, in place: Ring replaces a Send by a
// Route, Flood a Route by a Broadcast, AODV a Route by a
// Send to the next hop, Link a Send by a numbered Send. An effect that must
// wait is replaced by a stop of the layer's own timer, which the layer sets again before
// it returns, so the order of the others stays. Optional abilities pass through every
// layer.
//
// # What the services promise
//
//   - Hello: a time-out and an interval after the last change, each node's neighbours are
//     exactly the nodes that it hears, each in its present life.
//
//   - Flood: a message is delivered to its destination at most once in a life of the
//     destination; without loss, and along a path that lasts, exactly once.
//
//   - AODV: following next hops from node to node, one never comes back to a node. Messages
//     may be lost, above all those that wait for a route to a member that is gone: nobody
//     is told.
//
//   - Link: messages to a neighbour are delivered at most once and in order; a message is
//     delivered if no more of its frames are lost than there are repetitions.
//
// `bellwether explore --services hello,flood,link` checks these promises in every run of a
// small world, beside the algorithm's promises; with aodv in place of flood it checks AODV's.
// The promises assume that messages are faster than timers, and that a flood's memory of
// duplicates (duplicateMemory) outlasts the slowest copy.
//
// # Order
//
// From the algorithm outward: Ring, Flood, AODV, OLSR, Hello, Link ([Compose]). Timers 0 … k-1
// belong to the machine within; the layer takes the next. Message kinds 128 … 255 are the
// overlay's: Ring 128-129, Flood 130, Hello 132, Link 134-135, AODV 136-142, OLSR 143-144. A Monitor sends as a part
// of its algorithm: fd's kinds 100-101, and 110.
package overlay
