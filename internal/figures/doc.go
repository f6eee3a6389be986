// Package figures makes figures of what is on disk: of a trace, or of a directory
// of results that a campaign or a sweep wrote.
//
// It assumes files as trace.Writer, campaign and sweep write them, and reads of
// results what figures need: a line for each run, its axes if there are any, its
// label, its seed, its metrics. It never computes a statistic (trace/measure
// does) and never draws (plots does).
//
// Cost: a trace is read once, in memory for what its figure shows; results take
// some 2 kB a run.
package figures
