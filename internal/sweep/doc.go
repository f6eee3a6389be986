// Package sweep runs plans to their end, over as many sittings as it takes, and
// makes tables of what they gave.
//
// A sweep has a directory to itself while it runs:
//
//	plan.yaml       the plan as run; another plan is refused
//	results.ndjson  a line for each finished run
//	lock            who is at work: a process number
//
// It assumes that a line whose end was written is a run that was finished, and
// that runs are deterministic: a line's bytes depend on the plan, the seed and the
// version alone, never on the number of jobs, the order in which runs end, or how
// often the sweep was interrupted. So the lines of two sweeps of one plan are the
// same, once sorted.
//
// It never loses a finished run: each line is appended as its run ends, and
// synced within [syncEvery], so that a process that is killed loses the runs
// under way, and a machine that loses power those of the last second as well. A
// last line that was cut off is dropped with a warning. It never repeats a run
// that has a line, and never mixes results of two plans, of two versions, or of a
// scenario file that has changed since.
//
// A run that fails has no line: it is reported, the others go on, and the next
// sitting tries it again. A disk that is full ends the sitting, and leaves whole
// lines only.
//
// # A line of results.ndjson
//
//	plan, axes          name of the plan; path and value of each axis
//	label, name, goal   of the row and its algorithm
//	seed
//	scenario, scenario_sha256
//	                    name and hash of the scenario at this point: all that a
//	                    run depends on beside row and seed, a movement file included
//	version             of the program
//	trace_sha256        hash of the run's records
//	simulated_s, events, transmissions, deliveries
//	metrics             every key; null where it does not apply; with the medians,
//	                    the counts and the censored counts of times
//
// Cost: the runs, and 2 kB a line. Reading takes some 50 µs a line. When runs
// are at an end depends on the plan alone (see package plan).
package sweep
