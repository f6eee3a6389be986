package queue

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"bellwether/internal/study/tasks"
)

// An outcome is how a task ended at a worker.
type outcome string

const (
	done     outcome = "done"
	failed   outcome = "failed"   // the task's own error
	returned outcome = "returned" // the worker leaves, or cannot do it: another worker does it
	noRoom   outcome = "no-room"  // the worker has too little memory, or another processor
	worn     outcome = "worn"     // given up: too many workers took it and did not answer
)

// An answer is a worker's message about a task.
type answer struct {
	id      string
	outcome outcome
	data    []byte // done: the answer
	why     string // else: the error
	object  string // SHA-256 of a great answer, which is in the bucket
	worker  string
	took    time.Duration
	turns   int    // how often the task was given to a worker, this time included
	machine string // of the worker
}

// Headers of an answer.
const (
	headOutcome = "Bw-Outcome"
	headWorker  = "Bw-Worker"
	headTook    = "Bw-Took"
	headTurns   = "Bw-Turns"
	headObject  = "Bw-Object"
	headMachine = "Bw-Machine"
)

// idForm matches the ID of a task.
var idForm = regexp.MustCompile(`^[0-9a-f]{64}$`)

// maxWhy bounds the text of an error, and maxName that of a worker's name.
const (
	maxWhy  = 64 << 10
	maxName = 200
)

// message returns the answer as a message.
func (a *answer) message(j job) *nats.Msg {
	m := nats.NewMsg(j.answer(a.id))
	m.Header.Set(headOutcome, string(a.outcome))
	m.Header.Set(headWorker, a.worker)
	m.Header.Set(headTook, a.took.String())
	m.Header.Set(headTurns, strconv.Itoa(a.turns))
	m.Header.Set(headMachine, a.machine)
	if a.object != "" {
		m.Header.Set(headObject, a.object)
	}
	m.Data = a.data
	if a.outcome != done {
		m.Data = []byte(a.why[:min(len(a.why), maxWhy)])
	}
	return m
}

// readAnswer reads an answer, which is not trusted. The data are packed.
func readAnswer(subject string, head nats.Header, data []byte) (*answer, error) {
	a := &answer{id: subject[max(0, len(subject)-64):], outcome: outcome(head.Get(headOutcome)), worker: shownName(head.Get(headWorker)),
		object: head.Get(headObject), machine: shown(head.Get(headMachine))}
	if !idForm.MatchString(a.id) {
		return nil, fmt.Errorf("queue: an answer to %q, which is no task", subject)
	}
	if len(a.worker) == 0 || len(a.worker) > maxName || len(a.machine) > maxName {
		return nil, errors.New("queue: an answer of a worker without a name, or with one that is too long")
	}
	var err error
	if a.took, err = time.ParseDuration(head.Get(headTook)); err != nil || a.took < 0 {
		return nil, fmt.Errorf("queue: an answer of %s does not say how long it took", a.worker)
	}
	if a.turns, err = strconv.Atoi(head.Get(headTurns)); err != nil || a.turns < 1 {
		return nil, fmt.Errorf("queue: an answer of %s does not say how often the task was given", a.worker)
	}
	switch a.outcome {
	case done:
		a.data = data
	case failed, returned, noRoom, worn:
		a.why = shownLines(string(data[:min(len(data), maxWhy)]))
	default:
		return nil, fmt.Errorf("queue: an answer of %s of the unknown kind %q", a.worker, a.outcome)
	}
	if a.object != "" && !idForm.MatchString(a.object) {
		return nil, fmt.Errorf("queue: an answer of %s in an object without a name", a.worker)
	}
	return a, nil
}

// packers are kept: each has more than half a megabyte of tables, and making them took a third of
// a worker's processor time beyond the run (BenchmarkTasks).
var packers = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic("queue: " + err.Error()) // the level is valid
	}
	return w
}}

// pack compresses an answer: a line of results becomes a third.
func pack(data []byte) []byte {
	var b bytes.Buffer
	w := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(&b)
	_, err := w.Write(data)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic("queue: memory cannot be written: " + err.Error()) // a bytes.Buffer takes everything
	}
	return b.Bytes()
}

// unpack is the inverse of pack, with a bound on the size.
func unpack(data []byte) ([]byte, error) {
	out, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data)), maxAnswer+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("queue: an answer that is not packed as it should be: %w", err)
	case len(out) > maxAnswer:
		return nil, fmt.Errorf("queue: an answer of more than %d bytes", maxAnswer)
	}
	return out, nil
}

// readOrder reads a task, which is not trusted.
func readOrder(subject string, data []byte) (id string, o *tasks.Order, err error) {
	id = subject[max(0, len(subject)-64):]
	if !idForm.MatchString(id) {
		return "", nil, fmt.Errorf("queue: %q is no task", subject)
	}
	if len(data) > maxOrder {
		return id, nil, fmt.Errorf("queue: a task of %d bytes; at most %d", len(data), maxOrder)
	}
	o = new(tasks.Order)
	in := json.NewDecoder(bytes.NewReader(data))
	in.DisallowUnknownFields()
	if err := in.Decode(o); err != nil {
		return id, nil, fmt.Errorf("queue: a task that cannot be read: %w", err)
	}
	for _, c := range o.Needs {
		if !idForm.MatchString(c.SHA256) || c.Bytes < 0 || c.Bytes > maxContent {
			return id, nil, fmt.Errorf("queue: a task needs a content %.70q of %d bytes; at most %d", c.SHA256, c.Bytes, maxContent)
		}
	}
	return id, o, nil
}

// A present is a worker's report that it is there.
type present struct {
	Name    string `json:"name"`
	Machine string `json:"machine"`
	Jobs    int    `json:"jobs"`
	Busy    int    `json:"busy"`
	Gone    bool   `json:"gone,omitempty"` // it leaves
}
