package tasks

import (
	"context"
	"errors"
	"sync"
)

// ErrStopped means that an engine has stopped before all tasks ended.
var ErrStopped = errors.New("the tasks cannot go on")

// An Engine does tasks.
type Engine interface {
	// Run does the tasks that come from todo, until todo is closed, and sends each on done
	// once it has ended. It takes a task only if it has room for it, and returns once all
	// taken tasks have ended. If ctx ends before that, it takes no more tasks and returns
	// soon: it sends the tasks that have ended by then, and may lose the others. An error
	// wraps ErrStopped.
	Run(ctx context.Context, todo <-chan *Task, done chan<- Ended) error
}

// A Pool is an engine of this process: how many tasks it does at a time.
type Pool int

// Run does the tasks.
func (p Pool) Run(ctx context.Context, todo <-chan *Task, done chan<- Ended) error {
	var wait sync.WaitGroup
	for range max(p, 1) {
		wait.Go(func() {
			for {
				select {
				case t, more := <-todo:
					if !more {
						return
					}
					answer, err := t.Do(ctx)
					done <- Ended{Task: t, Answer: answer, Err: err}
				case <-ctx.Done():
					return
				}
			}
		})
	}
	wait.Wait()
	return nil
}
