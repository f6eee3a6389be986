// Package shiviz writes a trace as a log with vector clocks, for ShiViz and programs that read
// its logs.
//
// It assumes the records of one trace in their order. An event of a node is what it did, what
// it said and got, and what it lost; it follows the node's event before. A reception also
// follows the sending of its message. Nothing else does: a loss informs no node. Timers,
// movement, shown state, samples and transmissions are not events.
//
// It never writes more than [maxEvents] events or [maxHosts] nodes, which no browser would draw.
//
// # The log
//
// The first line is the regular expression that ShiViz shall read the log by, the second is
// empty. Then each event has two lines:
//
//	node-3 {"node-1":2,"node-3":4}
//	2.870256s ← node-1 election computation.num 1 computation.source 1
//
// The first has the node and its vector clock: of each node, how many of its events this event
// follows, itself included; nodes without one are left out (F. Mattern, "Virtual time and global
// states of distributed systems", 1989; C. Fidge, "Timestamps in message-passing systems that
// preserve the partial ordering", 1988). The second has the instant and what happened.
//
// Where only a window of the run is written, clocks begin with the window, and a reception whose
// message was sent before is an event of its node alone.
package shiviz
