package campaign

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/base/crash"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// witness is a sink that stores each record.
type witness struct {
	kinds   trace.Set
	records []trace.Record
	until   int // it panics after so many; 0: never
}

func (w *witness) Wants() trace.Set { return w.kinds }

func (w *witness) Record(r *trace.Record) {
	w.records = append(w.records, *r)
	if len(w.records) == w.until {
		panic("the witness breaks")
	}
}

// Sinks on a goroutine of their own get the same records in the same order as on the run's
// goroutine, each only the kinds that it wants, with any number of receptions.
func TestSinksOnTheirOwnGoroutineGetTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		within := []*witness{{kinds: trace.All}, {kinds: trace.Of(trace.Receive, trace.Energy)}, {kinds: trace.Of(trace.Send)}}
		var sinks []trace.Sink
		var beside []*witness
		for _, w := range within {
			b := &witness{kinds: w.kinds}
			beside, sinks = append(beside, b), append(sinks, b)
		}
		a := newAsync(sinks)
		nodes := make([]protocol.ID, asyncNodes+1)
		for i := range nodes {
			nodes[i] = protocol.ID(rapid.Uint32().Draw(t, "node"))
			if i == 10 {
				break
			}
		}
		for k := range rapid.IntRange(0, 2*asyncRecords+1).Draw(t, "records") {
			r := trace.Record{Kind: trace.Kind(1 + k%5), At: protocol.Time(k), Node: protocol.ID(k)}
			heard := nodes[:1]
			if k%7 == 0 {
				r.Kind = trace.Receive
				heard = nodes[:k*k%17]
				if k == 700 {
					heard = nodes
				}
				a.Receptions(&r, heard)
			} else {
				a.Record(&r)
				heard[0] = r.Node
			}
			for _, w := range within {
				if w.kinds.Has(r.Kind) {
					one := r
					trace.Receptions(w, &one, heard)
				}
			}
		}
		a.finish()
		for i := range within {
			if !slices.Equal(within[i].records, beside[i].records) {
				t.Fatalf("sink %d: %d records within, %d beside, and not the same", i, len(within[i].records), len(beside[i].records))
			}
		}
	})
}

// If a sink on its own goroutine panics, the run fails at the next batch or at its end, and
// the failure names the place. No goroutine blocks or is left.
func TestASinkThatPanicsFailsItsRun(t *testing.T) {
	s := read(t, small)
	before := runtime.NumGoroutine()
	for _, until := range []int{1, 3000} {
		w := &witness{kinds: trace.All &^ trace.Of(trace.LinkUp, trace.LinkDown), until: until}
		r := attempt(t.Context(), s, task{entry: s.Algorithms[0], seed: 1, beside: true}, Options{}, w)
		if len(crash.Find(r.err)) != 1 || !strings.Contains(r.err.Error(), "the witness breaks, in campaign.(*witness).Record (") {
			t.Errorf("%v", r.err)
		}
		if len(w.records) != until {
			t.Errorf("it got %d records, and panicked at %d", len(w.records), until)
		}
	}
	settle(t, before)
}

// slow is a sink that needs some time for a batch, and cancels the run at one record.
type slow struct {
	cancel func()
	at     int
	seen   int
	ended  bool
}

func (s *slow) Wants() trace.Set { return trace.All &^ trace.Of(trace.LinkUp, trace.LinkDown) }

func (s *slow) Record(r *trace.Record) {
	if s.seen++; s.seen == s.at {
		s.cancel()
	}
	s.ended = s.ended || r.Kind == trace.End
}

// A run that is cancelled while its sinks have a goroutine of their own ends with the error
// of its context, has passed all its records to them, and leaves no goroutine.
func TestACancelledRunLeavesNoGoroutine(t *testing.T) {
	s := read(t, small)
	before := runtime.NumGoroutine()
	for _, at := range []int{1, 500} {
		ctx, cancel := context.WithCancel(t.Context())
		w := &slow{cancel: cancel, at: at}
		r := attempt(ctx, s, task{entry: s.Algorithms[0], seed: 1, beside: true}, Options{}, w)
		if !errors.Is(r.err, context.Canceled) {
			t.Errorf("cancelled at record %d: %v", at, r.err)
		}
		if w.seen < at || w.ended {
			t.Errorf("cancelled at record %d: it saw %d, the end: %t", at, w.seen, w.ended)
		}
	}
	settle(t, before)
}

// settle waits until there are no more goroutines than there were.
func settle(t *testing.T, before int) {
	t.Helper()
	for range 1000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond) // a goroutine that has ended is counted until it is scheduled once more
	}
	t.Errorf("%d goroutines, there were %d", runtime.NumGoroutine(), before)
}

// A run has a second processor if one is idle: because no runs are left for it, or because
// no more fit into memory.
func TestRunsUseIdleProcessors(t *testing.T) {
	if runtime.GOMAXPROCS(0) < 4 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	}
	for _, c := range []struct {
		o    Options
		left int
		want bool
	}{
		{Options{Jobs: 1}, 1, false}, {Options{Jobs: 2}, 1, true}, {Options{Jobs: 2}, 2, false}, {Options{Jobs: 4}, 2, true},
		{Options{Jobs: 4}, 3, false}, {Options{Jobs: 2}, 9, false}, {Options{Jobs: 1, Processors: 2}, 9, true},
		{Options{Jobs: 2, Processors: 3}, 9, false}, {Options{}, 1, false}, {Options{Jobs: 99}, 3, false},
	} {
		if got := c.o.idle(c.left); got != c.want {
			t.Errorf("%d jobs, %d processors, %d runs left: idle %t", c.o.Jobs, c.o.Processors, c.left, got)
		}
	}
	j := &Job{Options: Options{Jobs: 4}}
	if err := j.fit([]*scenarios.Scenario{read(t, "runs: 1\nalgorithms: [vasudevan]")}); err != nil || !j.Options.idle(1) {
		t.Errorf("%v: of 4 processors, one run has one", err)
	}
}

// Neither a report nor a trace depends on whether sinks had a goroutine of their own.
func TestAReportIsTheSameWithSinksBesideTheRun(t *testing.T) {
	if runtime.GOMAXPROCS(0) < 2 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	}
	s := read(t, small)
	s.Runs, s.Algorithms = 1, s.Algorithms[:1]
	var outcomes [2]*Outcome
	var traces [2][]byte
	for i, jobs := range []int{1, 2} {
		file := filepath.Join(t.TempDir(), "t.ndjson")
		o := Options{Jobs: jobs, TraceFile: TraceFiles(file, true)}
		if o.idle(1) != (jobs == 2) {
			t.Errorf("%d jobs: a processor is idle beside one run: %t", jobs, o.idle(1))
		}
		outcomes[i] = run(t, s, o)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		traces[i] = text
	}
	if !reflect.DeepEqual(timeless(outcomes[0].Runs), timeless(outcomes[1].Runs)) || !reflect.DeepEqual(outcomes[0].Positions, outcomes[1].Positions) {
		t.Errorf("%+v within, %+v beside", outcomes[0].Runs, outcomes[1].Runs)
	}
	if !bytes.Equal(traces[0], traces[1]) || len(traces[0]) < 1e5 {
		t.Errorf("a trace of %d bytes within, of %d beside, and not the same", len(traces[0]), len(traces[1]))
	}
}
