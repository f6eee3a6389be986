package hunt

import (
	"context"
	"fmt"
	"time"

	"bellwether/internal/study/tasks"
)

// Bounds of the trials that run ahead of an unfinished earlier one. In this process they are
// few, because they are wasted once enough is found. Other machines are many: with this bound
// a trial of ten seconds stops none of them, even if they make 1600 trials a second together.
// A waiting result has some hundred bytes.
const (
	windowHere  = 4 // for each job
	windowThere = 1 << 14
)

// A tried is a trial with its result.
type tried struct {
	trial uint64
	trialResult
	err error
}

// search gives the trials from the next one on to the engine, and takes their results in the
// order of the trials.
func (h *hunter) search(ctx context.Context) error {
	if end := uint64(h.Worlds) * uint64(h.rows()); h.Worlds > 0 && h.out.Next >= end {
		return nil
	}
	ctx, stop := context.WithCancel(ctx)
	d := &dispatch{
		hunter: h, next: h.out.Next, head: h.out.Next, end: uint64(h.Worlds) * uint64(h.rows()), endless: h.Worlds == 0,
		window: windowHere * uint64(max(h.Jobs, 1)), begun: map[string][]uint64{}, ended: map[uint64]tried{},
	}
	engine := tasks.Engine(tasks.Pool(max(h.Jobs, 1)))
	if h.Engine != nil {
		d.window = windowThere
		// The engine may put files into the directory, which is then still that of this hunt.
		err := h.keep()
		if err == nil {
			engine, err = h.Engine(ctx)
		}
		if err != nil {
			stop()
			return err
		}
	}
	if h.For > 0 {
		d.over = h.Now().Add(h.For)
	}
	results, broken := make(chan tried), make(chan error, 1)
	go func() {
		defer close(results)
		broken <- d.run(ctx, engine, results)
	}()
	defer func() {
		stop()
		for range results { // until the engine has ended
		}
	}()
	for got := range results {
		if ctx.Err() != nil {
			return nil
		}
		if got.err != nil {
			t := h.task(got.trial)
			return fmt.Errorf("world %d of %s: %w", t.number, t.world.Algorithm, got.err)
		}
		done, err := h.take(ctx, got.trial, got.trialResult)
		if done || err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		return nil
	}
	return <-broken
}

// A dispatch gives trials to an engine, and puts their results in order.
type dispatch struct {
	*hunter
	next, head uint64 // the next trial to give, and the next one to hand on
	end        uint64 // after the last trial
	endless    bool   // there is no end yet
	over       time.Time
	window     uint64
	begun      map[string][]uint64 // trials without a result, by ID: equal rows have equal trials
	ended      map[uint64]tried    // results that cannot be handed on yet
}

// run gives trials to the engine and hands results on, until all are handed on, or ctx or the
// engine ends. It returns why the engine could not continue.
func (d *dispatch) run(ctx context.Context, engine tasks.Engine, results chan<- tried) error {
	todo, done, idle := make(chan *tasks.Task), make(chan tasks.Ended), make(chan error, 1)
	go func() { idle <- engine.Run(ctx, todo, done) }()
	var broken error
	var waits *tasks.Task // for the engine
	for working, open := true, true; ; {
		waits = d.task(ctx, waits)
		if waits == nil && open && d.all() && len(d.begun) == 0 {
			close(todo) // the engine ends
			open = false
		}
		give, hand := chan<- *tasks.Task(nil), chan<- tried(nil)
		if waits != nil {
			give = todo
		}
		first, ready := d.ended[d.head]
		if ready {
			hand = results
		}
		if !working && (!ready || ctx.Err() != nil) {
			return broken
		}
		select {
		case give <- waits:
			d.begun[waits.ID] = []uint64{d.next}
			d.next++
			waits = nil
		case e := <-done:
			d.take(ctx, &e)
		case hand <- first:
			delete(d.ended, d.head)
			d.head++
		case broken = <-idle:
			working, idle, todo = false, nil, nil
		}
	}
}

// all reports whether there are no more trials to give.
func (d *dispatch) all() bool { return !d.endless && d.next >= d.end }

// task returns the next task for the engine, nil if no task is ready. waits is the task that
// it has not taken yet; once the time is over it is not given any more.
func (d *dispatch) task(ctx context.Context, waits *tasks.Task) *tasks.Task {
	if !d.over.IsZero() && !d.all() && d.Now().After(d.over) {
		d.end, d.endless = d.next, false
		return nil
	}
	for waits == nil && ctx.Err() == nil && !d.all() && d.next-d.head < d.window {
		t, err := d.order(d.next)
		switch {
		case err != nil:
			d.ended[d.next] = tried{trial: d.next, err: err}
		case d.begun[t.ID] != nil:
			d.begun[t.ID] = append(d.begun[t.ID], d.next)
		default:
			return t
		}
		d.next++
	}
	return waits
}

// take takes a result, and lets the engine forget it: it is made again after a kill.
func (d *dispatch) take(ctx context.Context, e *tasks.Ended) {
	e.Release()
	if e.Err != nil && ctx.Err() != nil {
		return // nobody waits for it
	}
	got, err := trialResult{}, e.Err
	if err == nil {
		got, err = readTrial(e.Answer)
	}
	for _, trial := range d.begun[e.ID] { // not found: a second answer
		d.ended[trial] = tried{trial, got, err}
	}
	delete(d.begun, e.ID)
}
