// Package sweep runs plans to their end, over as many sittings as it takes, and
// makes tables of what they gave.
//
// A sweep has a directory of results to itself while it runs (package results): each
// run is kept as it ends. It assumes that runs are deterministic: a line depends on
// the plan, the seed and the program alone, never on the number of jobs, the order in
// which runs end, or how often the sweep was interrupted. So the lines of two sweeps of
// one plan are the same, once sorted.
//
// It never repeats a run that has a line, and never mixes results of two programs, or
// of a scenario file that has changed since. A plan may grow: it may have more values
// on its axes, more algorithms and more runs than the one before, as long as each run
// that is there is one of its runs; then only what is new is run.
//
// A run that fails has no line: it is reported, the others go on, and the next
// sitting tries it again. A disk that is full ends the sitting, and leaves whole
// lines only.
//
// Cost: the runs. When runs are at an end depends on the plan alone (see package
// plan).
package sweep
