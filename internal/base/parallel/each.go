// Package parallel makes several runs at a time.
//
// It assumes that a run checks the context itself, and that the caller's function stores its
// result. It never begins a run once the context has ended or a run has panicked. It does
// not determine the order in which runs end. If a run panics, Each panics with the same
// value after all others have ended. Cost: a goroutine for each run at a time.
package parallel

import (
	"context"
	"sync"
	"sync/atomic"

	"bellwether/internal/base/crash"
)

// Each makes runs 0 … n-1, jobs of them at a time, at least one, and returns when all that
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
