package tasks

import (
	"context"
	"errors"
	"time"

	"bellwether/internal/base/build"
)

// Serving says how tasks are given to other machines.
type Serving struct {
	Name string // of the work, for people: the plan's name
	Dir  string // for the queue's files and the record of workers; "": a temporary one
	// Listen is where a server of this process listens, HOST:PORT; port 0 is any free one. "": the
	// tasks go to the cluster of Access.
	Listen string
	// Guarded demands credentials and encryption also on loopback. On other addresses the
	// server always demands them.
	Guarded bool
	Access  Access // to a NATS cluster; not with Listen

	Program  build.Program
	Handlers map[Kind]Handler // for Here
	Here     int              // tasks at a time in this process; 0: other machines do all tasks
	Tries    int              // how often a task may fail before its error is its answer; 0: DefaultTries
	Lease    time.Duration    // time without a report after which a worker loses its task; 0: DefaultLease
	Patience time.Duration    // how long to try to reach a cluster that is away; 0: DefaultPatience

	Warn func(string)
}

// Working says how this machine does tasks for others.
type Working struct {
	Access   Access
	Name     string // of this worker; "": host and process
	Program  build.Program
	Handlers map[Kind]Handler
	Jobs     int           // tasks at a time; at least 1
	Most     time.Duration // that a task may take; 0: DefaultMost
	Patience time.Duration // how long to wait for a sweep or for a server that is away; 0: DefaultPatience
	Grace    time.Duration // how long tasks go on once ctx has ended; 0: they are given back at once
	Stay     bool          // waits for the next sweep when no sweep is left

	Warn func(string)
}

// QueueFile is the file of a queue in the directory of its tasks. It exists while a
// coordinator works there, and after one that did not finish.
const QueueFile = "queue.json"

// Access says how to reach a NATS server.
type Access struct {
	URLs  []string // nats://HOST:PORT, tls://HOST:PORT
	Token string   // printed by a server of --serve
	Creds string   // a file of credentials
	Nkey  string   // a file of an nkey's seed
	CA    string   // a file of certificates that sign the server's; "": the system's certificates
	Cert  string   // a file of this client's certificate
	Key   string   // a file of its key
}

// Defaults. A run of the built-in scenarios takes a second, and a worker renews its lease each
// third of it. Three workers that die with a task in a row are rarely chance. Most is for
// worlds of 2^20 nodes.
const (
	DefaultTries    = 3
	DefaultLease    = 30 * time.Second
	DefaultMost     = 24 * time.Hour
	DefaultPatience = 10 * time.Minute
)

// A Coordinator is an engine that has other machines do its tasks.
type Coordinator interface {
	Engine
	// Join is how a worker connects, for people: the end of a command line.
	Join() string
	// Secret is the token that a worker needs, and that is printed once; "": none, or printed
	// before.
	Secret() string
	// Tell sets the total progress that Status shows.
	Tell(Whole)
	// Note says who works now, in a few words.
	Note() string
	// Left estimates how long the present workers take for a number of tasks; 0: not known.
	Left(tasks int) time.Duration
	// Record says which worker did what.
	Record() Record
	// Close ends the queue. With Finished all tasks have ended: workers are informed, and the
	// queue is removed.
	Close(Finished) error
}

// Finished says whether all tasks have ended.
type Finished bool

// Whole is the progress of all tasks.
type Whole struct {
	Done  int           `json:"done"`
	Asked int           `json:"asked"`
	Left  time.Duration `json:"left_ns"` // about, in a Status; 0: not known
}

// A Record says which worker did what.
type Record struct {
	Workers  []Worker `json:"workers"`
	Repeated int      `json:"repeated"` // answers to tasks that had one
	Lost     int      `json:"lost"`     // times that a task was given to a worker and not answered by it
	Failed   int      `json:"failed"`   // answers that were errors, tries included
	Returned int      `json:"returned"` // tasks that workers gave back
	NoRoom   int      `json:"no_room"`  // times that a worker had too little memory for a task, or another processor
}

// A Worker is one machine's share.
type Worker struct {
	Name    string  `json:"name"`
	Done    int     `json:"done"`              // tasks whose answer was the first
	Seconds float64 `json:"seconds"`           // of all its tasks
	Machine string  `json:"machine,omitempty"` // linux/amd64 v1
	Jobs    int     `json:"jobs,omitempty"`    // tasks at a time
	Present bool    `json:"present"`
}

// A Status is a coordinator's report.
type Status struct {
	Name    string  `json:"name"`
	Build   string  `json:"build"`
	Whole   Whole   `json:"whole"`
	PerMin  float64 `json:"done_per_minute"` // over the last minute
	Running int     `json:"running"`         // tasks that workers have, or that wait for a worker
	Record
}

// A Queue gives tasks to other machines, and does tasks for others. Package queue has the only
// implementation.
type Queue interface {
	Serve(context.Context, Serving) (Coordinator, error)
	Work(context.Context, Working) (Record, error)
	// Status asks the coordinators that can be reached.
	Status(context.Context, Access) ([]Status, error)
	// At returns how to reach the queue of a directory; false if it has no queue.
	At(dir string) (Access, bool, error)
}

// ErrAway means that a server did not answer within Patience, or that this machine could do
// none of many tasks. The request itself is valid.
var ErrAway = errors.New("this machine cannot work now")

// ErrHere means that this machine cannot do a task now, for a reason of its own, for example a
// full disk. Another machine does it.
type ErrHere struct{ Err error }

func (e *ErrHere) Error() string { return "this machine cannot: " + e.Err.Error() }

// Unwrap returns the reason.
func (e *ErrHere) Unwrap() error { return e.Err }
