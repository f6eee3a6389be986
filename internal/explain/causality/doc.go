// Package causality answers why something happened in a run: by which messages and time-outs a node came to
// follow its leader, what began the election, and where its time went.
//
// A [History] is a trace with the cause of each event, by happens-before (Lamport, Time, Clocks, and the
// Ordering of Events in a Distributed System, CACM 21(7), 1978) within the trace alone:
//
//   - what a handler does is caused by what it handles: a message, a time-out, a boot, a neighbour that
//     comes or goes, another offer, an order to elect;
//   - a message that arrives is caused by its sending, found by its frame;
//   - a time-out is caused by the handler that set the timer to its instant.
//
// It assumes the order of records that a trace has, and records of messages and timers. It never
// judges an algorithm, and never runs one.
//
// Units: nanoseconds of the run.
//
// Cost: one reading of the trace up to the instant that is asked about, 19 s for a gigabyte on one core, and
// memory of two and a half times what is read.
//
// Deviations:
//
//   - An agent takes time to handle something: whatever it does is attributed to what it
//     handled last.
//   - If a node has several handlers at one instant, a timer is attributed to the last of
//     them.
//   - A machine that keeps several deadlines in one timer sets it to the next of them. So the
//     wait for a later deadline appears as several waits, one after another.
package causality
