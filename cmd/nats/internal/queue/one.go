package queue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"bellwether/internal/base/crash"
	"bellwether/internal/study/tasks"
)

// fetchFor is how long one request for tasks waits. A job that becomes free meanwhile waits as
// long, but only if there are too few tasks anyway.
const fetchFor = time.Second

// until bounds a request.
func until(ctx context.Context, most time.Duration) context.Context {
	one, cancel := context.WithTimeout(ctx, most)
	context.AfterFunc(one, cancel)
	return one
}

// quiet reports whether a request for tasks ended only because there were none.
func quiet(err error) bool {
	return err == nil || errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, jetstream.ErrNoMessages) || errors.Is(err, jetstream.ErrMaxBytesExceeded)
}

// gone reports whether an error means that the job has ended. No answer of a server, or a
// cluster without a leader, does not mean it.
func (s *serving) gone(ctx context.Context) bool {
	if s.over.Load() {
		return true
	}
	one, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	_, err := s.js.Stream(one, s.job.tasks())
	return errors.Is(err, jetstream.ErrStreamNotFound)
}

// mostFaults is the number of successive faults of its own machine after which a worker stops,
// because it would only give tasks back.
const mostFaults = 10

// tooBad returns an error if this machine cannot do tasks any more.
func (s *serving) tooBad() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.faults >= mostFaults {
		return fmt.Errorf("queue: %w: it could do none of %d tasks: %s", tasks.ErrAway, s.faults, s.fault)
	}
	return nil
}

// one does one task.
func (s *serving) one(ctx context.Context, m jetstream.Msg) {
	s.count(1)
	defer s.count(-1)
	a := &answer{worker: s.Name, machine: s.Program.Machine.String(), turns: 1}
	if meta, err := m.Metadata(); err == nil {
		a.turns = int(meta.NumDelivered)
	}
	stop := s.extend(ctx, m)
	defer stop()
	id, o, err := readOrder(m.Subject(), m.Data())
	a.id = id
	begun := time.Now()
	switch {
	case !idForm.MatchString(id):
		m.TermWithReason("no task")
		return
	case err != nil:
		a.outcome, a.why = failed, err.Error()
	case a.turns > s.tries:
		a.outcome = worn
		a.why = fmt.Sprintf("%d workers took it and did not answer: each died, was stopped, or lost its connection", a.turns-1)
	default:
		s.do(ctx, a, o)
	}
	a.took = time.Since(begun)
	s.answer(ctx, m, a)
	s.note(a)
}

// do carries an order out, and enters the answer.
func (s *serving) do(ctx context.Context, a *answer, o *tasks.Order) {
	handle, known := s.Handlers[o.Kind]
	if !known {
		a.outcome, a.why = failed, fmt.Sprintf("queue: this program has no tasks of kind %.40q", string(o.Kind))
		return
	}
	ctx, cancel := context.WithTimeout(ctx, s.Most)
	defer cancel()
	data, err := guarded(func() ([]byte, error) { return handle(ctx, a.id, o.Spec, s.contents.of(ctx, o.Needs)) })
	var here *tasks.ErrHere
	switch {
	case err == nil && len(data) > maxAnswer:
		a.outcome, a.why = failed, fmt.Sprintf("queue: an answer of %d bytes; at most %d", len(data), maxAnswer)
	case err == nil:
		a.outcome, a.data = done, pack(data)
	case errors.Is(err, context.DeadlineExceeded) && ctx.Err() != nil:
		a.outcome, a.why = failed, fmt.Sprintf("it took longer than %v on %s: --most TIME of the worker bounds it", s.Most, s.Name)
	case ctx.Err() != nil:
		a.outcome, a.why = returned, "the worker leaves"
	case errors.As(err, &here):
		a.outcome, a.why = returned, err.Error()
	case errors.Is(err, tasks.ErrNoRoom), errors.Is(err, tasks.ErrProcessor), errors.Is(err, tasks.ErrProgram):
		a.outcome, a.why = noRoom, err.Error()
	default:
		a.outcome, a.why = failed, err.Error()
	}
}

// guarded converts a panic to an error.
func guarded(do func() ([]byte, error)) (out []byte, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = crash.Recovered(v)
		}
	}()
	return do()
}

// answer publishes an answer, and ends the task on the server. The answer is stored before the
// task is acknowledged: a task that is lost between the two is done again. A task without an
// answer leaves its stream first, so that the coordinator can queue it again.
func (s *serving) answer(ctx context.Context, m jetstream.Msg, a *answer) {
	if s.over.Load() {
		return
	}
	ctx = context.WithoutCancel(ctx)
	patience := s.Patience
	if a.outcome == returned {
		patience = 2 * time.Second // it comes again by itself once the lease ends
	}
	release := func(ctx context.Context) error {
		err := m.DoubleAck(ctx)
		if errors.Is(err, jetstream.ErrMsgAlreadyAckd) {
			return nil
		}
		return err
	}
	quietly := func(string) {}
	if a.outcome != done {
		if insist(ctx, min(patience, 2*time.Second), quietly, release) != nil {
			return // another worker gets it once the lease ends
		}
	}
	err := insist(ctx, patience, s.Warn, func(ctx context.Context) error {
		if len(a.data) > inMessage && a.object == "" {
			sum := sha256.Sum256(a.data)
			name := hex.EncodeToString(sum[:])
			if _, err := s.large.PutBytes(ctx, name, a.data); err != nil {
				return err
			}
			a.object, a.data = name, nil
		}
		_, err := s.js.PublishMsg(ctx, a.message(s.job))
		if err != nil && s.gone(ctx) {
			return nil
		}
		return err
	})
	if err == nil && a.outcome == done {
		// If this message is lost the task is done once more. It waits for no reply, because
		// after the last answer the job is gone.
		m.Ack()
	}
}

// extend renews the lease of a task, each third of it.
func (s *serving) extend(ctx context.Context, m jetstream.Msg) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	go func() {
		ticker := time.NewTicker(s.lease / 3)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				m.InProgress() // a lost one is followed by another before the lease ends
			case <-ctx.Done():
				return
			}
		}
	}()
	return cancel
}

func (s *serving) count(n int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.busy += n
}

// note counts an answer. A machine that fails pauses before its next task, so that others get it.
func (s *serving) note(a *answer) {
	s.mutex.Lock()
	switch a.outcome {
	case done:
		s.faults = 0
		s.own.Done, s.own.Seconds = s.own.Done+1, s.own.Seconds+a.took.Seconds()
	case returned:
		s.made.Returned++
		if !strings.Contains(a.why, "leaves") {
			s.faults, s.fault = s.faults+1, a.why
		}
	case noRoom:
		s.made.NoRoom++
	default:
		s.made.Failed++
	}
	faulty := s.faults > 0 || a.outcome == noRoom || a.outcome == failed
	s.mutex.Unlock()
	if faulty { // pauses differ, otherwise the same worker would get the same task again and again
		time.Sleep(time.Second/2 + rand.N(time.Second))
	}
}
