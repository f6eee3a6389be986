// Package figures makes figures from files: from a trace, or from a directory of results that
// a campaign or a sweep wrote.
//
// It assumes files as trace.Writer, campaign and sweep write them. From results it reads
// what figures need: a line for each run, with its axes if there are any, its label, its
// seed and its metrics. It never computes a statistic (trace/measure does) and never draws
// (internal/draw/figure does). What an axis does to a row is the difference of means over points;
// its test is that of trace/measure, corrected for all changes that are judged together.
//
// Cost: a trace is read once, and what its figure shows is kept in memory; results take
// about 2 kB a run.
package figures
