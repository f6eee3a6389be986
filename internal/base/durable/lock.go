package durable

import (
	"errors"
	"io"
)

// ErrInUse marks a lock that another process holds.
var ErrInUse = errors.New("in use")

// A Held is a lock that this process has. Close gives it back.
type Held interface {
	io.Closer
	// Undo gives the lock back and leaves the lock file as it was before: its bytes, the time
	// of its last change, or no file. For a process that finds that it must change nothing.
	Undo() error
}
