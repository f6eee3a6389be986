package queue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"bellwether/internal/study/tasks"
)

// Bounds of the tasks that are queued or under way: twice as many as workers can do at a time,
// so that no worker waits, but within these bounds. So neither queue nor coordinator grows
// with the number of all tasks.
const (
	leastFlying = 64
	mostFlying  = 20_000
)

// looksEvery is how often the coordinator checks that the server still has what it queued; it
// checks tasks that were queued at least looksAfter ago.
const (
	looksEvery = 5 * time.Second
	looksAfter = 10 * time.Second
)

// Run does tasks on other machines.
func (e *engine) Run(ctx context.Context, todo <-chan *tasks.Task, ended chan<- tasks.Ended) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	// What the server has delivered is held at once, so there is room for all of it.
	came, broken := make(chan jetstream.Msg, mostUnkept), make(chan error, 1)
	var wait sync.WaitGroup
	defer wait.Wait()
	defer stop()
	e.held.begin()
	wait.Go(func() { e.held.renew(ctx, e.Lease) })
	wait.Go(func() { broken <- e.collect(ctx, came) })
	look := time.NewTicker(looksEvery)
	defer look.Stop()
	for open := true; open || e.flying() > 0; {
		take := todo
		if !open || e.flying() >= e.room() {
			take = nil
		}
		var err error
		select {
		case t, more := <-take:
			if open = more; more {
				err = e.begin(ctx, t, ended)
			}
		case m := <-came:
			err = e.end(ctx, m, ended)
		case <-look.C:
			err = e.restore(ctx)
		case err = <-broken:
		case <-ctx.Done():
			return nil
		}
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%w: %w; what is kept is kept, the same command goes on from there", tasks.ErrStopped, err)
		}
	}
	return e.late(ctx)
}

func (e *engine) flying() int {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return len(e.flights)
}

// room is how many tasks may be queued or under way.
func (e *engine) room() int { return min(max(leastFlying, 2*e.roll.slots(time.Now())), mostFlying) }

// collect passes messages with answers to the loop.
func (e *engine) collect(ctx context.Context, came chan<- jetstream.Msg) error {
	for away := (time.Time{}); ctx.Err() == nil; {
		batch, err := e.taken.Fetch(mostUnkept/2, jetstream.FetchContext(until(ctx, 2*time.Second)))
		if err == nil {
			for m := range batch.Messages() {
				away = time.Time{}
				if !e.held.take(m) {
					continue
				}
				select {
				case came <- m:
				case <-ctx.Done():
					return nil
				}
			}
			err = batch.Error()
		}
		if ctx.Err() != nil {
			return nil
		}
		if quiet(err) && e.nc.IsConnected() {
			away = time.Time{}
			continue
		}
		if away.IsZero() {
			away = time.Now()
			e.Warn(fmt.Sprintf("the server is away (%v); trying for %v", err, e.Patience))
		}
		if time.Since(away) > e.Patience {
			return fmt.Errorf("queue: the server is away for %v: %w", e.Patience, err)
		}
		select {
		case <-time.After(500 * time.Millisecond):
		case <-ctx.Done():
		}
	}
	return nil
}

// begin queues a task, unless its answer is here.
func (e *engine) begin(ctx context.Context, t *tasks.Task, ended chan<- tasks.Ended) error {
	f := &flight{task: t, refused: map[string]bool{}, failed: map[string]bool{}}
	e.mutex.Lock()
	e.flights[t.ID] = f
	e.mutex.Unlock()
	if m := e.early.take(t.ID); m != nil {
		return e.end(ctx, m, ended)
	}
	return e.queue(ctx, f)
}

// queue publishes a task, and tries again while the server is away or full. One that is queued
// already stays as it is.
func (e *engine) queue(ctx context.Context, f *flight) error {
	order, err := f.task.Order()
	if err != nil {
		return err
	}
	text, err := json.Marshal(order)
	if err != nil {
		return err
	}
	if len(text) > maxOrder {
		return fmt.Errorf("queue: a task of %d bytes; at most %d", len(text), maxOrder)
	}
	f.queued = time.Now()
	return e.insist(ctx, func(ctx context.Context) error {
		if err := e.contents.send(ctx, order.Needs); err != nil {
			return err
		}
		_, err := e.js.Publish(ctx, e.state.Job.task(f.task.ID), text)
		if isQueued(err) {
			return nil
		}
		return err
	})
}

// isQueued reports whether an error says that a task is queued already.
func isQueued(err error) bool {
	var refused *jetstream.APIError
	return errors.As(err, &refused) && strings.Contains(refused.Description, server.ErrMaxMsgsPerSubject.Error())
}

// insist makes a request to the server, and repeats it until patience ends.
func (e *engine) insist(ctx context.Context, do func(context.Context) error) error {
	warn := e.Warn
	if e.server != nil {
		warn = func(text string) {
			if err := writable(e.Dir); err != nil {
				text = fmt.Sprintf("%v: the server of this sweep cannot store anything there; %s", err, text)
			}
			e.Warn(text)
		}
	}
	return insist(ctx, e.Patience, warn, do)
}

// writable returns an error if no file can be written to a directory. It writes a block,
// because a full disk may still have room for a name.
func writable(dir string) error {
	f, err := os.CreateTemp(dir, ".probe-*")
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, 4096))
	return errors.Join(err, f.Close(), os.Remove(f.Name()))
}

func insist(ctx context.Context, patience time.Duration, warn func(string), do func(context.Context) error) error {
	until, told := time.Now().Add(patience), false
	for {
		one, cancel := context.WithTimeout(ctx, min(10*time.Second, max(patience, time.Second)))
		err := do(one)
		cancel()
		switch {
		case err == nil || ctx.Err() != nil:
			return ctx.Err()
		case time.Now().After(until):
			return err
		case !told:
			told = true
			warn(fmt.Sprintf("the server does not take it (%v); trying for %v", err, patience))
		}
		select {
		case <-time.After(500 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// end takes an answer.
func (e *engine) end(ctx context.Context, m jetstream.Msg, ended chan<- tasks.Ended) error {
	a, err := readAnswer(m.Subject(), m.Headers(), m.Data())
	if err != nil {
		e.Warn("warning: " + err.Error() + "; it is left out")
		return e.held.ack(m)
	}
	e.mutex.Lock()
	f := e.flights[a.id]
	e.mutex.Unlock()
	e.roll.heard(a.worker, a.machine, time.Now())
	if a.outcome == done {
		a.data, err = e.unpacked(ctx, a)
		if err != nil {
			a.outcome, a.why = failed, err.Error()
		}
	}
	if f == nil {
		if a.outcome == done && !e.recent.knows(a.id) && e.early.wait(a.id, m) {
			return nil
		}
		return e.surplus(ctx, m, a)
	}
	if a.outcome != done {
		text, over := e.judge(f, a)
		e.record.add(a, notFirst)
		if !over {
			if err := e.held.ack(m); err != nil {
				return err
			}
			return e.queue(ctx, f)
		}
		e.forget(a.id)
		return e.give(ctx, ended, tasks.Ended{Task: f.task, Err: errors.New(text), Kept: func() { e.held.ack(m) }})
	}
	e.recent.keep(a.id, a.data)
	e.forget(a.id)
	kept := func() {
		e.record.add(a, first)
		e.held.ack(m) // otherwise it is delivered again, as a second answer
		e.drop(ctx, a)
	}
	return e.give(ctx, ended, tasks.Ended{Task: f.task, Answer: a.data, Kept: kept})
}

// give sends an ended task to its owner.
func (e *engine) give(ctx context.Context, ended chan<- tasks.Ended, one tasks.Ended) error {
	select {
	case ended <- one:
		return nil
	case <-ctx.Done():
		return nil // the answer is not released, and is delivered again
	}
}

func (e *engine) forget(id string) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	delete(e.flights, id)
}

// mostTries bounds the tries of a task that the same worker gets again and again, as a
// multiple of Tries.
const mostTries = 3

// judge reports whether a task without an answer was tried often enough, and its error then.
func (e *engine) judge(f *flight, a *answer) (text string, over bool) {
	switch a.outcome {
	case returned:
		return "", false
	case noRoom:
		f.refusals++
		f.refused[a.worker] = true
		over = f.refusals >= e.Tries && e.roll.among(f.refused, time.Now())
	case worn:
		over = true
	case failed:
		f.tries++
		f.failed[a.worker] = true
		// The machine may be at fault, so another worker tries too, if there is one.
		alone := len(f.failed) < min(2, e.roll.present(time.Now()))
		over = f.tries >= e.Tries && !alone || f.tries >= mostTries*e.Tries
	}
	text = a.why
	if n := f.tries; n > 1 {
		text = fmt.Sprintf("%s (%d times, last by %s)", a.why, n, a.worker)
	}
	return text, over
}

// unpacked returns the answer as the worker made it.
func (e *engine) unpacked(ctx context.Context, a *answer) ([]byte, error) {
	data := a.data
	if a.object != "" {
		object, err := e.large.Get(ctx, a.object)
		if err != nil {
			return nil, fmt.Errorf("queue: a great answer of %s cannot be fetched: %w", a.worker, err)
		}
		data, err = io.ReadAll(io.LimitReader(object, maxAnswer+1))
		if err := errors.Join(err, object.Close()); err != nil {
			return nil, fmt.Errorf("queue: a great answer of %s cannot be fetched: %w", a.worker, err)
		}
		if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != a.object {
			return nil, fmt.Errorf("queue: a great answer of %s is not what its hash says", a.worker)
		}
	}
	return unpack(data)
}

// drop deletes a great answer.
func (e *engine) drop(ctx context.Context, a *answer) error {
	if a.object == "" {
		return nil
	}
	if err := e.large.Delete(ctx, a.object); err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
		return err
	}
	return nil
}

// surplus counts a second answer, and deletes it on the server.
func (e *engine) surplus(ctx context.Context, m jetstream.Msg, a *answer) error {
	e.again(a)
	return errors.Join(e.held.ack(m), e.drop(ctx, a))
}

// again takes a second answer to a task. It must equal the first.
func (e *engine) again(a *answer) {
	e.record.add(a, notFirst)
	if a.outcome != done {
		return
	}
	if e.recent.differs(a.id, a.data) {
		e.Warn(fmt.Sprintf("warning: %s answered task %.12s… otherwise than the worker before: one of the two machines computes wrongly; "+
			"bellwether verify --all finds which runs are wrong", a.worker, a.id))
	}
}

// restore queues again what the server has lost: a task is in its stream until it is answered, and
// an answer in its stream until it is kept.
func (e *engine) restore(ctx context.Context) error {
	one, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	info, err := e.toDo.Info(one)
	if err != nil {
		return nil // the server is away: collect says so
	}
	answers, err := e.answers.Info(one)
	if err != nil || info.State.Msgs+answers.State.Msgs >= uint64(e.flying()) {
		return nil
	}
	e.mutex.Lock()
	var lost []*flight
	for _, f := range e.flights {
		if time.Since(f.queued) > looksAfter {
			lost = append(lost, f)
		}
	}
	e.mutex.Unlock()
	for _, f := range lost {
		if err := e.queue(ctx, f); err != nil {
			return err
		}
	}
	return nil
}
