package cli

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/cmd/cli/internal/workers"
	"bellwether/internal/study/tasks"
	"bellwether/internal/study/tasks/taskstest"
)

// desk is a queue without a network: tasks are carried out by their orders, with the handlers
// that a worker of this program has.
type desk struct {
	tasks.Queue
	t      *testing.T
	begun  func() // called once it serves; nil: not
	served []tasks.Serving
	last   *counter
}

// counter is its coordinator.
type counter struct {
	taskstest.Carried
	whole    tasks.Whole
	finished []tasks.Finished
}

func (d *desk) Serve(_ context.Context, s tasks.Serving) (tasks.Coordinator, error) {
	d.served = append(d.served, s)
	if d.begun != nil {
		d.begun()
	}
	d.last = &counter{Carried: taskstest.Carried{T: d.t, Jobs: 2, Twice: 3, Handlers: s.Handlers}}
	return d.last, nil
}

func (*counter) Join() string { return "--connect here" }

func (*counter) Secret() string { return "" }

func (c *counter) Tell(w tasks.Whole) { c.whole = w }

func (*counter) Note() string { return "2 workers" }

func (*counter) Left(n int) time.Duration { return time.Duration(n) * time.Hour }

func (*counter) Record() tasks.Record { return tasks.Record{} }

func (c *counter) Close(f tasks.Finished) error { c.finished = append(c.finished, f); return nil }

// What verbs print does not depend on who makes the runs.
func TestVerbsPrintTheSameWhoeverMakesTheRuns(t *testing.T) {
	for line, more := range map[string]struct {
		code  int
		asked int // the runs that other machines are told of
	}{
		"hunt --algorithm bully,flood-max --worlds 4":                                          {exitDone, 8},
		"hunt --algorithm bully --worlds 6 --most 1 --effort 4 --law leaderless_fraction<0.01": {exitFailed, 6},
		"explore --table --algorithm bully --nodes 2,3 --crashes 1 --states 800":               {exitDone, 2},
	} {
		var want, got, said bytes.Buffer
		if code := run(append(strings.Fields(line), "--quiet"), &want, &said); code != more.code {
			t.Errorf("%s: exit code %d, %s", line, code, said.String())
		}
		d := &desk{t: t}
		code := (&App{Queue: d, Stdout: &got, Stderr: &said}).Main(t.Context(), append(strings.Fields(line), "--serve"))
		if code != more.code || got.String() != want.String() || want.Len() == 0 {
			t.Errorf("%s: exit code %d, %s\n%s\nhere:\n%s", line, code, said.String(), got.String(), want.String())
		}
		if d.last.Done() == 0 || d.last.whole.Asked != more.asked || !slices.Equal(d.last.finished, []tasks.Finished{true}) {
			t.Errorf("%s: %d carried, told of %+v, closed %v", line, d.last.Done(), d.last.whole, d.last.finished)
		}
		if s := d.served[0]; s.Here != 0 || s.Listen != workers.DefaultListen || s.Program.Build.Name() == "" {
			t.Errorf("%s: served %+v", line, s)
		}
		if !strings.Contains(said.String(), "bellwether sweep work --connect here") {
			t.Errorf("%s: it does not say how workers connect: %s", line, said.String())
		}
		kinds := slices.Sorted(maps.Keys(d.served[0].Handlers))
		if !slices.Equal(kinds, []tasks.Kind{tasks.Run, tasks.Search, tasks.Trial}) {
			t.Errorf("handlers of %q", kinds)
		}
	}
}

// A hunt with a directory has the queue's files there, and goes on; --jobs works here, too.
func TestAHuntServesFromItsDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "found")
	args := []string{"hunt", "--algorithm", "bully", "--worlds", "3", "--quiet", "--nats", "nats://a,nats://b", "--jobs", "2", "--out", dir}
	for _, carried := range []int{3, 0} {
		var out, said bytes.Buffer
		d := &desk{t: t}
		if code := (&App{Queue: d, Stdout: &out, Stderr: &said}).Main(t.Context(), args); code != exitDone {
			t.Fatalf("exit code %d, %s", code, said.String())
		}
		if carried == 0 {
			if d.served != nil {
				t.Error("a server for nothing")
			}
			continue
		}
		if s := d.served[0]; s.Dir != dir || s.Here != 2 || s.Listen != "" || len(s.Access.URLs) != 2 || d.last.Done() != carried {
			t.Errorf("served %+v, %d carried", s, d.last.Done())
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "hunt.json")); err != nil {
		t.Error(err)
	}
}

// What nobody can go on with is ended for good where it is interrupted; a hunt in a directory is
// not.
func TestAnInterruptedQueueWaitsOnlyInADirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "found")
	for line, ends := range map[string]tasks.Finished{
		"explore --table --algorithm bully --nodes 2 --serve --quiet":    true,
		"hunt --algorithm bully --worlds 9 --serve --quiet":              true,
		"hunt --algorithm bully --worlds 9 --serve --quiet --out " + dir: false,
	} {
		ctx, stop := context.WithCancel(t.Context())
		var out, said bytes.Buffer
		d := &desk{t: t, begun: stop}
		code := (&App{Queue: d, Stdout: &out, Stderr: &said}).Main(ctx, strings.Fields(line))
		if code != exitInterrupted || !slices.Equal(d.last.finished, []tasks.Finished{ends}) {
			t.Errorf("%s: exit code %d, closed %v, %s", line, code, d.last.finished, said.String())
		}
	}
}

// Flags that do not belong together are refused before anything is run, and a program without a
// queue says so.
func TestServingIsRefusedWhereItIsNoUse(t *testing.T) {
	for line, want := range map[string]string{
		"explore --algorithm bully --serve":                                "go with --table",
		"explore --table --algorithm bully --listen 127.0.0.1:0":           "--listen goes with --serve or --nats",
		"hunt --serve --nats nats://a":                                     "give one of them",
		"hunt --tries 2":                                                   "--tries goes with --serve",
		"reproduce vkt04 --recorded --serve":                               "--recorded makes no runs",
		"reproduce vkt04 --recorded --shard 1/2":                           "--recorded makes no runs",
		"reproduce vkt04 --quick --figure 5 --shard 1/2":                   "needs a directory",
		"reproduce vkt04 --quick --figure 5 --shard 3/2":                   "shards are numbered 1 to 2",
		"reproduce vkt04 --quick --figure 5 --serve --nats nats://a":       "give one of them",
		"explore --table --algorithm bully --serve --tls-ca a.pem --quiet": "go with --nats",
		"hunt --serve --listen ''":                                         "--listen is empty",
		"sweep plan.yaml --shard ''":                                       "--shard is empty",
		"reproduce vkt04 --shard ''":                                       "--shard is empty",
		"sweep plan.yaml --trace-most 0":                                   "--trace-most: from 1 to",
		"sweep work --connect nats://127.0.0.1:1 --jobs 0":                 "--jobs: at least 1, not 0",
		"reproduce vkt04 --study stages --shard 1/2":                       "needs a directory",
	} {
		words := strings.Fields(line)
		for i := range words {
			words[i] = strings.Trim(words[i], "'")
		}
		var out, said bytes.Buffer
		code := (&App{Queue: &desk{t: t}, Stdout: &out, Stderr: &said}).Main(t.Context(), words)
		if code != exitUsage || !strings.Contains(said.String(), want) || out.Len() > 0 {
			t.Errorf("%s: exit code %d, %s%s", line, code, out.String(), said.String())
		}
	}
	for _, line := range []string{"hunt --serve", "explore --table --serve", "reproduce vkt04 --nats nats://a"} {
		var out, said bytes.Buffer
		if code := run(strings.Fields(line), &out, &said); code != exitUsage || !strings.Contains(said.String(), "without NATS") {
			t.Errorf("%s: exit code %d, %s", line, code, said.String())
		}
	}
}

// quietQueue is a queue whose coordinators do not answer.
type quietQueue struct{ tasks.Queue }

func (quietQueue) At(string) (tasks.Access, bool, error) { return tasks.Access{}, false, nil }

// A program that cannot ask a coordinator does not say that no coordinator exists.
func TestStatusOfADirectoryTellsWhomItCouldNotAsk(t *testing.T) {
	plan := filepath.Join(t.TempDir(), "plan.yaml")
	if err := os.WriteFile(plan, []byte("name: few\nscenario: campus-walk\nset: {duration: 15s, warmup: 2s, faults: []}\naxes: {nodes: [6]}\nalgorithms: [bully]\nruns: 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "out")
	var out, said bytes.Buffer
	if code := run([]string{"sweep", plan, "--out", dir, "--quiet"}, &out, &said); code != exitDone {
		t.Fatal(said.String())
	}
	for _, c := range []struct {
		queue tasks.Queue
		file  bool
		want  string
	}{
		{nil, false, "no coordinator works here"},
		{quietQueue{}, false, "no coordinator works here"},
		{nil, true, "built without NATS and cannot ask"},
		{quietQueue{}, true, "no coordinator answers here; one that uses a cluster"},
	} {
		if c.file {
			if err := os.WriteFile(filepath.Join(dir, tasks.QueueFile), []byte("{}"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		out.Reset()
		code := (&App{Queue: c.queue, Stdout: &out, Stderr: &said}).Main(t.Context(), []string{"sweep", "status", dir})
		if code != exitDone || !strings.Contains(out.String(), "few: 1 of 1 runs; ") || !strings.Contains(out.String(), c.want) {
			t.Errorf("%v, %v: exit code %d, %s%s", c.queue, c.file, code, out.String(), said.String())
		}
	}
}
