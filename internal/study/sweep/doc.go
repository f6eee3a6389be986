// Package sweep runs plans, in as many sessions as it takes, and makes tables of the
// results.
//
// A sweep has a directory of results to itself while it runs (package results): each
// run is kept as it ends. It assumes that runs are deterministic: a line depends on
// the plan, the seed and the program alone, never on the number of jobs, the order in
// which runs end, or how often the sweep was interrupted. So the lines of two sweeps of
// one plan are the same, once sorted.
//
// It never repeats a run that has a line, and never mixes results of two programs, or of
// two versions of a scenario file. A plan may grow: it may get more values on its axes,
// more algorithms and more runs than before, as long as each stored run is one of its
// runs. Then only the new runs are made.
//
// A session may be of a part of a plan, and of a plan that is in no file. Without a
// directory its runs are reported and not kept.
//
// A run that fails has no line: it is reported, the others go on, and the next session
// tries it again. A full disk ends the session, and leaves whole lines only.
//
// Cost: the runs. Which runs are made depends on the plan alone (see package plan).
package sweep
