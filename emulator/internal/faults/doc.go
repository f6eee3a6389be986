// Package faults strikes the nodes and the air of a run by a script.
//
// # In and out
//
// A [Faults] is given the kernel, the script, who is in reach, the links, where nodes are,
// the batteries, the link layer, and through [World] what a strike does that other parts must do in
// order. It is told when a node turns, boots and stops, and intercepts frames on
// their last way to a machine while some are to be struck. Out of it come what it does to the parts it
// was given, and records: a Fault as something strikes, a Strike, with its region,
// groups and links, as that takes effect, and an Over as it ends, however that comes.
//
// A kind of fault is one file, with a type that fulfils strikes, and one line in the list
// kinds. Kinds of the program's own come with the options (own.go), and strike by a [Blow].
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
// Nothing while nothing strikes, but a look at whether a node that turns could be jammed.
package faults
