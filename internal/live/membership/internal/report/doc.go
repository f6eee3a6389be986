// Package report takes what happens in an agent's membership: it counts, raises alarms, and writes
// the log.
//
// Its state is the counters, when the last alarm of each kind was raised, and until when lines of
// each place in the source are muted. It never decides whether something is refused. Lines of one
// place, and alarms of one kind, appear at most once in ten seconds; the counters count all.
package report
