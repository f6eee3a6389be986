package hunt

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellwether/internal/base/build"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/tasks"
	"bellwether/internal/study/tasks/taskstest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/scenarios"
)

var ours = build.Build{Version: "v1", Go: "go9"}

// carried returns an engine that makes trials by their orders alone.
func carried(t *testing.T, reg *registry.Registry) *taskstest.Carried {
	return &taskstest.Carried{T: t, Jobs: 3, Twice: 3, Handlers: map[tasks.Kind]tasks.Handler{
		tasks.Trial: (&Carrier{Program: reg, Build: ours, Room: tasks.NewRoom(4 << 30)}).Handle,
	}}
}

// hunted is everything that a hunt writes.
func hunted(t *testing.T, o Options) string {
	t.Helper()
	var b bytes.Buffer
	tallies := 0
	o.Found = func(f *Find) { WriteFind(&b, f, &o) }
	o.Progress = func(Tally) { tallies++ }
	out, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	out.Write(&b, &o)
	if tallies != out.Trials {
		t.Errorf("progress was told %d times of %d trials", tallies, out.Trials)
	}
	return b.String()
}

// A hunt finds the same whether one goroutine, four, or machines that have only orders make
// its trials.
func TestAHuntIsTheSameWhoeverMakesIt(t *testing.T) {
	reg, planted := program(t, lawQuiet)
	mine := filepath.Join(t.TempDir(), "mine.yaml")
	moves := "$node_(0) set X_ 10.0\n$node_(0) set Y_ 10.0\n$node_(1) set X_ 60.0\n$node_(1) set Y_ 10.0\n$ns_ at 1.0 \"$node_(1) setdest 90.0 10.0 2.0\"\n"
	for name, text := range map[string]string{
		mine: "{duration: 30s, warmup: 2s, mobility: {model: trace, file: walk.ns_movements, format: ns2}, radio: {range: 90}, algorithms: [planted, bully, vasudevan]}",
		filepath.Join(filepath.Dir(mine), "walk.ns_movements"): moves,
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	base, err := LoadBase(mine, []string{"planted", "bully"}, reg)
	if err != nil {
		t.Fatal(err)
	}
	bound, err := ParseBound("leaderless_fraction <= 0.02")
	if err != nil {
		t.Fatal(err)
	}
	bully, _ := scenarios.Algorithm("bully")
	for name, c := range map[string]struct {
		o    Options
		want string
	}{
		"drawn":       {Options{Algorithms: []protocol.Algorithm{planted, bully}, Seed: 7, Worlds: 12, Effort: 20}, "planted breaks quiet"},
		"named twice": {Options{Algorithms: []protocol.Algorithm{bully, bully}, Seed: 7, First: 5, Worlds: 4}, "tried: 8 worlds"},
		"few":         {Options{Algorithms: []protocol.Algorithm{planted, bully}, Seed: 7, Worlds: 400, Most: 1}, "planted breaks quiet"},
		"a scenario":  {Options{Base: base, Seed: 7, Worlds: 5, Effort: 5, Bounds: []metricBound{bound}}, "planted breaks own"},
	} {
		if (name == "few" || name == "named twice") && !sample.Whole() {
			continue
		}
		t.Run(name, func(t *testing.T) {
			c.o.Program, c.o.Build = reg, ours
			one, four, far := c.o, c.o, c.o
			one.Jobs, four.Jobs, far.Jobs = 1, 4, 2
			other := carried(t, reg)
			far.Engine = func(context.Context) (tasks.Engine, error) { return other, nil }
			want := hunted(t, one)
			if !strings.Contains(want, c.want) {
				t.Fatalf("nothing to compare:\n%s", want)
			}
			if got := hunted(t, four); got != want {
				t.Errorf("four goroutines:\n%s\none:\n%s", got, want)
			}
			if got := hunted(t, far); got != want {
				t.Errorf("other machines:\n%s\nhere:\n%s", got, want)
			}
			if other.Done() == 0 || other.Largest() > 2000 {
				t.Errorf("%d trials were carried, orders of up to %d bytes", other.Done(), other.Largest())
			}
		})
	}
}

// A hunt by other machines may be interrupted at any trial, and continues from there.
func TestAHuntByOthersGoesOn(t *testing.T) {
	reg, planted := program(t, lawQuiet)
	options := func(dir string) Options {
		d, err := OpenDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		return Options{Program: reg, Build: ours, Algorithms: []protocol.Algorithm{planted}, Seed: 7, Worlds: 30, Jobs: 1, Dir: d,
			Engine: func(context.Context) (tasks.Engine, error) {
				if _, err := os.Stat(filepath.Join(dir, stateFile)); err != nil {
					t.Errorf("the engine begins before the directory is the hunt's: %v", err)
				}
				return carried(t, reg), nil
			}}
	}
	here := options(t.TempDir())
	here.Engine = nil
	want := hunted(t, here)
	killed := t.TempDir()
	for at := 4; at < 30; at += 9 {
		ctx, kill := context.WithCancel(t.Context())
		o := options(killed)
		o.Progress = func(p Tally) {
			if p.Trials >= at {
				kill()
			}
		}
		if out, err := Run(ctx, o); err != nil || !out.Interrupted {
			t.Fatalf("%+v, %v", out, err)
		}
	}
	var b bytes.Buffer
	o := options(killed)
	out, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	out.Write(&b, &o)
	if _, tail, _ := strings.Cut(want, "\n\n"); !strings.HasSuffix(b.String(), tail) || out.Trials != 30 {
		t.Errorf("killed and resumed:\n%s\nat once:\n%s", b.String(), want)
	}
}

// lazy is an engine that takes tasks and stops after some of them.
type lazy struct{ most int }

func (l lazy) Run(ctx context.Context, todo <-chan *tasks.Task, done chan<- tasks.Ended) error {
	for range l.most {
		task, more := <-todo
		if !more {
			return nil
		}
		answer, err := task.Do(ctx)
		done <- tasks.Ended{Task: task, Answer: answer, Err: err}
	}
	return tasks.ErrStopped
}

// backwards is an engine that takes as many tasks as it gets, and answers the last one first.
type backwards struct{ most int }

func (b backwards) Run(ctx context.Context, todo <-chan *tasks.Task, done chan<- tasks.Ended) error {
	for {
		var taken []*tasks.Task
		for len(taken) < b.most {
			select {
			case t, more := <-todo:
				if !more {
					return nil
				}
				taken = append(taken, t)
				continue
			case <-time.After(50 * time.Millisecond):
			case <-ctx.Done():
				return nil
			}
			break
		}
		for i := len(taken) - 1; i >= 0; i-- {
			answer, err := taken[i].Do(ctx)
			done <- tasks.Ended{Task: taken[i], Answer: answer, Err: err}
		}
	}
}

// The results of trials are taken in the order of the trials, in whichever order they end. If
// an engine stops, its results so far count, and the hunt returns its error.
func TestEnginesMayAnswerInAnyOrderAndBreak(t *testing.T) {
	reg, planted := program(t, lawQuiet)
	o := Options{Program: reg, Build: ours, Algorithms: []protocol.Algorithm{planted}, Seed: 7, Worlds: 10, Jobs: 1}
	want := hunted(t, o)
	o.Engine = func(context.Context) (tasks.Engine, error) { return backwards{4}, nil }
	if got := hunted(t, o); got != want {
		t.Errorf("backwards:\n%s\nwant:\n%s", got, want)
	}
	o.Engine = func(context.Context) (tasks.Engine, error) { return lazy{6}, nil }
	out, err := Run(t.Context(), o)
	if !errors.Is(err, tasks.ErrStopped) || out.Trials != 6 || out.Interrupted {
		t.Errorf("broken: %+v, %v", out, err)
	}
	o.Engine = func(context.Context) (tasks.Engine, error) { return nil, errors.New("no server") }
	if _, err := Run(t.Context(), o); err == nil || err.Error() != "no server" {
		t.Errorf("no engine: %v", err)
	}
}

// No trial begins after the time.
func TestNoTrialBeginsAfterTheTime(t *testing.T) {
	reg, planted := program(t, lawQuiet)
	other, at := carried(t, reg), time.Unix(0, 0)
	o := Options{Program: reg, Build: ours, Algorithms: []protocol.Algorithm{planted}, Seed: 7, For: time.Minute, Jobs: 1,
		Engine: func(context.Context) (tasks.Engine, error) { return other, nil }}
	o.Now = func() time.Time { at = at.Add(time.Second); return at } // each look at the clock takes a second
	o.Jobs = 1
	out, err := Run(t.Context(), o)
	if err != nil || out.Trials == 0 || out.Trials > 60 || out.Interrupted {
		t.Errorf("%d trials, %v", out.Trials, err)
	}
}

// Orders that are not of a trial of this program are refused.
func TestFalseOrdersOfTrialsAreRefused(t *testing.T) {
	reg, planted := program(t, lawQuiet)
	h := &hunter{Options: Options{Program: reg, Build: ours, Algorithms: []protocol.Algorithm{planted}, Seed: 7}}
	good, err := h.order(0)
	if err != nil {
		t.Fatal(err)
	}
	order, err := good.Order()
	if err != nil {
		t.Fatal(err)
	}
	do := func(id, spec string, c *Carrier) error {
		_, err := c.Handle(t.Context(), id, json.RawMessage(spec), &taskstest.Contents{Dir: t.TempDir()})
		return err
	}
	here := &Carrier{Program: reg, Build: ours}
	if err := do(good.ID, string(order.Spec), here); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		spec    string
		signed  bool // with the right id
		carrier *Carrier
		want    string
	}{
		"another world":      {`{"seed":7,"number":1,"row":"planted"}`, false, here, "its id is not that of what it says"},
		"another program":    {string(order.Spec), false, &Carrier{Program: reg, Build: build.Build{Version: "v2"}}, "done by bellwether v2"},
		"unknown algorithm":  {`{"seed":7,"number":1,"row":"quicksort"}`, true, here, `unknown algorithm "quicksort"`},
		"unknown law":        {`{"seed":7,"number":1,"row":"planted","laws":["beauty > 1"]}`, true, here, "beauty"},
		"a law of NaN":       {`{"seed":7,"number":1,"row":"planted","laws":["leader_quality > NaN"]}`, true, here, "comes a number"},
		"a huge seed":        {`{"seed":70000000000000000000000,"number":1,"row":"planted"}`, false, here, "cannot unmarshal number"},
		"a lost scenario":    {`{"seed":7,"number":1,"row":"planted","base":{"name":"a","scenario":"00"}}`, true, here, "no content"},
		"a file of ours":     {`{"seed":7,"number":1,"row":"planted","base":{"name":"a","scenario":"/etc/passwd"}}`, true, here, "no content"},
		"something else":     {`[1]`, false, here, "not the form of a trial"},
		"more than a little": {string(order.Spec), true, &Carrier{Program: reg, Build: ours, Room: tasks.NewRoom(10)}, "not enough memory"},
	} {
		id := good.ID
		if c.signed {
			var spec trialSpec
			if err := json.Unmarshal([]byte(c.spec), &spec); err != nil {
				t.Fatal(err)
			}
			if id, _, err = tasks.Describe(tasks.Trial, &spec, ours); err != nil {
				t.Fatal(err)
			}
		}
		if err := do(id, c.spec, c.carrier); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A world that is too large for a machine is refused by the scenario's own check, or by its memory.
func TestALargeScenarioOfAnOrderIsRefused(t *testing.T) {
	reg, _ := program(t, lawQuiet)
	for text, want := range map[string]string{
		"{nodes: 1000000, mobility: {model: static}, algorithms: [planted]}": "not enough memory",
		"{nodes: 99999999999, algorithms: [planted]}":                        "nodes",
	} {
		whole := tasks.NewContent([]byte(text))
		spec := &trialSpec{Number: 0, Row: "planted", Base: &baseSpec{}}
		spec.Base.Name, spec.Base.Scenario = "large", whole.SHA256
		id, order, err := tasks.Describe(tasks.Trial, spec, ours)
		if err != nil {
			t.Fatal(err)
		}
		c := &Carrier{Program: reg, Build: ours, Room: tasks.NewRoom(64 << 20)}
		_, err = c.Handle(t.Context(), id, order, &taskstest.Contents{Dir: t.TempDir(), Of: []tasks.Content{whole}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Any bytes as an answer give a result that can be counted, or an error. A result that is
// written and read again is the same.
func FuzzAnswersOfTrials(f *testing.F) {
	for _, text := range []string{
		`{"nodes":3,"asked":0,"calm_ns":1,"bound_ns":2,"ended_ns":3,"events":4}`,
		`{"breach":{"law":"safety","of":"a","why":"b\u0000"},"nodes":3,"asked":1,"late":true,"calm_ns":1,"bound_ns":2,"ended_ns":3,"events":18446744073709551615}`,
		`{"nodes":3,"asked":3}`, `{"nodes":-3}`, `{"asked":256}`, `{"breach":{"law":"beauty"}}`, `{}{}`, `null`, "",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, answer []byte) {
		got, err := readTrial(answer)
		if err != nil {
			return
		}
		if got.Asked > askedSafe || got.Nodes < 0 {
			t.Fatalf("%+v", got)
		}
		text, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		again, err := readTrial(text)
		if err != nil {
			t.Fatal(err)
		}
		same, former := again.Breach, got.Breach
		again.Breach, got.Breach = nil, nil
		if again != got || (same == nil) != (former == nil) || same != nil && *same != *former {
			t.Fatalf("%+v %+v was %+v %+v", again, same, got, former)
		}
	})
}
