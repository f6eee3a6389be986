package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellwether/internal/study/tasks"
)

// A coordinator that is killed and restarted gets the answers that came meanwhile, and queues
// what is missing.
func TestCoordinatorGoesOn(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	list := tasksOf(60)
	ctx, kill := context.WithCancel(t.Context())
	b.worker(t.Context(), "one", func(c context.Context, id string, spec json.RawMessage, n tasks.Fetched) ([]byte, error) {
		time.Sleep(10 * time.Millisecond)
		return handle(c, id, spec, n)
	})
	b.seen = func(answers int) {
		if answers == 10 {
			kill()
		}
	}
	before, _ := b.run(ctx, list...)
	if len(before) == 0 || len(before) == len(list) {
		t.Fatalf("%d answers before it was killed", len(before))
	}
	at := b.c.state.URL
	b.close(false)
	b.serve()
	if b.c.state.URL != at {
		t.Errorf("the server is at %s, and was at %s", b.c.state.URL, at)
	}
	var rest []*tasks.Task
	for _, one := range list {
		if before[one.ID] == "" {
			rest = append(rest, one)
		}
	}
	answers, _ := b.run(t.Context(), rest...)
	check(t, rest, answers)
	if n := b.c.Record().Workers[0].Done; n != len(list) {
		t.Errorf("the record counts %d first answers, want %d", n, len(list))
	}
	b.close(true)
}

// An answer that a coordinator had taken and not kept when it was killed comes again at once, and
// not only when the server misses its acknowledgement, a lease later.
func TestAnswersThatWereNotKeptComeAgain(t *testing.T) {
	b := newBench(t, func(o *tasks.Serving) { o.Lease = 10 * time.Minute })
	one := task(1, `{}`)
	a := answer{id: one.ID, outcome: done, data: pack([]byte("answer to " + one.ID + "{}")), worker: "one", took: time.Second, turns: 1}
	if _, err := b.c.js.PublishMsg(t.Context(), a.message(b.c.state.Job)); err != nil {
		t.Fatal(err)
	}
	if m, err := b.c.taken.Next(); err != nil || m == nil {
		t.Fatal(err)
	}
	b.close(false)
	b.serve()
	answers, _ := b.run(t.Context(), one)
	check(t, []*tasks.Task{one}, answers)
	b.close(true)
}

// An answer that the server sent to a connection that broke comes again after a lease: one server of
// three died while the coordinator's answers were on their way.
func TestAnswersOfALostConnectionComeAgain(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	one := task(1, `{}`)
	a := answer{id: one.ID, outcome: done, data: pack([]byte("answer to " + one.ID + "{}")), worker: "one", took: time.Second, turns: 1}
	if _, err := b.c.js.PublishMsg(t.Context(), a.message(b.c.state.Job)); err != nil {
		t.Fatal(err)
	}
	if m, err := b.c.taken.Next(); err != nil || m == nil {
		t.Fatal(err)
	}
	answers, _ := b.run(t.Context(), one)
	check(t, []*tasks.Task{one}, answers)
	b.close(true)
}

// An answer that its owner keeps only after three leases is delivered once, and one that waits as long
// for its task too: the coordinator renews what it holds, also what it has not looked at yet.
func TestAnswersThatAreHeldComeOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	list := tasksOf(3)
	for _, one := range list {
		a := answer{id: one.ID, outcome: done, data: pack([]byte("answer to " + one.ID + "{}")), worker: "one", took: time.Second, turns: 1}
		if _, err := b.c.js.PublishMsg(t.Context(), a.message(b.c.state.Job)); err != nil {
			t.Fatal(err)
		}
	}
	todo, ended, idle := make(chan *tasks.Task), make(chan tasks.Ended), make(chan error, 1)
	go func() { idle <- b.c.Run(t.Context(), todo, ended) }()
	time.Sleep(3 * b.o.Lease) // the three wait for their tasks
	for _, one := range list {
		todo <- one
		time.Sleep(3 * b.o.Lease / 2) // and each for its owner, which has not asked
		e := <-ended
		e.Release()
	}
	close(todo)
	if err := <-idle; err != nil {
		t.Error(err)
	}
	info, err := b.c.taken.Info(t.Context())
	if err != nil || info.Delivered.Consumer != 3 || b.c.Record().Repeated != 0 {
		t.Errorf("%d deliveries of 3 answers, %d of them counted as second answers, %v", info.Delivered.Consumer, b.c.Record().Repeated, err)
	}
	b.close(true)
}

// Answers may come before their tasks are begun. There are no workers here, so a dropped
// answer never comes again. One more than can wait is counted as a second answer.
func TestAnswersComeBeforeTheirTasks(t *testing.T) {
	b := newBench(t, nil)
	list := tasksOf(mostEarly + 1)
	for i, one := range list {
		a := answer{id: one.ID, outcome: done, data: pack([]byte("answer to " + one.ID + "{}")), worker: "one", took: time.Second, turns: 1}
		if _, err := b.c.js.PublishMsg(t.Context(), a.message(b.c.state.Job)); err != nil {
			t.Fatal(err)
		}
		if i == 0 { // the same once more: it is a second answer
			if _, err := b.c.js.PublishMsg(t.Context(), a.message(b.c.state.Job)); err != nil {
				t.Fatal(err)
			}
		}
	}
	todo, ended, idle := make(chan *tasks.Task), make(chan tasks.Ended), make(chan error, 1)
	go func() { idle <- b.c.Run(t.Context(), todo, ended) }()
	for until := time.Now().Add(20 * time.Second); b.c.Record().Repeated < 2; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("%+v: want two answers that cannot wait", b.c.Record())
		}
	}
	answers := map[string]string{}
	for _, one := range list[1:mostEarly] { // an earlier process kept the answer to the first
		todo <- one
		select {
		case e := <-ended:
			answers[e.ID] = string(e.Answer)
			e.Release()
		case <-time.After(20 * time.Second):
			t.Fatal("an answer was dropped")
		}
	}
	close(todo)
	if err := <-idle; err != nil {
		t.Error(err)
	}
	check(t, list[1:mostEarly], answers)
	if n := b.c.Record().Repeated; n != 3 {
		t.Errorf("%d second answers, want 3", n)
	}
	for until := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) { // acknowledgements are not waited for
		info, err := b.c.answers.Info(t.Context())
		if err != nil || time.Now().After(until) {
			t.Fatalf("answers are left: %+v, %v", info, err)
		}
		if info.State.Msgs == 0 {
			break
		}
	}
	b.close(true)
}

// Tasks and answers that the server lost are queued again.
func TestLostTasksAreQueuedAgain(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits until the coordinator looks, some 15 s")
	}
	b := newBench(t, nil)
	list := tasksOf(20)
	time.AfterFunc(time.Second, func() {
		if err := b.c.toDo.Purge(context.Background()); err != nil {
			t.Error(err)
		}
		b.worker(t.Context(), "late", handle)
	})
	answers, _ := b.run(t.Context(), list...)
	check(t, list, answers)
	b.close(true)
}

// A task that is queued is not queued a second time.
func TestTaskIsQueuedOnce(t *testing.T) {
	b := newBench(t, nil)
	f := &flight{task: task(1, `{}`)}
	for range 3 {
		if err := b.c.queue(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
	info, err := b.c.toDo.Info(t.Context())
	if err != nil || info.State.Msgs != 1 {
		t.Errorf("%d messages, %v", info.State.Msgs, err)
	}
	b.close(true)
}

// A second answer to a task is reported if it differs from the first, and counted if it is the
// same.
func TestSecondAnswersAreCompared(t *testing.T) {
	b := newBench(t, nil)
	list := tasksOf(2)
	later := tasksOf(3)[2]
	b.worker(t.Context(), "one", func(ctx context.Context, id string, spec json.RawMessage, n tasks.Fetched) ([]byte, error) {
		if id == later.ID { // the first two tasks have their answers
			for i, text := range []string{"answer to " + list[0].ID + "{}", "wrong"} {
				a := answer{id: list[i].ID, outcome: done, data: pack([]byte(text)), worker: "liar", took: time.Second, turns: 1}
				if _, err := b.c.js.PublishMsg(ctx, a.message(b.c.state.Job)); err != nil {
					t.Error(err)
				}
			}
		}
		return handle(ctx, id, spec, n)
	})
	b.run(t.Context(), list...)
	answers, _ := b.run(t.Context(), later)
	check(t, []*tasks.Task{later}, answers)
	if r := b.c.Record(); r.Repeated != 2 || !b.heard("liar answered task "+list[1].ID[:12]) || b.heard("liar answered task "+list[0].ID[:12]) {
		t.Errorf("%+v, it said %q", r, b.said)
	}
	b.close(true)
}

// A stopped worker gives its task back at once, and this does not count as a failure; a worker
// with a grace finishes the task.
func TestWorkerLeavesCleanly(t *testing.T) {
	t.Parallel()
	for _, grace := range []time.Duration{0, 5 * time.Second} {
		b := newBench(t, func(s *tasks.Serving) { s.Lease = time.Minute }) // longer than the test waits
		ctx, leave := context.WithCancel(t.Context())
		left := b.worker(ctx, "leaver", func(c context.Context, id string, spec json.RawMessage, n tasks.Fetched) ([]byte, error) {
			leave()
			select {
			case <-c.Done():
				return nil, c.Err()
			case <-time.After(500 * time.Millisecond):
				return handle(c, id, spec, n)
			}
		}, func(w *tasks.Working) { w.Grace = grace })
		go func() {
			if err := <-left; err != nil {
				t.Error(err)
			}
			b.worker(t.Context(), "heir", handle)
		}()
		list := tasksOf(1)
		answers, _ := b.run(t.Context(), list...)
		check(t, list, answers)
		if r := b.c.Record(); r.Returned != 1 && grace == 0 || r.Returned != 0 && grace > 0 || r.Failed != 0 || r.Lost != 0 {
			t.Errorf("grace %v: %+v", grace, r)
		}
		b.close(true)
	}
}

// A worker whose machine has a fault gives tasks back; after ten in a row it stops.
func TestWorkerWithoutDiskHandsTasksOn(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("workers that fail pause, some seconds in all")
	}
	b := newBench(t, nil)
	full := b.worker(t.Context(), "full", func(context.Context, string, json.RawMessage, tasks.Fetched) ([]byte, error) {
		return nil, &tasks.ErrHere{Err: errors.New("no space left on device")}
	})
	go func() {
		if err := <-full; err == nil || !strings.Contains(err.Error(), "no space left on device") {
			t.Errorf("the worker with a full disk: %v", err)
		}
		b.worker(t.Context(), "well", handle)
	}()
	list := tasksOf(3)
	answers, _ := b.run(t.Context(), list...)
	check(t, list, answers)
	if r := b.c.Record(); r.Returned != mostFaults || r.Failed != 0 {
		t.Errorf("%+v", r)
	}
	b.close(true)
}

// A task that does not fit one worker's memory goes to another worker; if it fits no worker,
// it ends with this error.
func TestTaskGoesWhereThereIsRoom(t *testing.T) {
	b := newBench(t, func(s *tasks.Serving) { s.Tries = 1 })
	b.worker(t.Context(), "small", func(ctx context.Context, id string, spec json.RawMessage, n tasks.Fetched) ([]byte, error) {
		leave, err := tasks.NewRoom(1000).Enter(ctx, 2000)
		if err != nil {
			return nil, err
		}
		leave()
		return handle(ctx, id, spec, n)
	})
	big := make(chan struct{})
	go func() {
		<-big
		b.worker(t.Context(), "large", handle)
	}()
	_, faults := b.run(t.Context(), task(1, `{}`))
	for _, err := range faults {
		if !strings.Contains(err.Error(), "not enough memory: it needs about 2 kB, and there is room for 1 kB") {
			t.Error(err)
		}
	}
	if len(faults) != 1 {
		t.Errorf("%d faults, want 1", len(faults))
	}
	close(big)
	for b.c.roll.present(time.Now()) < 2 {
		time.Sleep(10 * time.Millisecond)
	}
	list := tasksOf(5)
	answers, _ := b.run(t.Context(), list...)
	check(t, list, answers)
	b.close(true)
}

// Contents are sent by their hash; a task gets what it lists and nothing else.
func TestContentsTravelByHash(t *testing.T) {
	b := newBench(t, nil)
	text, other := []byte(strings.Repeat("movement ", 100_000)), []byte("of another task")
	sum, foreign := tasks.NewContent(text).SHA256, tasks.NewContent(other).SHA256
	b.worker(t.Context(), "one", func(ctx context.Context, id string, spec json.RawMessage, n tasks.Fetched) ([]byte, error) {
		got, err := n.Bytes(sum)
		if err != nil {
			return nil, err
		}
		if _, err := n.File(foreign); err == nil || !strings.Contains(err.Error(), "does not list") {
			return nil, fmt.Errorf("a content that is not listed: %w", err)
		}
		return fmt.Append(nil, string(got) == string(text)), nil
	})
	one, two := task(1, `{}`, text), task(2, `{}`, text)
	answers, faults := b.run(t.Context(), one, two)
	if answers[one.ID] != "true" || answers[two.ID] != "true" {
		t.Errorf("%.80v, %v", answers, faults)
	}
	if n := len(b.c.contents.sent); n != 1 {
		t.Errorf("%d contents were sent, want 1", n)
	}
	b.close(true)
}

// A content that an intruder with write access to the store has changed is not used.
func TestChangedContentIsRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(s *tasks.Serving) { s.Tries = 1 })
	text := []byte("name: good")
	c := tasks.NewContent(text)
	if _, err := b.c.contents.store.PutBytes(t.Context(), c.SHA256, []byte("name: evil")); err != nil {
		t.Fatal(err)
	}
	b.worker(t.Context(), "one", func(_ context.Context, _ string, _ json.RawMessage, n tasks.Fetched) ([]byte, error) {
		return n.Bytes(c.SHA256)
	})
	answers, faults := b.run(t.Context(), task(1, `{}`, text))
	for _, err := range faults {
		if !strings.Contains(err.Error(), "not what its hash says") {
			t.Error(err)
		}
	}
	if len(answers) != 0 || len(faults) != 1 {
		t.Errorf("answers %v", answers)
	}
	b.close(true)
}

// A large answer goes through the object store and is deleted afterwards; an answer beyond the
// bound is an error.
func TestGreatAnswers(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(s *tasks.Serving) { s.Tries = 1 })
	great := make([]byte, 3<<20)
	for i := range great {
		great[i] = byte(i * i >> 7)
	}
	b.worker(t.Context(), "one", func(_ context.Context, _ string, spec json.RawMessage, _ tasks.Fetched) ([]byte, error) {
		if string(spec) == `{"too":"great"}` {
			return make([]byte, maxAnswer+1), nil
		}
		return great, nil
	})
	one, two := task(1, `{}`), task(1, `{"too":"great"}`)
	answers, faults := b.run(t.Context(), one, two)
	if answers[one.ID] != string(great) {
		t.Errorf("an answer of %d bytes", len(answers[one.ID]))
	}
	if err := faults[two.ID]; err == nil || !strings.Contains(err.Error(), "at most 67108864") {
		t.Error(err)
	}
	for until := time.Now().Add(5 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		list, err := b.c.large.List(t.Context())
		if len(list) == 0 {
			break
		}
		if time.Now().After(until) {
			t.Fatalf("%d great answers are left, %v", len(list), err)
		}
	}
	b.close(true)
}

// A worker of another build is told which build is wanted.
func TestAnotherBuildIsRefused(t *testing.T) {
	b := newBench(t, nil)
	err := <-b.worker(t.Context(), "other", handle, func(w *tasks.Working) { w.Program = made("v2") })
	if err == nil || !strings.Contains(err.Error(), "the sweep is made by bellwether v1, go9, and this is bellwether v2, go9") {
		t.Error(err)
	}
	b.close(true)
}

// Only the owner may read the files of a queue, because they contain the token.
func TestStateIsTheOwners(t *testing.T) {
	b := newBench(t, func(s *tasks.Serving) { s.Guarded = true })
	stat, err := os.Stat(filepath.Join(b.o.Dir, stateFile))
	if err != nil || stat.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", stat.Mode(), err)
	}
	first := b.c.Secret()
	if again := b.c.Secret(); first == "" || again != "" {
		t.Errorf("the token is told as %q, and then as %q", first, again)
	}
	b.close(true)
}

// A worker at which everything fails does not use up the tries of a task, as long as there is
// another worker.
func TestOneBadWorkerDoesNotSpendAllTries(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("workers that fail pause, some seconds in all")
	}
	b := newBench(t, nil)
	list := tasksOf(4)
	b.worker(t.Context(), "bad", func(context.Context, string, json.RawMessage, tasks.Fetched) ([]byte, error) {
		return nil, errors.New("not on this machine")
	})
	b.worker(t.Context(), "good", func(ctx context.Context, id string, spec json.RawMessage, n tasks.Fetched) ([]byte, error) {
		time.Sleep(1500 * time.Millisecond) // so that the bad worker gets the other tasks again
		return handle(ctx, id, spec, n)
	})
	for until := time.Now().Add(10 * time.Second); b.c.roll.present(time.Now()) < 2 && time.Now().Before(until); time.Sleep(10 * time.Millisecond) {
	}
	answers, faults := b.run(t.Context(), list...)
	check(t, list, answers)
	if len(faults) > 0 || b.c.Record().Failed == 0 {
		t.Errorf("faults %v, %+v", faults, b.c.Record())
	}
	b.close(true)
}

// Messages never show a password of an address.
func TestPasswordsAreNotTold(t *testing.T) {
	_, err := reach(t.Context(), tasks.Access{URLs: []string{"nats://me:hunter2@127.0.0.1:1"}}, 0, func(string) {})
	if err == nil || strings.Contains(err.Error(), "hunter2") || !strings.Contains(err.Error(), "127.0.0.1:1") {
		t.Error(err)
	}
}

// A task that no worker has room for is reported, also where there are fewer workers than tries.
func TestTaskWithoutRoomIsReported(t *testing.T) {
	t.Parallel()
	for _, workers := range []int{1, 2} {
		b := newBench(t, nil)
		for i := range workers {
			b.worker(t.Context(), fmt.Sprint("small ", i), func(ctx context.Context, _ string, _ json.RawMessage, _ tasks.Fetched) ([]byte, error) {
				_, err := tasks.NewRoom(1000).Enter(ctx, 2000)
				return nil, err
			})
		}
		list := tasksOf(2)
		answers, faults := b.run(t.Context(), list...)
		for _, one := range list {
			if err := faults[one.ID]; err == nil || !strings.Contains(err.Error(), tasks.ErrNoRoom.Error()) {
				t.Errorf("%d workers: %v, %q", workers, err, answers[one.ID])
			}
		}
		b.close(true)
	}
}
