// Package campaign runs a scenario: every row of it with every seed, on as many
// goroutines as there are jobs, and puts the runs together into a report.
//
// Each run is one goroutine's from beginning to end, and nothing of a result
// depends on how many there are or in which order they end. A run that fails or
// panics is reported with its seed and the command that repeats it; the others
// go on. A campaign that is interrupted keeps what is finished and says so.
//
// The package reads the wall clock for wall_s alone. What it writes to disk it
// writes whole or not at all: to a file beside, synced, then renamed.
package campaign
