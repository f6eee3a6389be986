package explorer

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"bellwether/internal/registry"
	"bellwether/scenarios"
)

func explore(t *testing.T, o Options) Report {
	t.Helper()
	r, err := Explore(context.Background(), scenarios.Algorithm, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// world is a world without faults.
func world(algorithm, topology string, nodes int) Options {
	return Options{Algorithm: algorithm, Topology: topology, Nodes: nodes, Timers: AtRest, OneLeader: Always, Invariants: builtin.Invariants}
}

// builtin is what a program without algorithms of its own has.
var builtin *registry.Registry

// The variations of a world.

func (o Options) all() Options      { o.All = true; return o }
func (o Options) anyTime() Options  { o.Timers = AnyTime; return o }
func (o Options) atRest() Options   { o.OneLeader = Quiescence; return o }
func (o Options) crashing() Options { o.Crashes++; return o }

func (o Options) with(param string) Options {
	o.Params = append([]string{param}, o.Params...)
	return o
}

func (o Options) within(depth int) Options {
	o.Depth = depth
	return o
}

// TestParseReadsString parses searches as String and reports write them.
func TestParseReadsString(t *testing.T) {
	for text, want := range map[string]Options{
		"line of 3": world("bully", "line", 3),
		"complete of 4, all start, timers any, one leader rest, crashes 1, losses 2, depth 6": {
			Algorithm: "bully", Topology: "complete", Nodes: 4, All: true, Timers: AnyTime, OneLeader: Quiescence, Crashes: 1, Losses: 2, Depth: 6},
		"t_max=1s, jitter=0s, ring of 3": {
			Algorithm: "bully", Params: []string{"t_max=1s", "jitter=0s"}, Topology: "ring", Nodes: 3, Timers: AtRest, OneLeader: Always},
	} {
		for _, words := range []string{text, strings.TrimPrefix(want.String(), "bully, ")} {
			got, err := Parse("bully", words)
			if got.Depth = want.Depth; err != nil || fmt.Sprint(got) != fmt.Sprint(want) || !slices.Equal(got.Params, want.Params) {
				t.Errorf("%q is read as %q (%v)", words, got, err)
			}
		}
	}
	for _, text := range []string{"", "line of many", "line 3", "crashes", "crashes few", "all stop"} {
		if o, err := Parse("bully", text); err == nil {
			t.Errorf("%q is read as %q", text, o)
		}
	}
}

// TestBullyUnderFreeTimersHasTwoLeaders shows the shortest run: A's time-out
// before B's OK.
func TestBullyUnderFreeTimersHasTwoLeaders(t *testing.T) {
	r := explore(t, world("bully", "line", 2).anyTime())
	for _, want := range []string{
		"elect A\n", "A follows A", "B follows B", "{A B}: FAILED: A follows A, B follows B",
	} {
		if !strings.Contains(r.Story, want) {
			t.Errorf("%q is missing in\n%s", want, r.Story)
		}
	}
}

// TestCountsByHand compares with a count by hand: flood-max in a line of two at rest has
// one run, apart from the order of A's claim, B's time-out, B's claim, and A's repetition
// of it.
func TestCountsByHand(t *testing.T) {
	r := explore(t, world("flood-max", "line", 2).atRest())
	if r.States != 5 || r.Depth != 4 || r.Settled != 1 {
		t.Errorf("%+v", r)
	}
	r = explore(t, Options{Algorithm: "bully", Topology: "line", Nodes: 1})
	if r.Verdict != Holds || r.States != 1 || r.Settled != 1 {
		t.Errorf("one node alone: %+v", r)
	}
}

func TestSearchKeepsItsBounds(t *testing.T) {
	o := world("vasudevan", "complete", 3)
	o.States = 50
	if r := explore(t, o); r.Verdict != Bounded || r.States != 50 || r.Fault != "" {
		t.Errorf("bound of states: %+v", r)
	}
	o.States = 0
	if r := explore(t, o.within(3)); r.Verdict != Bounded || r.Depth != 3 {
		t.Errorf("bound of depth: %+v", r)
	}
}

func TestInterruptedSearchKeepsWhatItSaw(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	told := 0
	r, err := Explore(ctx, scenarios.Algorithm, world("bully", "complete", 4), func(found, expanded, depth int) {
		if told++; told == 2 {
			stop()
		}
	})
	if err != nil || r.Verdict != Interrupted || r.States < progressEvery || r.Depth == 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestAllMayStart(t *testing.T) {
	o := world("chang-roberts", "ring", 3)
	o.All = true
	if one, all := explore(t, world("chang-roberts", "ring", 3)), explore(t, o); all.Verdict != Holds || all.States <= one.States {
		t.Errorf("one starts: %+v; all: %+v", one, all)
	}
}

// TestDetectorsRunFromTheirBoot: omega holds no elections. Two nodes name A at boot. A
// run is A's first interval, with its Ping and the Pong, because a run ends after its
// first step at the earliest.
func TestDetectorsRunFromTheirBoot(t *testing.T) {
	o := world("omega", "line", 2)
	if r := explore(t, o); r.Verdict != Holds || r.States != 4 || r.Depth != 3 || r.Settled != 1 {
		t.Errorf("%+v", r)
	}
	if one, all := explore(t, o), explore(t, o.all()); one != all {
		t.Errorf("one starts: %+v; all: %+v", one, all)
	}
	if r := explore(t, o.anyTime()); r.Verdict != Convicted || strings.Contains(r.Story, "elect") {
		t.Errorf("%v\n%s", r, r.Story)
	}
	o.Nodes = 1
	if r := explore(t, o); r.Verdict != Holds || r.Settled != 1 {
		t.Errorf("one node alone: %+v", r)
	}
}

func TestRefusesWhatMakesNoSense(t *testing.T) {
	for want, change := range map[string]func(o *Options){
		`unknown algorithm "bulli"`:           func(o *Options) { o.Algorithm = "bulli" },
		`unknown topology "cube"`:             func(o *Options) { o.Topology = "cube" },
		"nodes: from 1 to 6, not 7":           func(o *Options) { o.Nodes = 7 },
		"nodes: from 1 to 6, not 0":           func(o *Options) { o.Nodes = 0 },
		`timers fire at rest or any, not "x"`: func(o *Options) { o.Timers = "x" },
		"one leader always or at rest":        func(o *Options) { o.OneLeader = "x" },
		"from 0 to 4 each":                    func(o *Options) { o.Crashes = 5 },
		"must not be negative":                func(o *Options) { o.Depth = -1 },
		"t_max: must be a duration":           func(o *Options) { o.Params = []string{"t_max=1"} },
	} {
		o := world("bully", "line", 2)
		change(&o)
		if _, err := Explore(context.Background(), scenarios.Algorithm, o, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func ExampleExplore() {
	r, err := Explore(context.Background(), scenarios.Algorithm,
		Options{Algorithm: "vasudevan", Params: []string{"signalling=udp"}, Topology: "line", Nodes: 3, Invariants: builtin.Invariants}, nil)
	fmt.Println(r.Verdict, r.States, r.Settled, err)
	// Output: holds 11 1 <nil>
}
