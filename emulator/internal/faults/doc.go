// Package faults carries out a script of faults on the nodes and the air of a run.
//
// # In and out
//
// A [Faults] uses the kernel, the script, package reach, the links, the places of nodes,
// the batteries, the link layer, and functions for what other parts must do in order. It
// is informed when a node turns, boots and stops, and intercepts frames directly before a
// machine while frame faults are in force. It acts on these parts, and writes records: a
// Fault when something strikes, a Strike, with its region, groups and links, when it
// takes effect, and an Over when it ends for any reason.
//
// A kind of fault is one file, with a type that implements strikes, and one line in the
// list kinds. Kinds of the program's own come with the options (own.go), and strike by a
// [Blow].
//
// # Assumes
//
// The script was checked by [Fault.Validate].
//
// Slots are kept from one event to the next: nodes are laid out in memory once, before a
// run begins ([kernel.Options] Order).
//
// # Never
//
// It knows no algorithm, and draws from no stream but its own: one for each fault and
// round, or for each random fault and node. What an own fault draws is drawn by address.
//
// # Cost
//
// Nothing while no fault is in force, except a test for each node that turns whether it
// could be jammed.
package faults
