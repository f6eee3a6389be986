// Package film converts a trace to what the viewer shows: its records in columns and pages of
// time, whose leader is right when, and curves of the whole run.
//
// A film has three parts. The [Head] is what a page needs at once: names, the curves, and the
// moments to jump to. The scene is one table of all records that change the state of a node:
// movement, boots and crashes, leaders, links, capabilities, faults, shown state. The pages
// are tables of messages, frames, losses and timers; each covers a span of the run, and is
// read when the viewer shows that span. A record of the scene says how many records of pages
// come before it in the trace, so the order of the trace is known.
//
// It assumes the order of records that a trace has. It reads a trace once, from beginning to
// end. It never judges an algorithm: which leader is right is package goals' decision,
// by the goal in the header and the components in the trace.
//
// Units: nanoseconds, metres, metres a second, joules.
//
// Cost: a second for a trace of 80 MB; memory for the scene and, without a
// directory for pages, for the packed pages. A scene of more than mostScene records leaves
// out components, energy and shown state, and the head says so. Curves and moments have them all.
package film
