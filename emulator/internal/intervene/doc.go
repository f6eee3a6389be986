// Package intervene changes single things of a run, and leaves all else to follow: it
// spares, drops or delays a message, holds a link, leaves out a fault, keeps a battery
// from ending its node.
//
// # In and out
//
// It is given the kernel, the link layer, who is in reach, links, batteries and a list of
// interventions. It is asked by the link layer about messages that it names, and by the
// script of faults about strikes. Out of it come holds of links, and a record Intervened
// whenever an intervention changed something; [Interventions.Idle] says which never did.
//
// # Assumes
//
// The list was checked by [Intervention.Validate]. Faults and strikes have the numbers
// that a trace of the run shows. A message has a name, [trace.Sending]: who said it, when,
// and which of that instant. Its number would not do: it counts what all nodes say, so
// that one intervention would shift the numbers that the next one means. A name is kept
// wherever the former intervention has no influence. It is of one run alone, as under
// another seed or algorithm nodes say other messages.
//
// Slots are kept from one event to the next: nodes are laid out in memory once, before a
// run begins ([kernel.Options] Order).
//
// # Never
//
// It draws nothing, and makes no event but those at which a link is held and released. So
// a run with an intervention that changes nothing is the run without it.
//
// # Cost
//
// Nothing without interventions. With one of a message, a look into a map for each message
// that is said, and one for each frame.
package intervene
