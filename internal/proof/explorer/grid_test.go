package explorer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"bellwether/internal/base/build"
	"bellwether/internal/base/crash"
	"bellwether/internal/study/tasks"
	"bellwether/internal/study/tasks/taskstest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/scenarios"
)

var ours = build.Build{Version: "v1", Go: "go9"}

func carrier(room *tasks.Room) *Carrier {
	return &Carrier{Find: scenarios.Algorithm, Invariants: builtin.Invariants, Build: ours, Room: room}
}

// several are searches that hold, convict and reach a bound, one of them twice, with options of
// all kinds.
func several(t *testing.T) []Options {
	t.Helper()
	var out []Options
	for _, name := range []string{"vasudevan", "bully", "flood-max"} {
		a, _ := scenarios.Algorithm(name)
		in := Options{Topology: "line", States: 2000, Invariants: builtin.Invariants}
		in.Budget[faultCrash] = 1
		sizes := []int{2, 2, 3}
		out = append(out, Grid([]protocol.Algorithm{a}, in, sizes[:sample.Of(2, 3)])...)
	}
	late, _ := scenarios.Algorithm("bully")
	for _, in := range []Options{
		{Topology: "complete", Timers: AnyTime, OneLeader: Always, Values: []string{"permuted"}, Start: []string{"each"}, Seeds: 2, States: 1000},
		{Topology: "ring", Always: []string{"not (A leads)"}, Eventually: []string{"B leads"}, Depth: 40, Idle: NoIdle, Plain: true, Services: []string{"link"}, States: 500},
	} {
		in.Invariants = builtin.Invariants
		out = append(out, Grid([]protocol.Algorithm{late}, in, []int{3})...)
	}
	return out
}

// A table is the same whether one goroutine, four, or machines that have only orders make its
// searches.
func TestATableIsTheSameWhoeverMakesIt(t *testing.T) {
	table := func(jobs int, engine tasks.Engine) string {
		var told []string
		in := Table{Find: scenarios.Algorithm, Grid: several(t), Jobs: jobs, Build: ours,
			Done: func(f Figure) { told = append(told, fmt.Sprint(f.Of, f.Found)) }}
		if engine != nil {
			in.Engine = func(context.Context) (tasks.Engine, error) { return engine, nil }
		}
		figures, err := Figures(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(told) // by the search that ends first
		return fmt.Sprintf("%q\n%q", rows(figures), told)
	}
	want := table(1, nil)
	for _, verdict := range []string{"holds", "convicted: ", "no fault in all runs of up to"} {
		if !strings.Contains(want, verdict) {
			t.Errorf("no search ends with %q:\n%s", verdict, want)
		}
	}
	if got := table(4, nil); got != want {
		t.Errorf("four goroutines:\n%s\none:\n%s", got, want)
	}
	other := &taskstest.Carried{T: t, Jobs: 3, Twice: 2, Handlers: map[tasks.Kind]tasks.Handler{tasks.Search: carrier(tasks.NewRoom(4 << 30)).Handle}}
	if got := table(1, other); got != want {
		t.Errorf("other machines:\n%s\nhere:\n%s", got, want)
	}
	if other.Done() == 0 || other.Done() >= len(several(t)) {
		t.Errorf("%d of %d searches were carried; equal ones are made once", other.Done(), len(several(t)))
	}
}

// half is an engine that breaks after the first task.
type half struct{}

func (half) Run(ctx context.Context, todo <-chan *tasks.Task, done chan<- tasks.Ended) error {
	first := <-todo
	answer, err := first.Do(ctx)
	done <- tasks.Ended{Task: first, Answer: answer, Err: err}
	return tasks.ErrStopped
}

// An engine that stops or fails is an error of the table; a panic in a search is a panic of
// its caller.
func TestATableEndsWithItsEngine(t *testing.T) {
	in := Table{Find: scenarios.Algorithm, Grid: several(t), Build: ours, Jobs: runtime.GOMAXPROCS(0)}
	in.Engine = func(context.Context) (tasks.Engine, error) { return half{}, nil }
	if _, err := Figures(t.Context(), in); !errors.Is(err, tasks.ErrStopped) {
		t.Errorf("broken: %v", err)
	}
	in.Engine = func(context.Context) (tasks.Engine, error) { return nil, errors.New("no server") }
	if _, err := Figures(t.Context(), in); err == nil || err.Error() != "no server" {
		t.Errorf("no engine: %v", err)
	}
	in.Engine = nil
	checked := len(in.Grid) // asked for once before the searches begin
	in.Jobs = 1
	in.Find = func(name string) (protocol.Algorithm, bool) {
		if checked--; checked < 0 {
			panic("no algorithm any more")
		}
		return scenarios.Algorithm(name)
	}
	defer func() {
		p, _ := recover().(*crash.Panic)
		if p == nil || p.Value != "no algorithm any more" {
			t.Errorf("a panic of a search is %v for the caller", p)
		}
	}()
	Figures(t.Context(), in)
}

// Orders of other programs are refused, and so are searches that are too large, or need more
// memory or time than this machine has.
func TestFalseOrdersOfSearchesAreRefused(t *testing.T) {
	small := Options{Algorithm: "bully", Topology: "line", Nodes: 2, States: 1000, Memory: 1 << 20}
	changed := func(change func(*Options)) Options {
		o := small
		change(&o)
		return o
	}
	other := carrier(nil)
	other.Build = build.Build{Version: "v2"}
	for name, c := range map[string]struct {
		of, signed Options // what the order says, and what its id is of
		carrier    *Carrier
		want       string
	}{
		"its own":            {small, small, carrier(tasks.NewRoom(64 << 20)), ""},
		"another search":     {small, changed(func(o *Options) { o.Depth = 9 }), carrier(nil), "its id is not that of what it says"},
		"another program":    {small, small, other, "done by bellwether v2"},
		"unknown algorithm":  {changed(func(o *Options) { o.Algorithm = "quicksort" }), Options{}, carrier(nil), `unknown algorithm "quicksort"`},
		"too many nodes":     {changed(func(o *Options) { o.Nodes = 7 }), Options{}, carrier(nil), "nodes: from 1 to 6, not 7"},
		"too many states":    {changed(func(o *Options) { o.States = 1 << 60 }), Options{}, carrier(nil), "states: at most 2147483647"},
		"too deep":           {changed(func(o *Options) { o.Depth = 1 << 40 }), Options{}, carrier(nil), "depth: at most"},
		"too much memory":    {changed(func(o *Options) { o.Memory = 1 << 62 }), Options{}, carrier(nil), "memory: at most"},
		"too many faults":    {changed(func(o *Options) { o.Budget[faultCrash] = 99 }), Options{}, carrier(nil), "crashes: from 0 to 4"},
		"too long":           {changed(func(o *Options) { o.Idle = 1 << 62 }), Options{}, carrier(nil), "idle: from 0"},
		"no property":        {changed(func(o *Options) { o.Always = []string{"A sings"} }), Options{}, carrier(nil), "A sings"},
		"more than a little": {changed(func(o *Options) { o.States = 1_000_000 }), Options{}, carrier(tasks.NewRoom(64 << 20)), "not enough memory"},
	} {
		if c.signed.Algorithm == "" {
			c.signed = c.of
		}
		c.of.fill()
		c.signed.fill()
		id, _, err := tasks.Describe(tasks.Search, specOf(c.signed), ours)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(specOf(c.of))
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.carrier.Handle(t.Context(), id, text, nil)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	small.fill()
	id, text, err := tasks.Describe(tasks.Search, specOf(small), ours)
	if err != nil {
		t.Fatal(err)
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if answer, err := carrier(nil).Handle(ended, id, text, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a search that was cut off is answered: %s, %v", answer, err)
	}
}

// A spec has all options that a search depends on.
func TestASpecHasAllOptions(t *testing.T) {
	full := Options{Algorithm: "a", Params: []string{"b"}, Services: []string{"c"}, Topology: "d", Nodes: 1, Values: []string{"e"}, Start: []string{"f"},
		Seeds: 2, Timers: "g", OneLeader: "h", Budget: budget{3}, Idle: 4, Depth: 5, States: 6, Always: []string{"i"}, Eventually: []string{"j"},
		Plain: true, Memory: 7}
	text, err := json.Marshal(specOf(full))
	if err != nil {
		t.Fatal(err)
	}
	var spec searchSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		t.Fatal(err)
	}
	type bare Options // without String
	if got, want := fmt.Sprintf("%+v", bare(spec.options())), fmt.Sprintf("%+v", bare(full)); got != want {
		t.Errorf("%s\n%s", got, want)
	}
}

// A report as text has everything that a table and its progress show.
func TestAReportIsTheSameOnceItWasText(t *testing.T) {
	full := Report{Verdict: Bounded, Fault: "a", Steps: 1, States: 2, Ends: 3, Depth: 4, Beginnings: 5, Begun: 6}
	text, err := full.encode()
	if err != nil {
		t.Fatal(err)
	}
	type bare Report // without String
	got, err := decodeReport(text)
	if got, want := fmt.Sprintf("%+v", bare(got)), fmt.Sprintf("%+v", bare(full)); err != nil || got != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}

// Any bytes as an answer give a report that can be shown, or an error. A report that is
// written and read again is the same.
func FuzzAnswersOfSearches(f *testing.F) {
	for _, text := range []string{
		`{"verdict":"holds","states":1,"ends":2,"depth":3,"beginnings":4,"begun":4}`,
		`{"verdict":"convicted","fault":"\u0000 and \ufffd","steps":9,"states":1}`,
		`{"verdict":"guilty"}`, `{"verdict":"holds","states":-1}`, `{"verdict":"holds","states":1e99}`, `{}`, `null`, "",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, answer []byte) {
		got, err := decodeReport(answer)
		if err != nil {
			return
		}
		row := fmt.Sprint(Figure{Options{}, got}.Row(), got)
		text, err := got.encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := decodeReport(text)
		if err != nil || fmt.Sprint(Figure{Options{}, again}.Row(), again) != row || again.Verdict == "" {
			t.Fatalf("%+v, %v, was %+v", again, err, got)
		}
	})
}
