package tasks

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// A Task is a piece of work.
type Task struct {
	// ID is a SHA-256 in hex of everything that the answer depends on, the program included.
	ID string
	// Do does the task here.
	Do func(context.Context) ([]byte, error)
	// Order describes the task to another machine with the same program.
	Order func() (*Order, error)
}

// An Ended is a task with its answer, or with the reason why it has no answer.
type Ended struct {
	*Task
	Answer []byte
	// Err is the context's error if the context ended first. Any other error is a fault of the
	// task.
	Err error
	// Kept is called by Release; nil: not.
	Kept func()
}

// Release says that the answer is stored, or is not wanted, so that the engine may forget it.
func (e *Ended) Release() {
	if e.Kept != nil {
		e.Kept()
	}
}

// An Order describes a task to a machine that has only the program.
type Order struct {
	Kind Kind `json:"kind"`
	// Spec is what the kind's Handler reads.
	Spec json.RawMessage `json:"spec"`
	// Needs are the contents that the spec refers to by hash: scenarios, movement, contacts.
	Needs []Content `json:"needs,omitempty"`
}

// A Kind is a sort of task.
type Kind string

// The kinds.
const (
	Run    Kind = "run"    // a run of a scenario: package sweep
	Trial  Kind = "trial"  // a world that is checked for laws: package hunt
	Search Kind = "search" // all runs of a small world: package explorer
)

// A Content is some bytes, known by their hash.
type Content struct {
	SHA256 string `json:"sha256"`
	Bytes  int    `json:"bytes"`

	data []byte
}

// NewContent returns a content.
func NewContent(data []byte) Content {
	sum := sha256.Sum256(data)
	return Content{SHA256: hex.EncodeToString(sum[:]), Bytes: len(data), data: data}
}

// Data returns the bytes, on the machine that made the order.
func (c Content) Data() []byte { return c.data }

// Fetched gets the bytes of contents on another machine.
type Fetched interface {
	// Bytes returns a content.
	Bytes(sha256 string) ([]byte, error)
	// File returns the path of a file with a content.
	File(sha256 string) (string, error)
}

// A Handler carries out the orders of one kind. It assumes nothing about an order: its sender
// may be another program, or lie. id is the task's.
type Handler func(ctx context.Context, id string, spec json.RawMessage, needs Fetched) (answer []byte, err error)
