package campaign

import (
	"context"
	"time"

	"bellwether/internal/crash"
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
// no longer than grace. It reports whether the function returned. A panic of the function is
// repeated here.
func within[T any](ctx context.Context, grace time.Duration, do func() T) (out T, done bool) {
	result, broken := make(chan T, 1), make(chan *crash.Panic, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				broken <- crash.Recovered(v)
			}
		}()
		result <- do()
	}()
	var late <-chan time.Time
	cut := ctx.Done()
	for {
		select {
		case out = <-result:
			return out, true
		case p := <-broken:
			panic(p)
		case <-cut:
			cut, late = nil, time.After(grace)
		case <-late:
			return out, false
		}
	}
}
