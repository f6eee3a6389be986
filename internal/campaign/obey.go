package campaign

import (
	"context"
	"time"
)

// Whoever interrupts a campaign has its answer within a second. Runs look at their
// context as they go, but what lies between two looks may be long in a large world:
// reading its files, building it, one sample of 2^20 nodes. So whatever may take
// long is done on a goroutine of its own, and left behind if it does not end in time.
// What is left behind touches nothing that anybody reads afterwards.
const (
	runGrace     = 300 * time.Millisecond // for runs to end by themselves, which cleans up after them
	summaryGrace = 400 * time.Millisecond // for the report of the runs that are finished
)

// within does something on a goroutine of its own and waits for it, after ctx's end
// no longer than grace. It says whether it was done.
func within[T any](ctx context.Context, grace time.Duration, do func() T) (out T, done bool) {
	result := make(chan T, 1)
	go func() { result <- do() }()
	select {
	case out = <-result:
		return out, true
	case <-ctx.Done():
	}
	select {
	case out = <-result:
		return out, true
	case <-time.After(grace):
		return out, false
	}
}
