package explorer

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

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

// world is a world without faults, of one beginning.
func world(algorithm, topology string, nodes int) Options {
	return Options{Algorithm: algorithm, Topology: topology, Nodes: nodes, Values: []string{"ascending"}, Start: []string{"A"},
		Timers: AtRest, OneLeader: Always, Invariants: builtin.Invariants}
}

// TestParseReadsString parses searches as String and reports write them.
func TestParseReadsString(t *testing.T) {
	full := Options{Algorithm: "bully", Params: []string{"t_max=1s"}, Services: []string{"hello", "link"}, Topology: "complete", Nodes: 4, Values: []string{"tied", "3-1-2-4"},
		Start: []string{"each", "all"}, Seeds: 3, Timers: AnyTime, OneLeader: Quiescence, Idle: NoIdle, Depth: 6}
	for i := range full.Budget {
		full.Budget[i] = i%mostFaults + 1
	}
	text := strings.TrimPrefix(full.String(), "bully, ") + ", depth 6"
	got, err := Parse("bully", text)
	if err != nil || fmt.Sprint(got) != fmt.Sprint(full) {
		t.Errorf("%q is read as\n%+v, not\n%+v (%v)", text, got, full, err)
	}
	got, err = Parse("bully", "line of 3")
	if got.fill(); err != nil || got.String() != (Options{Algorithm: "bully", Topology: "line", Nodes: 3}).String() {
		t.Errorf("a line of 3 is read as %v (%v)", got, err)
	}
	for _, text := range []string{"", "line of many", "line 3", "crashes", "crashes few", "all stop", "idle long"} {
		if o, err := Parse("bully", text); err == nil {
			t.Errorf("%q is read as %q", text, o)
		}
	}
}

// TestBullyUnderFreeTimersHasTwoLeaders shows the shortest run: A's time-out
// before B's OK.
func TestBullyUnderFreeTimersHasTwoLeaders(t *testing.T) {
	o := world("bully", "line", 2)
	o.Timers = AnyTime
	r := explore(t, o)
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
// of it. After it the run idles; without idling it ends there.
func TestCountsByHand(t *testing.T) {
	o := world("flood-max", "line", 2)
	o.OneLeader, o.Idle = ByBound, NoIdle
	if r := explore(t, o); r.States != 5 || r.Depth != 4 || r.Ends != 1 || r.Verdict != Holds {
		t.Errorf("%+v", r)
	}
	o.Idle = 0
	if r := explore(t, o); r.States <= 5 || r.Ends != 1 || r.Verdict != Holds {
		t.Errorf("with idling: %+v", r)
	}
	r := explore(t, Options{Algorithm: "bully", Topology: "line", Nodes: 1, Idle: NoIdle})
	if r.Verdict != Holds || r.States != 1 || r.Ends != 1 {
		t.Errorf("one node alone: %+v", r)
	}
}

func TestSearchKeepsItsBounds(t *testing.T) {
	o := world("vasudevan", "complete", 3)
	o.States = 50
	if r := explore(t, o); r.Verdict != Bounded || r.States != 50 || r.Fault != "" {
		t.Errorf("bound of states: %+v", r)
	}
	o.States, o.Depth = 0, 3
	if r := explore(t, o); r.Verdict != Bounded || r.Depth != 3 {
		t.Errorf("bound of depth: %+v", r)
	}
	o.Depth = 0
	all := explore(t, o)
	if o.States = all.States; explore(t, o).Verdict != Holds {
		t.Errorf("with room for all %d states it is not searched to its end", all.States)
	}
	if o.States--; explore(t, o).Verdict != Bounded {
		t.Errorf("with room for %d states of %d it is searched to its end", o.States, all.States)
	}
}

// A bounded search has seen all states of the depth that it reports, also if it stopped
// within a batch that holds states of two depths.
func TestABoundedSearchHasSeenWhatItSays(t *testing.T) {
	o, err := Parse("vasudevan", "signalling=tcp, complete of 3, values ascending, crashes 1, losses 1")
	if err != nil {
		t.Fatal(err)
	}
	o.States = 300
	if !testing.Short() {
		o.States = 5200
	}
	r := explore(t, o)
	o.States, o.Depth = 0, r.Depth
	if all := explore(t, o); r.Verdict != Bounded || r.Depth == 0 || all.States > r.States {
		t.Errorf("%v; and of up to %d steps there are %d states", r, r.Depth, all.States)
	}
}

func TestInterruptedSearchKeepsWhatItSaw(t *testing.T) {
	if testing.Short() {
		t.Skip("a search cut off at many places")
	}
	ctx, stop := context.WithCancel(context.Background())
	told := 0
	r, err := Explore(ctx, scenarios.Algorithm, world("vasudevan", "complete", 4), func(found, expanded, depth int) {
		if told++; told == 20 {
			stop()
		}
	})
	if err != nil || r.Verdict != Interrupted || r.States < batch || r.Depth == 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// Each pair of starters and offers is a beginning of one search. Equal lists of offers count
// once.
func TestBeginnings(t *testing.T) {
	count := func(values, start []string, seeds int) int {
		o := Options{Algorithm: "bully", Topology: "line", Nodes: 3, Values: values, Start: start, Seeds: seeds}
		o.fill()
		roots, err := o.roots(scenarios.Algorithm)
		if err != nil {
			t.Fatal(err)
		}
		return len(roots)
	}
	for _, c := range []struct {
		values, start []string
		seeds, want   int
	}{
		{nil, nil, 1, 3}, {[]string{"permuted"}, nil, 1, 6}, {[]string{"permuted", "ascending", "3-1-2", "tied"}, nil, 1, 7},
		{[]string{"tied"}, []string{"each", "all", "A"}, 1, 4}, {[]string{"tied"}, []string{"settled"}, 1, 1}, {[]string{"tied"}, []string{"AB", "A", "ABC", "all"}, 1, 3}, {[]string{"tied"}, nil, 5, 5},
	} {
		if got := count(c.values, c.start, c.seeds); got != c.want {
			t.Errorf("%v begins in %d worlds", c, got)
		}
	}
}

// TestDetectorsRunFromTheirBoot: omega holds no elections. All nodes name A at boot.
func TestDetectorsRunFromTheirBoot(t *testing.T) {
	o := world("omega", "line", 2)
	one := explore(t, o)
	if one.Verdict != Holds || one.Ends == 0 {
		t.Errorf("%+v", one)
	}
	o.Start = []string{"A", "all"}
	if all := explore(t, o); one.States != all.States {
		t.Errorf("one starts: %+v; all: %+v", one, all)
	}
	o.Timers = AnyTime
	if r := explore(t, o); r.Verdict != Convicted || strings.Contains(r.Story, "elect") {
		t.Errorf("%v\n%s", r, r.Story)
	}
}

// The result does not depend on how many workers search, with a fault or without.
func TestWorkersDoNotMatter(t *testing.T) {
	for _, text := range []string{"complete of 3, losses 1", "line of 3, timers any, one leader always"} {
		o, err := Parse("bully", text)
		if err != nil {
			t.Fatal(err)
		}
		o.Workers = 1
		one := fmt.Sprint(explore(t, o))
		for _, o.Workers = range []int{2, 7} {
			if many := fmt.Sprint(explore(t, o)); many != one {
				t.Errorf("%s with %d workers:\n%s\nwith one:\n%s", text, o.Workers, many, one)
			}
		}
	}
}

// Systems that do not fit into memory are made again: the same states are seen.
func TestStatesAreMadeAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("a search made twice")
	}
	o := world("vasudevan", "complete", 3)
	o.Budget[faultCrash] = 1
	kept := explore(t, o)
	o.Memory = 1
	if again := explore(t, o); again.States != kept.States || again.Ends != kept.Ends || again.Verdict != kept.Verdict {
		t.Errorf("kept: %v, made again: %v", kept, again)
	}
}

func TestRefusesWhatMakesNoSense(t *testing.T) {
	for want, change := range map[string]func(o *Options){
		`unknown algorithm "bulli"`:                                  func(o *Options) { o.Algorithm = "bulli" },
		`unknown topology "cube"`:                                    func(o *Options) { o.Topology = "cube" },
		"nodes: from 1 to 6, not 7":                                  func(o *Options) { o.Nodes = 7 },
		"nodes: from 1 to 6, not 0":                                  func(o *Options) { o.Nodes = 0 },
		`timers fire at rest or any, not "x"`:                        func(o *Options) { o.Timers = "x" },
		"one leader always, at rest or by":                           func(o *Options) { o.OneLeader = "x" },
		"crashes: from 0 to 4, not 5":                                func(o *Options) { o.Budget[faultCrash] = 5 },
		"depth: 1 or more, not -1":                                   func(o *Options) { o.Depth = -1 },
		"states: 1 or more, not -2":                                  func(o *Options) { o.States = -2 },
		"jobs: 0 or more, not -1":                                    func(o *Options) { o.Workers = -1 },
		"memory: 0 or more, not -9":                                  func(o *Options) { o.Memory = -9 },
		"t_max: must be a duration":                                  func(o *Options) { o.Params = []string{"t_max=1"} },
		"seeds: from 1 to 1000, not -1":                              func(o *Options) { o.Seeds = -1 },
		"idle: from 0 to 24h0m0s, not 48h0m":                         func(o *Options) { o.Idle = 48 * time.Hour },
		"or a list like 3-1-2, not \"big\"":                          func(o *Options) { o.Values = []string{"big"} },
		"are for 3 nodes, but there are 2":                           func(o *Options) { o.Values = []string{"1-2-3"} },
		"a node such as A, or several at once such as AB, not \"C\"": func(o *Options) { o.Start = []string{"C"} },
		"cannot begin in a settled world":                            func(o *Options) { o.Algorithm, o.Start = "omega-crash-recovery", []string{"settled"} },
		"services are hello, flood, aodv and link":                   func(o *Options) { o.Services = []string{"gossip"} },
		"such as AB, not \"ABA\"":                                    func(o *Options) { o.Start = []string{"ABA"} },
		"such as AB, not \"\"":                                       func(o *Options) { o.Start = []string{""} },
		"\"A dances\": a node leads, errs":                           func(o *Options) { o.Always = []string{"A dances"} },
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
	fmt.Println(r.Verdict, r.Ends, err)
	// Output: holds 3 <nil>
}
