// Package runs makes runs side by side.
//
// It assumes that a run looks at the context by itself, and that who asks keeps what comes
// of it. It never begins a run once the context has ended, and gives no order in which runs
// end. Cost: a goroutine for each run at a time.
package runs

import (
	"context"
	"sync"
)

// Each makes n runs, jobs of them at a time and one at least, and comes back when all that
// were begun have ended. They begin in their order, until the context ends.
func Each(ctx context.Context, jobs, n int, run func(i int)) {
	next := make(chan int)
	var wait sync.WaitGroup
	for range max(1, min(jobs, n)) {
		wait.Go(func() {
			for i := range next {
				run(i)
			}
		})
	}
	defer wait.Wait()
	defer close(next)
	for i := range n {
		select {
		case next <- i:
		case <-ctx.Done():
			return
		}
	}
}
