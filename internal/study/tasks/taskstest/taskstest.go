// Package taskstest has engines for the tests of packages that have tasks.
package taskstest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"bellwether/internal/study/tasks"
)

// Carried is an engine that does tasks only by their orders, which it encodes and decodes
// first, as another machine would.
type Carried struct {
	T        testing.TB
	Handlers map[tasks.Kind]tasks.Handler
	Jobs     int // tasks at a time; at least 1
	Twice    int // each task of this many is answered twice; 0: none

	mutex   sync.Mutex
	done    int
	largest int
}

// Done is how many tasks were answered.
func (c *Carried) Done() int {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.done
}

// Largest is the length of the longest order, in bytes.
func (c *Carried) Largest() int {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.largest
}

// Run carries out orders.
func (c *Carried) Run(ctx context.Context, todo <-chan *tasks.Task, done chan<- tasks.Ended) error {
	var wait sync.WaitGroup
	for range max(c.Jobs, 1) {
		wait.Go(func() {
			for {
				select {
				case t, more := <-todo:
					if !more {
						return
					}
					c.answer(ctx, t, done)
				case <-ctx.Done():
					return
				}
			}
		})
	}
	wait.Wait()
	return nil
}

// answer does one task, and sends its answer, now and then twice.
func (c *Carried) answer(ctx context.Context, t *tasks.Task, done chan<- tasks.Ended) {
	answer, err := c.carry(ctx, t)
	c.mutex.Lock()
	c.done++
	times := 1
	if c.Twice > 0 && c.done%c.Twice == 0 {
		times = 2
	}
	c.mutex.Unlock()
	for range times {
		done <- tasks.Ended{Task: t, Answer: answer, Err: err}
	}
}

// carry does a task by its order alone.
func (c *Carried) carry(ctx context.Context, t *tasks.Task) ([]byte, error) {
	made, err := t.Order()
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(made)
	if err != nil {
		return nil, err
	}
	c.mutex.Lock()
	c.largest = max(c.largest, len(text))
	c.mutex.Unlock()
	var order tasks.Order
	if err := json.Unmarshal(text, &order); err != nil {
		return nil, err
	}
	handle, known := c.Handlers[order.Kind]
	if !known {
		return nil, fmt.Errorf("taskstest: no handler of %s", order.Kind)
	}
	needs := &Contents{Of: made.Needs}
	if len(made.Needs) > 0 {
		needs.Dir = c.T.TempDir()
	}
	answer, err := handle(ctx, t.ID, order.Spec, needs)
	if err != nil && ctx.Err() == nil {
		err = errors.New(err.Error()) // another machine sends its text
	}
	return answer, err
}

// Contents are the contents of an order, fetched to a directory.
type Contents struct {
	Dir string
	Of  []tasks.Content
}

// Bytes returns a content.
func (c *Contents) Bytes(sha256 string) ([]byte, error) {
	for _, one := range c.Of {
		if one.SHA256 == sha256 {
			return one.Data(), nil
		}
	}
	return nil, fmt.Errorf("taskstest: no content %.20q", sha256)
}

// File returns the path of a file with a content.
func (c *Contents) File(sha256 string) (string, error) {
	data, err := c.Bytes(sha256)
	if err != nil {
		return "", err
	}
	name := filepath.Join(c.Dir, sha256)
	return name, os.WriteFile(name, data, 0o600)
}
