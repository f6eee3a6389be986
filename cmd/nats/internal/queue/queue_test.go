package queue

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"bellwether/internal/base/build"
	"bellwether/internal/study/tasks"
)

// TestMain lets many tests wait at once: leases and workers' deaths are waits, not work.
func TestMain(m *testing.M) {
	flag.Set("test.parallel", "8")
	goleak.VerifyTestMain(m)
}

// made is the name of a program.
func made(version string) build.Program {
	return build.Program{Build: build.Build{Version: version, Go: "go9"}, Machine: build.Machine{OS: "linux", Arch: "amd64"}}
}

// A bench is a coordinator in a directory of its own, and its workers.
type bench struct {
	t    *testing.T
	o    tasks.Serving
	c    *engine
	mu   sync.Mutex
	said []string
	all  sync.WaitGroup
	seen func(answers int) // after each answer; nil: not called
}

func newBench(t *testing.T, change func(*tasks.Serving)) *bench {
	b := &bench{t: t}
	b.o = tasks.Serving{Name: "test", Dir: filepath.Join(t.TempDir(), "out"), Listen: "127.0.0.1:0", Program: made("v1"), Lease: time.Second,
		Patience: 20 * time.Second, Warn: b.say}
	if change != nil {
		change(&b.o)
	}
	b.serve()
	t.Cleanup(func() { b.all.Wait() })
	return b
}

func (b *bench) say(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.said = append(b.said, text)
}

// heard reports whether something was said.
func (b *bench) heard(text string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.ContainsFunc(b.said, func(s string) bool { return strings.Contains(s, text) })
}

// serve begins, and where a busy machine's servers do not answer in time begins again, as who gives
// the same command once more does.
func (b *bench) serve() {
	b.t.Helper()
	for until := time.Now().Add(b.o.Patience); ; {
		c, err := JetStream{}.Serve(b.t.Context(), b.o)
		if err == nil {
			b.c = c.(*engine)
			return
		}
		if !errors.Is(err, context.DeadlineExceeded) || time.Now().After(until) {
			b.t.Fatal(err)
		}
	}
}

func (b *bench) close(finished tasks.Finished) {
	b.t.Helper()
	if err := b.c.Close(finished); err != nil {
		b.t.Error(err)
	}
}

// handle answers as a run would: by its ID alone.
func handle(_ context.Context, id string, spec json.RawMessage, _ tasks.Fetched) ([]byte, error) {
	return []byte("answer to " + id + string(spec)), nil
}

// worker starts a worker, which ends with ctx or with the job. What it returned comes by the channel.
func (b *bench) worker(ctx context.Context, name string, h tasks.Handler, change ...func(*tasks.Working)) <-chan error {
	at, _, err := JetStream{}.At(b.o.Dir)
	if err != nil {
		b.t.Fatal(err)
	}
	o := tasks.Working{Access: at, Name: name, Program: made("v1"), Handlers: map[tasks.Kind]tasks.Handler{tasks.Run: h}, Jobs: 1,
		Patience: 20 * time.Second, Warn: b.say}
	for _, f := range change {
		f(&o)
	}
	out := make(chan error, 1)
	b.all.Go(func() {
		_, err := JetStream{}.Work(ctx, o)
		out <- err
	})
	return out
}

// task is a task that needs some content.
func task(n int, spec string, needs ...[]byte) *tasks.Task {
	return &tasks.Task{ID: tasks.NewContent(fmt.Append(nil, "task ", n, spec)).SHA256, Order: func() (*tasks.Order, error) {
		o := &tasks.Order{Kind: tasks.Run, Spec: json.RawMessage(spec)}
		for _, data := range needs {
			o.Needs = append(o.Needs, tasks.NewContent(data))
		}
		return o, nil
	}}
}

// run does tasks, and returns answers and errors by ID.
func (b *bench) run(ctx context.Context, list ...*tasks.Task) (answers map[string]string, faults map[string]error) {
	b.t.Helper()
	answers, faults = map[string]string{}, map[string]error{}
	todo, done, idle := make(chan *tasks.Task), make(chan tasks.Ended), make(chan error, 1)
	go func() { idle <- b.c.Run(ctx, todo, done) }()
	for {
		var give chan *tasks.Task
		var next *tasks.Task
		if len(list) > 0 {
			give, next = todo, list[0]
		} else if list != nil {
			close(todo)
			list = nil
		}
		select {
		case give <- next:
			list = list[1:]
		case e := <-done:
			if answers[e.ID] != "" || faults[e.ID] != nil {
				b.t.Errorf("task %.8s ended twice", e.ID)
			}
			if answers[e.ID] = string(e.Answer); e.Err != nil {
				delete(answers, e.ID)
				faults[e.ID] = e.Err
			}
			e.Release()
			if b.seen != nil {
				b.seen(len(answers))
			}
		case err := <-idle:
			if err != nil {
				b.t.Error(err)
			}
			return answers, faults
		case <-time.After(max(time.Minute, b.o.Patience)):
			b.t.Fatalf("%d answers, %d faults, and no more for a minute; it said %q", len(answers), len(faults), b.said)
		}
	}
}

// tasksOf are some tasks.
func tasksOf(n int) (list []*tasks.Task) {
	for i := range n {
		list = append(list, task(i, `{}`))
	}
	return list
}

// check compares answers with the answers of handle.
func check(t *testing.T, list []*tasks.Task, answers map[string]string) {
	t.Helper()
	if len(answers) != len(list) {
		t.Errorf("%d answers to %d tasks", len(answers), len(list))
	}
	for _, one := range list {
		o, err := one.Order()
		if err != nil {
			t.Fatal(err)
		}
		if want := "answer to " + one.ID + string(o.Spec); answers[one.ID] != want {
			t.Errorf("%q, want %q", answers[one.ID], want)
		}
	}
}

// Two workers share the tasks, the record says who did which, and at the end nothing of the queue
// is left.
func TestWorkersShareTasks(t *testing.T) {
	b := newBench(t, nil)
	one, two := b.worker(t.Context(), "one", handle), b.worker(t.Context(), "two", handle)
	list := tasksOf(200)
	answers, _ := b.run(t.Context(), list...)
	check(t, list, answers)
	r := b.c.Record()
	if len(r.Workers) != 2 || r.Workers[0].Done == 0 || r.Workers[1].Done == 0 || r.Workers[0].Done+r.Workers[1].Done != 200 {
		t.Errorf("%+v", r)
	}
	b.close(true)
	if err := errors.Join(<-one, <-two); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(filepath.Join(b.o.Dir, RecordFile))
	if n := strings.Count(string(text), `"first":true`); err != nil || n != 200 {
		t.Errorf("the record has %d answers, %v", n, err)
	}
	for _, file := range []string{stateFile, storeDir} {
		if _, err := os.Stat(filepath.Join(b.o.Dir, file)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is left: %v", file, err)
		}
	}
}

// A worker that dies with a task loses it to another one once its lease ends.
func TestDeadWorkerGivesItsTaskBack(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	stuck := make(chan struct{})
	at, _, _ := JetStream{}.At(b.o.Dir)
	nc, err := reach(t.Context(), at, 0, b.say)
	if err != nil {
		t.Fatal(err)
	}
	w, err := newWorker(tasks.Working{Name: "mortal", Program: made("v1"), Jobs: 1, Patience: time.Second, Warn: func(string) {},
		Handlers: map[tasks.Kind]tasks.Handler{tasks.Run: func(ctx context.Context, _ string, _ json.RawMessage, _ tasks.Fetched) ([]byte, error) {
			nc.Close() // as a process that is killed
			close(stuck)
			<-ctx.Done()
			return nil, ctx.Err()
		}}}, nc)
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(w.dir)
	mortal, stop := context.WithCancel(t.Context())
	b.all.Go(func() { w.serve(mortal, b.c.state.Job) })
	go func() { <-stuck; b.worker(t.Context(), "heir", handle) }()
	list := tasksOf(1)
	answers, _ := b.run(t.Context(), list...)
	check(t, list, answers)
	if r := b.c.Record(); r.Lost != 1 {
		t.Errorf("lost %d times, want 1", r.Lost)
	}
	stop()
	b.close(true)
}

// A worker that takes longer than a lease and renews it keeps its task, although another
// worker is free.
func TestLeaseIsExtended(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	var turns atomic.Int64
	slow := func(ctx context.Context, id string, spec json.RawMessage, n tasks.Fetched) ([]byte, error) {
		turns.Add(1)
		time.Sleep(2500 * time.Millisecond)
		return handle(ctx, id, spec, n)
	}
	b.worker(t.Context(), "slow", slow)
	b.worker(t.Context(), "free", slow)
	list := tasksOf(1)
	answers, _ := b.run(t.Context(), list...)
	check(t, list, answers)
	if r := b.c.Record(); turns.Load() != 1 || r.Lost != 0 || r.Repeated != 0 {
		t.Errorf("done %d times: %+v", turns.Load(), r)
	}
	b.close(true)
}

// A task that fails is tried three times, at two workers, and at most nine times if one of
// them gets it again and again; then its error is its answer. The other tasks end.
func TestFailingTaskDoesNotBlockTheEnd(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	list := append(tasksOf(5), task(0, `{"bad":1}`), task(0, `{"panics":1}`))
	var mu sync.Mutex
	tried := map[string]int{}
	h := func(ctx context.Context, id string, spec json.RawMessage, n tasks.Fetched) ([]byte, error) {
		mu.Lock()
		tried[string(spec)]++
		mu.Unlock()
		switch string(spec) {
		case `{"bad":1}`:
			return nil, errors.New("it cannot be")
		case `{"panics":1}`:
			panic("it must not be")
		}
		return handle(ctx, id, spec, n)
	}
	b.worker(t.Context(), "one", h)
	b.worker(t.Context(), "two", h)
	answers, faults := b.run(t.Context(), list...)
	check(t, list[:5], answers)
	for i, want := range []string{"it cannot be", "it must not be"} {
		if err := faults[list[5+i].ID]; err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), " times, last by ") {
			t.Errorf("%v, want %q", err, want)
		}
	}
	within := func(n int) bool { return n >= tasks.DefaultTries && n <= mostTries*tasks.DefaultTries }
	if !within(tried[`{"bad":1}`]) || !within(tried[`{"panics":1}`]) {
		t.Errorf("tried %v", tried)
	}
	b.close(true)
}

// A task that kills its workers is given up by the fourth, which does not begin it.
func TestTaskThatKillsWorkersIsGivenUp(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("three leases")
	}
	b := newBench(t, nil)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	begun := make(chan struct{}, 100)
	b.all.Go(func() { // one mortal worker after another
		for ctx.Err() == nil {
			at, _, err := JetStream{}.At(b.o.Dir)
			if err != nil || len(at.URLs) == 0 {
				return
			}
			nc, err := reach(ctx, at, 0, func(string) {})
			if err != nil {
				return
			}
			ctx, die := context.WithCancel(ctx)
			w, err := newWorker(tasks.Working{Name: "mortal", Program: made("v1"), Jobs: 1, Patience: time.Second, Warn: func(string) {},
				Handlers: map[tasks.Kind]tasks.Handler{tasks.Run: func(context.Context, string, json.RawMessage, tasks.Fetched) ([]byte, error) {
					begun <- struct{}{}
					nc.Close()
					die()
					return nil, errors.New("dead")
				}}}, nc)
			if err == nil {
				w.serve(ctx, b.c.state.Job)
				os.RemoveAll(w.dir)
			}
			die()
			nc.Close()
		}
	})
	list := tasksOf(1)
	_, faults := b.run(t.Context(), list...)
	if err := faults[list[0].ID]; err == nil || !strings.Contains(err.Error(), "3 workers took it and did not answer") {
		t.Errorf("%v", err)
	}
	if len(begun) != 3 {
		t.Errorf("begun %d times, want 3", len(begun))
	}
	stop()
	b.close(true)
}
