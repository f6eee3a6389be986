// Package runs makes runs side by side.
//
// It assumes that a run looks at the context by itself, and that who asks keeps what comes
// of it. It never begins a run once the context has ended, and gives no order in which runs
// end. A run that panics ends that of its caller, once the others have ended. Cost: a goroutine for each run at a time.
package runs

import (
	"context"
	"sync"
	"sync/atomic"

	"bellwether/internal/crash"
)

// Each makes n runs, jobs of them at a time and one at least, and comes back when all that
// were begun have ended. They begin in their order, until the context ends.
func Each(ctx context.Context, jobs, n int, run func(i int)) {
	next := make(chan int)
	var wait sync.WaitGroup
	var broken atomic.Pointer[crash.Panic]
	one := func(i int) {
		defer func() {
			if v := recover(); v != nil {
				broken.CompareAndSwap(nil, crash.Recovered(v))
			}
		}()
		if broken.Load() == nil {
			run(i)
		}
	}
	for range max(1, min(jobs, n)) {
		wait.Go(func() {
			for i := range next {
				one(i)
			}
		})
	}
	defer func() {
		close(next)
		wait.Wait()
		if p := broken.Load(); p != nil {
			panic(p)
		}
	}()
	for i := range n {
		select {
		case next <- i:
		case <-ctx.Done():
			return
		}
	}
}
