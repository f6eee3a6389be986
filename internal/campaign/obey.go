package campaign

import (
	"context"
	"time"
)

// An interrupted campaign answers within a second. Runs look at their context as they go,
// but in a large world the time between two looks may be long: to read its files, to build
// it, one sample of 2^20 nodes. So work that may take long has a goroutine of its own, and is
// left behind if it does not end in time. Work that was left behind changes nothing that is
// read afterwards.
const (
	runGrace     = 300 * time.Millisecond // for runs to end by themselves, which cleans up after them
	summaryGrace = 400 * time.Millisecond // for the report of the runs that are finished
)

// within runs a function on a goroutine of its own and waits for it, after ctx's end
// no longer than grace. It reports whether the function returned.
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
