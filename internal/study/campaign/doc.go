// Package campaign runs a scenario: every row with every seed, on as many
// goroutines as there are jobs, and summarises the runs in a report.
//
// One goroutine makes a run from beginning to end; its sinks may have a second one. No
// result depends on the number of goroutines or on the order in which runs end. A run that
// fails or panics is reported with its seed and the command that repeats it; the others
// go on. A campaign that is interrupted keeps the finished runs and reports how many
// they are.
//
// The package reads the wall clock for wall_s, for progress and for time limits, never for
// another result. It writes each file whole or not at all: to a temporary file, which is
// synced and then renamed.
package campaign
