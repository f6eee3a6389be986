// Package tasks is the interface between packages that have work for many processors and
// engines that do it.
//
// Sweeps, reproductions, hunts and tables of searches have tasks. An engine does them: a
// [Pool] of goroutines in this process, or other machines over a queue (package queue). A
// [Shard] is a part of all tasks, for machines that know nothing of each other.
//
// The package assumes that the answer to a task is determined by its ID, so that a task may be
// done twice, by any machines, and both answers are the same bytes. So the owner of tasks asks
// for each until it has an answer, and keeps the first one: at least once, and idempotent,
// which makes exactly one line of results.
//
// Tasks end in any order. The package does not know what tasks are: an [Order] describes one
// to another machine, where a [Handler] carries it out.
//
// Cost: a pool adds a channel operation to each task, less than a microsecond.
package tasks
