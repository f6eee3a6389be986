// Package intervene makes single changes to a run; all else follows from them. It spares,
// drops or delays a message, lets a time-out come earlier or later, holds a link, leaves out a fault, lets a node live on with an
// empty battery, or lets it stand somewhere.
//
// # In and out
//
// It uses the kernel, the link layer, package reach, links, batteries and a list of
// interventions. The link layer asks it about the messages that it names, and the script
// of faults asks it about strikes. It holds links, and writes a record Intervened
// whenever an intervention changed something; [Interventions.Idle] returns those that
// never did.
//
// # Assumes
//
// The list was checked by [Intervention.Validate]. Faults and strikes have the numbers that a
// trace of the run shows. A message has a name, [trace.Sending]: its sender, its instant, and
// its ordinal at that instant. Its number could not be used: numbers count the messages of all
// nodes, so one intervention would change the numbers that the next one refers to. A name does
// not change where an earlier intervention has no influence. It belongs to one run, since
// under another seed or algorithm nodes send other messages.
//
// Slots are kept from one event to the next: nodes are laid out in memory once, before a
// run begins ([kernel.Options] Order).
//
// # Never
//
// It draws no random numbers, and makes no events except those at which a link is held
// and released, and at which a node is placed. So a run with an intervention that changes nothing is the same as the run
// without it.
//
// # Cost
//
// Nothing without interventions. With an intervention in a message, a lookup in a map for
// each message that is sent, and one for each frame; with one in a time-out, a lookup for each
// timer that is set.
package intervene
