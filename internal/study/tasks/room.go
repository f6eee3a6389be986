package tasks

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"bellwether/internal/base/memory"
)

// ErrNoRoom means that a task needs more memory than this machine has. ErrProcessor means that
// its answer depends on the processor, and this machine has another one. ErrProgram means that it needs a
// program that may not be started here. Another machine may do the task.
var (
	ErrNoRoom    = errors.New("not enough memory")
	ErrProcessor = errors.New("another processor")
	ErrProgram   = errors.New("a program that may not be started here")
)

// Room is the memory for tasks. Tasks that do not fit wait for others to leave. A nil Room has
// room for all.
type Room struct {
	mutex sync.Mutex
	all   int64 // bytes
	taken int64
	left  chan struct{} // closed when a task leaves
}

// NewRoom returns a room of so many bytes.
func NewRoom(bytes int64) *Room { return &Room{all: bytes, left: make(chan struct{})} }

// Enter waits for room, and returns a function that gives it back.
func (r *Room) Enter(ctx context.Context, bytes int64) (leave func(), err error) {
	if r == nil {
		return func() {}, nil
	}
	if bytes > r.all {
		return nil, fmt.Errorf("%w: it needs about %s, and there is room for %s", ErrNoRoom, memory.Size(bytes), memory.Size(r.all))
	}
	for {
		r.mutex.Lock()
		if r.taken+bytes <= r.all {
			r.taken += bytes
			r.mutex.Unlock()
			return func() { r.leave(bytes) }, nil
		}
		left := r.left
		r.mutex.Unlock()
		select {
		case <-left:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (r *Room) leave(bytes int64) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.taken -= bytes
	close(r.left)
	r.left = make(chan struct{})
}
