package compare_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"bellwether/baseline"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/scenarios/compare"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// mine is flood-max by another name, whole or broken.
func mine(breaks func(protocol.Machine) protocol.Machine) protocol.Algorithm {
	a := baseline.Named("flood-max")
	a.Name = "mine"
	sound := a.New
	a.New = func(c protocol.Config) (func() protocol.Machine, error) {
		whole, err := sound(c)
		return func() protocol.Machine { return breaks(whole()) }, err
	}
	return a
}

func whole(m protocol.Machine) protocol.Machine { return m }

func load(t *testing.T, a protocol.Algorithm, names ...string) *scenarios.Scenario {
	t.Helper()
	s, err := scenarios.Load("ten-nodes", scenarios.Options{More: []protocol.Algorithm{a}, Algorithms: names,
		Set: []scenarios.Override{scenarios.Set("runs", "runs", "3")}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// An own algorithm meets the same worlds as the others: flood-max under another name has
// the same results as flood-max.
func TestAnOwnAlgorithm(t *testing.T) {
	s := load(t, mine(whole), "flood-max", "mine", "bully")
	report, err := compare.Run(context.Background(), s, compare.Options{Jobs: 2, Versus: "mine"})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Algorithms) != 3 || report.Algorithms[1].Name != "mine" || report.Versus != "mine" || report.Runs != 3 {
		t.Fatalf("%+v", report)
	}
	for _, k := range measure.Keys() {
		theirs, ours := report.Algorithms[0].Metrics.Get(k.Name), report.Algorithms[1].Metrics.Get(k.Name)
		if (theirs == nil) != (ours == nil) || ours != nil && (ours.Mean != theirs.Mean || ours.N != theirs.N) {
			t.Errorf("%s: %v and %v", k.Name, theirs, ours)
		}
	}
	if d := report.Algorithms[0].Paired.Get("messages_per_node_s"); d == nil || d.Mean != 0 {
		t.Errorf("the paired difference is %v", d)
	}
}

// A file may name the own algorithm, with parameters, and it is checked like the others.
func TestAFileNamesAnOwnAlgorithm(t *testing.T) {
	more := scenarios.Options{More: []protocol.Algorithm{mine(whole)}}
	s, err := scenarios.Read("f.yaml", []byte("nodes: 4\nalgorithms: [{name: mine, label: m, params: {jitter: 1ms}}, bully]\n"), more)
	if err != nil {
		t.Fatal(err)
	}
	if e := s.Algorithms[0]; e.Name != "mine" || e.Params["jitter"] != "1ms" {
		t.Errorf("%+v", e)
	}
	if all, err := scenarios.Read("f.yaml", []byte("nodes: 4\n"), more); err != nil || all.Algorithms[len(all.Algorithms)-1].Name != "mine" {
		t.Errorf("it is not in all: %v", err)
	}
	for text, want := range map[string]string{
		"algorithms: [mien]\n":                               `unknown algorithm "mien"; did you mean mine?`,
		"algorithms: [{name: mine, params: {jiter: 1ms}}]\n": "unknown parameter of mine; did you mean jitter?",
	} {
		if _, err := scenarios.Read("f.yaml", []byte(text), more); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	for want, a := range map[string]protocol.Algorithm{
		"two algorithms are called flood-max": baseline.Named("flood-max"),
		"makes no machines":                   {Name: "empty"},
	} {
		if _, err := scenarios.Load("ten-nodes", scenarios.Options{More: []protocol.Algorithm{a}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// bomb is a machine that panics.
type bomb struct{ protocol.Machine }

func (bomb) Start(env *protocol.Env, _ []byte) { panic(fmt.Sprint("boom at ", env.Self())) }

// A nil or empty scenario, and an algorithm that makes no machines, are refused. The error
// says what to give instead.
func TestNothingToCompareIsRefused(t *testing.T) {
	for _, s := range []*scenarios.Scenario{nil, {}} {
		if _, err := compare.Run(t.Context(), s, compare.Options{}); err == nil || !strings.Contains(err.Error(), "compare: there is no scenario: take one from scenarios.Load") {
			t.Errorf("%+v: %v", s, err)
		}
	}
	for want, makes := range map[string]func() protocol.Machine{
		"mine: its New gave no function that makes machines, and no error": nil,
		"mine: the function that its New returned gave nil":                func() protocol.Machine { return nil },
	} {
		a := mine(whole)
		a.New = func(protocol.Config) (func() protocol.Machine, error) { return makes, nil }
		if _, err := scenarios.Load("ten-nodes", scenarios.Options{More: []protocol.Algorithm{a}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestFailureAndInterrupt(t *testing.T) {
	s := load(t, mine(func(m protocol.Machine) protocol.Machine { return bomb{m} }), "flood-max", "mine")
	report, err := compare.Run(context.Background(), s, compare.Options{})
	if !errors.Is(err, compare.ErrFailed) || !strings.Contains(err.Error(), "mine failed with seed 3: mine at node 1, 0s after the start, panics: boom at 1") {
		t.Errorf("got %v", err)
	}
	if len(report.Algorithms) != 1 || len(report.Algorithms[0].TraceSHA256) != 3 {
		t.Errorf("%+v", report.Algorithms)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := compare.Run(ctx, load(t, mine(whole)), compare.Options{}); !errors.Is(err, compare.ErrInterrupted) {
		t.Errorf("interrupted: %v", err)
	}
	if _, err := compare.Run(ctx, s, compare.Options{Jobs: -1}); err == nil {
		t.Error("-1 jobs are accepted")
	}
	if _, err := compare.Run(ctx, s, compare.Options{Versus: "mien"}); err == nil || !strings.Contains(err.Error(), "did you mean mine?") {
		t.Errorf("got %v", err)
	}
}

// claims counts how often nodes report a leader.
type claims struct{ n float64 }

func (*claims) Wants() trace.Set       { return trace.Of(trace.Elected) }
func (c *claims) Record(*trace.Record) { c.n++ }
func (c *claims) Value() measure.Value { return measure.Value{X: c.n, Known: true} }

// A metric of the program is in the report with the others.
func TestAnOwnMetric(t *testing.T) {
	key := measure.Key{Name: "claims", Title: "claims"}
	own := measure.Own{Key: key, New: func(w measure.Window) measure.Meter {
		if w.Horizon <= w.Warmup {
			t.Errorf("the window is %+v", w)
		}
		return new(claims)
	}}
	report, err := compare.Run(t.Context(), load(t, mine(whole), "flood-max", "mine"), compare.Options{Metrics: []measure.Own{own}})
	if err != nil {
		t.Fatal(err)
	}
	one, two := report.Algorithms[0].Metrics.Get("claims"), report.Algorithms[1].Metrics.Get("claims")
	if one == nil || two == nil || one.N != 3 || one.Mean < 10 || one.Mean != two.Mean || len(report.Own) != 1 {
		t.Errorf("%+v and %+v", one, two)
	}
	own.Key.Name = "election_time_s"
	if _, err := compare.Run(t.Context(), load(t, mine(whole)), compare.Options{Metrics: []measure.Own{own}}); err == nil || !strings.Contains(err.Error(), "there is a metric of that name") {
		t.Errorf("got %v", err)
	}
}
