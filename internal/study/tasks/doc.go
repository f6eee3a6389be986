// Package tasks is the seam between those who have work for many processors and those who do
// it.
//
// Sweeps, reproductions, hunts and tables of searches have tasks. An engine does them: a
// [Pool] of goroutines in this process, or other machines over a queue (package queue). A
// [Shard] is a part of all tasks, for machines that know nothing of each other.
//
// The package assumes that the answer to a task is determined by its ID, so that a task may be
// done twice, by whomever, and both answers are the same bytes. So whoever has tasks asks for
// each until it has an answer, and keeps the first one: at least once, and idempotent, which
// makes exactly one line of results.
//
// It never orders tasks: they end in any order. It knows nothing of what they are: an [Order]
// describes one to another machine, and a [Handler] there carries it out.
//
// Cost: a pool adds a channel operation to each task, less than a microsecond.
package tasks
