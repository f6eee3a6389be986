package campaign

import (
	"context"
	"time"

	"bellwether/internal/base/crash"
)

// An interrupted campaign ends within a second. Runs check their context again and again,
// but in a large world the time between two checks may be long: while its files are read,
// while it is built, while 2^20 nodes are sampled. So work that may take long has a goroutine
// of its own, and is left behind if it does not end in time. Work that was left behind
// changes nothing that is read afterwards.
const (
	runGrace     = 300 * time.Millisecond // for runs to end by themselves and clean up
	summaryGrace = 400 * time.Millisecond // for the report of the finished runs
)

// within runs a function on a goroutine of its own and waits for it. Once ctx has ended it
// waits no longer than grace. It reports whether the function returned. If the function
// panics, within panics too.
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
