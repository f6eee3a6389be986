// Package perfetto writes a trace as spans for Perfetto (ui.perfetto.dev): a track for each node
// with what it was at any time, one below it with its messages, and counters.
//
// It assumes the records of one trace in their order. A node is one thing at a time: down, without
// a leader, in an election, leading, or following another. What it said and got are instants, and
// a flow leads from a message to each of its receptions. Beside the nodes stand the faults, and
// counters of live nodes, of those without a leader, of those in an election and of leaders;
// batteries have one each. Timers, movement, links and transmissions are left out.
//
// A flow needs the number of each reception at the message, so a message is written when it is
// [patience] old, or one of too many: the file is not in the order of time, and Perfetto sorts
// it. A reception after that has no flow.
//
// Time is in nanoseconds from the run's beginning, in traces of live agents from 1970. An instant
// before 0 is written as 0.
//
// Sources: the field numbers come from perfetto/trace/trace_packet.proto,
// track_event/track_event.proto, track_descriptor.proto, counter_descriptor.proto and
// debug_annotation.proto of github.com/google/perfetto.
package perfetto
