package queue

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"bellwether/internal/study/tasks"
)

// mostJobs bounds the tasks of a worker at a time: more than any machine has cores.
const mostJobs = 4096

// A worker does tasks of a job.
type worker struct {
	tasks.Working
	nc  *nats.Conn
	js  jetstream.JetStream
	dir string // of contents, away at the end

	mutex  sync.Mutex
	busy   int
	made   tasks.Record // without workers
	own    tasks.Worker // what this worker has done
	faults int          // of this machine, in a row
	fault  string       // the last one
	quit   chan struct{}
	once   sync.Once
}

// record says what the worker has done.
func (w *worker) record() tasks.Record {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	out := w.made
	out.Workers = []tasks.Worker{w.own}
	return out
}

// thisName is a name for a worker of this process.
func thisName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return shownName(host) + "-" + strconv.Itoa(os.Getpid())
}

func newWorker(w tasks.Working, nc *nats.Conn) (*worker, error) {
	w.Most = cmp.Or(w.Most, tasks.DefaultMost)
	if err := checkName(w.Name); err != nil {
		return nil, err
	}
	if w.Jobs < 1 || w.Jobs > mostJobs {
		return nil, fmt.Errorf("--jobs must be at least 1 and at most %d, got %d", mostJobs, w.Jobs)
	}
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "bellwether-work-")
	if err != nil {
		return nil, err
	}
	return &worker{Working: w, nc: nc, js: js, dir: dir, quit: make(chan struct{}), own: tasks.Worker{Name: w.Name}}, nil
}

// leave ends a worker from within its process.
func (w *worker) leave() { w.once.Do(func() { close(w.quit) }) }

// Work does tasks of other machines until there is no job any more, or ctx ends.
func (JetStream) Work(ctx context.Context, o tasks.Working) (tasks.Record, error) {
	o.Patience, o.Name = cmp.Or(o.Patience, tasks.DefaultPatience), cmp.Or(o.Name, thisName())
	if err := checkName(o.Name); err != nil {
		return tasks.Record{}, err // before it connects
	}
	nc, err := reach(ctx, o.Access, o.Patience, o.Warn)
	if err != nil {
		return tasks.Record{}, err
	}
	defer nc.Close()
	w, err := newWorker(o, nc)
	if err != nil {
		return tasks.Record{}, err
	}
	defer os.RemoveAll(w.dir)
	for none := time.Now(); ; {
		j, err := w.find(ctx)
		switch {
		case ctx.Err() != nil:
			return w.record(), nil
		case err == nil:
			if err := w.serve(ctx, j); err != nil || ctx.Err() != nil {
				return w.record(), err
			}
			none = time.Now()
			if !w.Stay {
				return w.record(), nil
			}
			continue
		case errors.As(err, new(*errBuild)) && !w.Stay:
			return w.record(), err
		case time.Since(none) > w.Patience && !w.Stay:
			return w.record(), err
		case none.After(time.Now().Add(-time.Second)):
			w.Warn(err.Error() + "; waiting")
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
}

// errBuild means that there are jobs, but only for other programs.
type errBuild struct{ theirs, ours string }

func (e *errBuild) Error() string {
	return fmt.Sprintf("the sweep is made by bellwether %s, and this is bellwether %s: a worker must be the same program, so that all results are the same; "+
		"install that one on this machine (bellwether version says which it is)", e.theirs, e.ours)
}

// find returns a job for this program, the one that began first.
func (w *worker) find(ctx context.Context) (job, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	var best *jetstream.StreamInfo
	other := ""
	list := w.js.ListStreams(ctx, jetstream.WithStreamListSubject(root+".*.task.*"))
	for info := range list.Info() {
		if _, ours := jobOf(info.Config.Name); !ours {
			continue
		}
		if build := info.Config.Metadata[metaBuild]; build != w.Program.Build.Name() {
			other = build
			continue
		}
		if best == nil || info.Created.Before(best.Created) {
			best = info
		}
	}
	switch {
	case best != nil:
		j, _ := jobOf(best.Config.Name)
		return j, nil
	case list.Err() != nil:
		return "", fmt.Errorf("queue: what there is to do cannot be asked: %w", list.Err())
	case other != "":
		return "", &errBuild{shown(other), w.Program.Build.Name()}
	}
	return "", errors.New("there is no sweep to work for")
}

// serving is a worker at one job.
type serving struct {
	*worker
	job      job
	lease    time.Duration
	tries    int
	consumer jetstream.Consumer
	contents *getter
	large    jetstream.ObjectStore
	wait     sync.WaitGroup
	over     atomic.Bool // the job has ended: no answer is needed any more
}

// serve does tasks of a job until it has ended, or ctx has. Tasks under way are then given back.
func (w *worker) serve(ctx context.Context, j job) error {
	s := &serving{worker: w, job: j}
	if err := s.begin(ctx); err != nil {
		return err
	}
	// Tasks go on for the grace after ctx, and end with the job.
	runs, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	take, full := context.WithCancel(ctx)
	defer full()
	ended := make(chan *nats.Msg, 8) // the end is announced more than once
	sub, err := w.nc.ChanSubscribe(j.end(), ended)
	if err != nil {
		return err
	}
	defer sub.Unsubscribe()
	really := make(chan struct{})
	go s.hear(runs, ended, really)
	go func() {
		select {
		case <-really:
			s.over.Store(true)
		case <-w.quit:
		case <-ctx.Done():
			if w.Grace > 0 {
				w.Warn(fmt.Sprintf("leaving: tasks under way have %v to end", w.Grace))
				select {
				case <-time.After(w.Grace):
				case <-runs.Done():
				}
			}
		case <-runs.Done():
		}
		full()
		stop()
	}()
	called := make(chan struct{})
	go func() { defer close(called); s.call(runs) }()
	err = s.take(take, runs)
	s.wait.Wait()
	stop()
	<-called
	return err
}

// hear closes really once the job has ended. It believes this only if the stream is gone,
// because any worker of the job can make the server reply to any subject, also to the one that
// announces the end.
func (s *serving) hear(ctx context.Context, ended <-chan *nats.Msg, really chan<- struct{}) {
	for {
		select {
		case <-ended:
			if s.gone(ctx) {
				close(really)
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// begin looks up the streams and consumers of the job on the server.
func (s *serving) begin(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, setUp)
	defer cancel()
	var stream, behind jetstream.Stream
	var store jetstream.ObjectStore
	ask := func(do func(context.Context) error) {
		if err == nil {
			err = answered(ctx, do)
		}
	}
	ask(func(ctx context.Context) (err error) { stream, err = s.js.Stream(ctx, s.job.tasks()); return err })
	if err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	meta := stream.CachedInfo().Config.Metadata
	if s.lease, err = time.ParseDuration(meta[metaLease]); err != nil || s.lease < time.Second {
		return fmt.Errorf("queue: the job's lease is %q", meta[metaLease])
	}
	if s.tries, err = strconv.Atoi(meta[metaTries]); err != nil || s.tries < 1 {
		return fmt.Errorf("queue: the job's tries are %q", meta[metaTries])
	}
	consumer := func(ctx context.Context) (err error) { s.consumer, err = stream.Consumer(ctx, workers); return err }
	until := time.Now().Add(setUp / 2) // the consumer comes last
	for err = answered(ctx, consumer); err != nil; err = answered(ctx, consumer) {
		if time.Now().After(until) || ctx.Err() != nil {
			return fmt.Errorf("queue: %w", err)
		}
		time.Sleep(100 * time.Millisecond)
	}
	ask(func(ctx context.Context) (err error) { store, err = s.js.ObjectStore(ctx, s.job.bucket()); return err })
	ask(func(ctx context.Context) (err error) {
		behind, err = s.js.Stream(ctx, "OBJ_"+s.job.bucket())
		return err
	})
	ask(func(ctx context.Context) (err error) { s.large, err = s.js.ObjectStore(ctx, s.job.large()); return err })
	if err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	s.contents = &getter{store: store, stream: behind, dir: s.dir}
	return nil
}

// answerWithin is how long a question waits for its answer, before it is asked again: a server in
// another part of the world answers within a second.
const answerWithin = 2 * time.Second

// answered asks until there is an answer, or ctx ends. While a cluster elects the leader of a stream or of
// a consumer it drops questions about it, and a worker would wait for half a minute.
func answered(ctx context.Context, ask func(context.Context) error) error {
	for {
		once, cancel := context.WithTimeout(ctx, answerWithin)
		err := ask(once)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
			return err
		}
	}
}

// call reports that the worker is there, until ctx ends, and then that it leaves.
func (s *serving) call(ctx context.Context) {
	say := func(gone bool) {
		s.mutex.Lock()
		p := present{Name: s.Name, Machine: s.Program.Machine.String(), Jobs: s.Jobs, Busy: s.busy, Gone: gone}
		s.mutex.Unlock()
		if text, err := json.Marshal(p); err == nil {
			s.nc.Publish(s.job.roll(), text) // a lost one is followed by the next
		}
	}
	say(false)
	ticker := time.NewTicker(rollEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			say(false)
		case <-ctx.Done():
			say(true)
			s.nc.FlushTimeout(time.Second)
			return
		}
	}
}

// take takes tasks while there is a free job for one, until ctx ends.
func (s *serving) take(ctx, runs context.Context) error {
	free := make(chan struct{}, s.Jobs)
	for range s.Jobs {
		free <- struct{}{}
	}
	for away := (time.Time{}); ; {
		select {
		case <-free:
		case <-ctx.Done():
			return nil
		}
		if err := s.tooBad(); err != nil {
			return err
		}
		n := 1 + len(free) // only this loop takes from free
		for range n - 1 {
			<-free
		}
		batch, err := s.consumer.Fetch(n, jetstream.FetchContext(until(ctx, fetchFor)))
		if err == nil {
			for m := range batch.Messages() {
				n--
				away = time.Time{}
				s.wait.Go(func() {
					defer func() { free <- struct{}{} }()
					s.one(runs, m)
				})
			}
			err = batch.Error()
		}
		for range n {
			free <- struct{}{}
		}
		if ctx.Err() != nil {
			return nil
		}
		if quiet(err) && s.nc.IsConnected() {
			away = time.Time{}
			continue
		}
		if s.gone(ctx) {
			return nil // the job has ended, and this worker did not hear it
		}
		if away.IsZero() {
			away = time.Now()
			s.Warn(fmt.Sprintf("the server is away (%v); trying for %v", err, s.Patience))
		}
		if time.Since(away) > s.Patience {
			return fmt.Errorf("queue: the server is away for %v: %w: %w", s.Patience, tasks.ErrAway, err)
		}
		select {
		case <-time.After(500 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}
