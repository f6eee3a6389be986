package queue

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"bellwether/internal/study/tasks"
)

// The queue does not grow with the number of tasks: without a worker 64 of a thousand are queued.
func TestQueueStaysSmall(t *testing.T) {
	b := newBench(t, nil)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { b.run(ctx, tasksOf(1000)...); close(ended) }()
	for until := time.Now().Add(20 * time.Second); b.c.flying() < leastFlying && time.Now().Before(until); time.Sleep(10 * time.Millisecond) {
	}
	time.Sleep(200 * time.Millisecond) // more than it takes to queue a hundred
	info, err := b.c.toDo.Info(t.Context())
	if err != nil || info.State.Msgs != leastFlying || b.c.flying() != leastFlying {
		t.Errorf("%d tasks in the stream, %d under way, %v", info.State.Msgs, b.c.flying(), err)
	}
	stop()
	<-ended
	b.close(false)
}

// A task that takes too long is stopped, and its answer is that error.
func TestTaskIsBoundedInTime(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(s *tasks.Serving) { s.Tries = 1 })
	b.worker(t.Context(), "one", func(ctx context.Context, _ string, _ json.RawMessage, _ tasks.Fetched) ([]byte, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}, func(w *tasks.Working) { w.Most = 200 * time.Millisecond })
	list := tasksOf(1)
	_, faults := b.run(t.Context(), list...)
	if err := faults[list[0].ID]; err == nil || !strings.Contains(err.Error(), "it took longer than 200ms on one") {
		t.Error(err)
	}
	b.close(true)
}

// Every client that asks gets the state of the sweep.
func TestStatusTellsOfTheSweep(t *testing.T) {
	b := newBench(t, nil)
	b.worker(t.Context(), "one", handle)
	list := tasksOf(10)
	b.run(t.Context(), list...)
	b.c.Tell(tasks.Whole{Done: 10, Asked: 25})
	at, _, err := JetStream{}.At(b.o.Dir)
	if err != nil {
		t.Fatal(err)
	}
	found, err := JetStream{}.Status(t.Context(), at)
	if err != nil || len(found) != 1 {
		t.Fatalf("%d answers, %v", len(found), err)
	}
	s := found[0]
	if s.Name != "test" || s.Build != "v1, go9" || s.Whole.Done != 10 || s.Whole.Asked != 25 || s.Whole.Left <= 0 || s.Whole.Left > time.Minute || s.PerMin != 10 || s.Running != 0 ||
		len(s.Workers) != 1 || s.Workers[0].Done != 10 || !s.Workers[0].Present || s.Workers[0].Machine != "linux/amd64" {
		t.Errorf("%+v", s)
	}
	b.close(true)
}
