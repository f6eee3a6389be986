package queue

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"bellwether/internal/study/tasks"
)

// JetStream is the queue of this package.
type JetStream struct{}

// An engine is a coordinator.
type engine struct {
	tasks.Serving
	state  *state
	temp   bool // Dir is removed at the end
	server *embedded
	nc     *nats.Conn
	js     jetstream.JetStream

	toDo     jetstream.Stream
	answers  jetstream.Stream
	taken    jetstream.Consumer // of answers
	large    jetstream.ObjectStore
	contents *sender
	roll     *roll
	record   *record
	subs     []*nats.Subscription
	here     *worker // in this process; nil: none
	ended    chan struct{}

	mutex   sync.Mutex
	whole   tasks.Whole
	flights map[string]*flight
	recent  *recent
	early   early // of Run alone
	held    held
}

// A flight is a queued task without an answer yet.
type flight struct {
	task     *tasks.Task
	queued   time.Time
	tries    int
	refused  map[string]bool // refusals of workers with too little memory
	refusals int             // number of failures, also of one worker
	failed   map[string]bool // the workers at which it failed
}

// setUp is how long a server may take for one of the steps before the first task.
const setUp = 30 * time.Second

// Serve begins to give tasks to other machines. If the directory has a queue already, it
// continues this queue.
func (JetStream) Serve(ctx context.Context, s tasks.Serving) (tasks.Coordinator, error) {
	s.Tries, s.Lease, s.Patience = cmp.Or(s.Tries, tasks.DefaultTries), cmp.Or(s.Lease, tasks.DefaultLease), cmp.Or(s.Patience, tasks.DefaultPatience)
	if s.Lease < time.Second {
		return nil, fmt.Errorf("--lease: at least 1s, not %v: a worker that is only slow would lose its task", s.Lease)
	}
	if s.Tries < 1 {
		return nil, fmt.Errorf("--tries: at least 1, not %d", s.Tries)
	}
	e := &engine{Serving: s, flights: map[string]*flight{}, recent: newRecent(), early: early{}, ended: make(chan struct{})}
	err := e.open(ctx)
	if err != nil {
		return nil, errors.Join(err, e.Close(false))
	}
	return e, nil
}

func (e *engine) open(ctx context.Context) (err error) {
	if e.Dir == "" {
		if e.Dir, err = os.MkdirTemp("", "bellwether-queue-"); err != nil {
			return err
		}
		e.temp = true
	}
	if err := os.MkdirAll(e.Dir, 0o755); err != nil {
		return err
	}
	if e.state, err = readState(e.Dir); err != nil {
		return err
	}
	if e.state == nil {
		e.state = &state{Job: job(strings.ToLower(rand.Text()[:12]))}
	}
	if e.Listen != "" {
		err = e.serve()
	} else {
		e.nc, err = reach(ctx, e.Access, e.Patience, e.Warn)
		e.state.URL = ""
	}
	if err != nil {
		return err
	}
	if err := e.state.write(e.Dir); err != nil {
		return err
	}
	if err := e.streams(ctx); err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	if e.record, err = openRecord(e.Dir); err != nil {
		return err
	}
	if err := e.listen(); err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	return e.work(ctx)
}

// serve starts our own server. A server that chose a free port before takes the same port
// again, because its workers look for it there.
func (e *engine) serve() error {
	at, err := parseListen(e.Listen)
	if err != nil {
		return err
	}
	if was, err := parseListen(hostPort(e.state.URL)); err == nil && at.port < 0 {
		at.port = was.port
	}
	if e.server, err = embed(&e.Serving, at, e.state, e.Dir); err != nil {
		return err
	}
	e.nc, err = e.server.within()
	return err
}

// hostPort returns the part of an address behind its scheme.
func hostPort(url string) string {
	_, at, _ := strings.Cut(url, "://")
	return at
}

// streams makes the streams of the job, or takes those that are there.
func (e *engine) streams(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, setUp)
	defer cancel()
	if e.js, err = jetstream.New(e.nc); err != nil {
		return err
	}
	replicas, err := e.keepTasks(ctx)
	if err != nil {
		return err
	}
	if e.answers, err = e.js.CreateOrUpdateStream(ctx, e.state.Job.configs(&e.Serving, replicas)[1]); err != nil {
		return fmt.Errorf("the stream of answers: %w", err)
	}
	bucket := jetstream.ObjectStoreConfig{Bucket: e.state.Job.bucket(), Replicas: replicas}
	store, err := e.js.CreateOrUpdateObjectStore(ctx, bucket)
	if err != nil {
		return fmt.Errorf("the store of contents: %w", err)
	}
	e.contents = &sender{store: store, sent: map[string]bool{}}
	bucket.Bucket, bucket.MaxBytes = e.state.Job.large(), largeBytes
	if e.large, err = e.js.CreateOrUpdateObjectStore(ctx, bucket); err != nil {
		return fmt.Errorf("the store of great answers: %w", err)
	}
	// Answers that an earlier process of this coordinator had taken and not kept are delivered
	// again at once.
	if err := e.answers.DeleteConsumer(ctx, collector); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return err
	}
	// The workers' consumer is made last, because workers look for it.
	if e.taken, err = e.answers.CreateOrUpdateConsumer(ctx, answerConsumer(e.Lease)); err != nil {
		return err
	}
	_, err = e.toDo.CreateOrUpdateConsumer(ctx, taskConsumer(e.Lease))
	return err
}

// listen receives the reports of workers, and answers requests for the status.
func (e *engine) listen() error {
	e.roll = newRoll()
	roll, err := e.nc.Subscribe(e.state.Job.roll(), func(m *nats.Msg) { e.roll.take(m.Data, time.Now()) })
	if err != nil {
		return err
	}
	status, err := e.nc.Subscribe(statusOfAll, func(m *nats.Msg) {
		text, err := json.Marshal(e.status())
		// Only to an inbox: the coordinator may publish where the client may not.
		if err == nil && strings.HasPrefix(m.Reply, nats.InboxPrefix) {
			m.Respond(text)
		}
	})
	e.subs = append(e.subs, roll, status)
	return err
}

// work starts a worker in this process.
func (e *engine) work(ctx context.Context) error {
	if e.Here == 0 {
		return nil
	}
	w, err := newWorker(tasks.Working{Name: thisName() + "-here", Program: e.Program, Handlers: e.Handlers, Jobs: e.Here,
		Patience: e.Patience, Warn: e.Warn}, e.nc)
	if err != nil {
		return err
	}
	e.here = w
	go func() {
		defer close(e.ended)
		defer os.RemoveAll(w.dir)
		if err := w.serve(ctx, e.state.Job); err != nil && ctx.Err() == nil {
			e.Warn("warning: the worker in this process ended: " + err.Error())
		}
	}()
	return nil
}

// Join says how a worker connects.
func (e *engine) Join() string {
	switch {
	case e.server == nil:
		return "--connect " + redacted(e.Access.URLs)
	case e.state.Token != "":
		return "--connect " + e.state.URL + " --token TOKEN"
	}
	return "--connect " + e.state.URL
}

// Secret returns the token, once.
func (e *engine) Secret() string {
	if e.state.Token == "" || e.state.Joined {
		return ""
	}
	e.state.Joined = true
	if err := e.state.write(e.Dir); err != nil {
		e.Warn("warning: " + err.Error())
	}
	return e.state.Token
}

// Tell sets the total progress in the status.
func (e *engine) Tell(w tasks.Whole) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.whole = w
}

// Note says who works now.
func (e *engine) Note() string { return e.roll.note(time.Now()) }

// Record says which worker did what.
func (e *engine) Record() tasks.Record {
	out := e.record.sum()
	e.roll.describe(&out, time.Now())
	return out
}

// status answers a request.
func (e *engine) status() tasks.Status {
	e.mutex.Lock()
	whole, running := e.whole, len(e.flights)
	e.mutex.Unlock()
	whole.Left = e.Left(whole.Asked - whole.Done)
	return tasks.Status{Name: e.Name, Build: e.Program.Build.Name(), Whole: whole, PerMin: e.record.perMinute(time.Now()), Running: running, Record: e.Record()}
}

// farewell is how long workers of our own server have to hear that all is done.
const farewell = 300 * time.Millisecond

// Close ends the queue.
func (e *engine) Close(finished tasks.Finished) error {
	var faults []error
	if e.js != nil && bool(finished) {
		faults = append(faults, e.finish())
	}
	if e.here != nil {
		e.here.leave()
		<-e.ended
	}
	for _, s := range e.subs {
		s.Unsubscribe() // the connection closes anyway
	}
	if e.nc != nil {
		e.nc.FlushTimeout(time.Second)
		e.nc.Close()
	}
	if e.server != nil {
		e.server.Shutdown()
		e.server.WaitForShutdown()
	}
	if e.record != nil {
		faults = append(faults, e.record.close())
	}
	switch {
	case e.temp:
		faults = append(faults, os.RemoveAll(e.Dir))
	case bool(finished):
		faults = append(faults, removeQueue(e.Dir))
	}
	return errors.Join(faults...)
}

// finish tells workers that all is done, and deletes the streams.
func (e *engine) finish() error {
	ctx, cancel := context.WithTimeout(context.Background(), setUp)
	defer cancel()
	j := e.state.Job
	faults := []error{e.nc.Publish(j.end(), nil), e.js.DeleteStream(ctx, j.tasks())}
	e.nc.Publish(j.end(), nil)
	e.nc.FlushTimeout(time.Second)
	if e.server != nil {
		time.Sleep(farewell)
	}
	faults = append(faults, e.js.DeleteStream(ctx, j.answers()), e.js.DeleteObjectStore(ctx, j.bucket()), e.js.DeleteObjectStore(ctx, j.large()))
	faults = slices.DeleteFunc(faults, func(err error) bool { return errors.Is(err, jetstream.ErrStreamNotFound) })
	return errors.Join(faults...)
}
