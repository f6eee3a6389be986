// Package access says when frames go on the air, and which of those that overlap are
// received: it takes what machines say, and has the kernel deliver it.
//
// # In and out
//
// A [Layer] is the link layer of all nodes. It is given the kernel, who is in reach,
// what keeps radios from sending, who charges batteries, and a way to the next hop. It
// is told what machines say and when a node stops. Out of it come deliveries, through
// the kernel or whoever intercepts them, and records of what was sent, transmitted,
// held back and lost.
//
// Each node has a queue, which frames leave in the order in which they came. A scheme
// takes the next frame when the radio is free, and says when it is free again: ideal,
// where frames that overlap are all received, or csma. A new one is a file that
// fulfils the interface scheme, and a line in the list schemes.
//
// # Assumes
//
// Nodes that share a medium have one bit rate. One frame of a node is on the air at a
// time, and its acknowledgement belongs to it.
//
// # Never
//
// It knows no battery, fault or algorithm, and decides no reception that radio and
// reach decide.
//
// # Units
//
// Nanoseconds since the run began; bytes.
//
// # Cost
//
// On the ideal medium a transmission is one event, whoever hears it. With csma it is
// three, a countdown's beginning and end among them, and it is followed at every node
// that it can disturb, fifty of them where ten hear it: at 32 bytes each as it begins
// and as it ends, and 40 more for those who might receive it.
package access
