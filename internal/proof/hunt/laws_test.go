package hunt

import (
	"strings"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/internal/contract/optional"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
	"bellwether/trace/check"
)

// One term has one leader, unless storage is lost.
func TestSingleLeaderOfATerm(t *testing.T) {
	term := protocol.Computation{Num: 3}
	s := newSingle()
	for _, r := range []trace.Record{
		{Kind: trace.Elected, Node: 1, Peer: 1, Computation: term},
		{Kind: trace.Elected, Node: 2, Peer: 1, Computation: term},
		{Kind: trace.Elected, Node: 1, Peer: 1, Computation: term},
	} {
		s.Record(&r)
	}
	if s.why != "" {
		t.Errorf("one leader: %s", s.why)
	}
	s.Record(&trace.Record{Kind: trace.Elected, Node: 2, Peer: 2, Computation: term})
	if s.why == "" {
		t.Error("two nodes may lead in one term")
	}
	blind := newSingle()
	blind.Record(&trace.Record{Kind: trace.Fault, Name: trace.StorageLost})
	blind.Record(&trace.Record{Kind: trace.Elected, Node: 1, Peer: 1, Computation: term})
	blind.Record(&trace.Record{Kind: trace.Elected, Node: 2, Peer: 2, Computation: term})
	if blind.why != "" {
		t.Errorf("after a loss of storage: %s", blind.why)
	}
}

// Too many messages or timers are a storm, and so is growth of messages in the calm.
func TestStorms(t *testing.T) {
	s := newTraffic(2)
	for range stormSlack + 4*stormPairs + 2*stormRate {
		s.Record(&trace.Record{Kind: trace.Send, At: protocol.Time(time.Second), Node: 1})
	}
	if s.storm > 0 {
		t.Fatal("what is allowed is a storm")
	}
	func() {
		defer func() {
			if _, ended := recover().(stormed); !ended || s.storm == 0 {
				t.Error("a storm is not found")
			}
		}()
		s.Record(&trace.Record{Kind: trace.Send, At: protocol.Time(time.Second), Node: 1})
	}()
	still := newTraffic(2)
	func() {
		defer func() { recover() }()
		for k := range 10 * mostTimers {
			still.Record(&trace.Record{Kind: trace.Timer, At: protocol.Time(time.Duration(k/4) * time.Second), Node: 1})
		}
		if still.storm > 0 {
			t.Error("timers of many instants are a storm")
		}
		for range 3 * mostTimers {
			still.Record(&trace.Record{Kind: trace.Timer, At: protocol.Time(time.Hour), Node: 1})
		}
	}()
	if still.storm != protocol.Time(time.Hour) {
		t.Error("timers without end at one instant are no storm")
	}
	steady, more := newTraffic(2), newTraffic(2)
	for _, s := range []*traffic{steady, more} {
		s.watch(protocol.Time(time.Second), time.Second)
		for k := range 2000 {
			s.Record(&trace.Record{Kind: trace.Send, At: protocol.Time(time.Second + time.Duration(k)*time.Millisecond), Node: 1})
			for range 2 {
				if s == more && k >= 1000 {
					s.Record(&trace.Record{Kind: trace.Send, At: protocol.Time(time.Second + time.Duration(k)*time.Millisecond), Node: 2})
				}
			}
		}
	}
	if steady.grows() != "" || more.grows() == "" {
		t.Errorf("steady: %q, growing: %q", steady.grows(), more.grows())
	}
}

// A user's bound is read, or refused with the reason; a run may break it.
func TestBounds(t *testing.T) {
	for _, bad := range []string{"instability_fraction", "nonsense <= 1", "instability_fraction <= much", "instability_fraction <= NaN", "instability_fraction >= -Inf"} {
		if _, err := ParseBound(bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
	b, err := ParseBound("leaderless_fraction <= 0.00001")
	if err != nil {
		t.Fatal(err)
	}
	a, _ := scenarios.Algorithm("bully")
	out, err := Run(t.Context(), Options{Algorithms: []protocol.Algorithm{a}, Seed: 1, Worlds: 8, Effort: 120, Jobs: 2, Bounds: []metricBound{b}})
	if err != nil || len(out.Finds) == 0 || out.Finds[0].Breach.Law != lawOwn {
		t.Errorf("found %+v, %v", out, err)
	}
	for _, c := range []struct {
		sign  string
		holds [3]bool
	}{{"<=", [3]bool{true, true, false}}, {"<", [3]bool{true, false, false}}, {">=", [3]bool{false, true, true}}, {">", [3]bool{false, false, true}}} {
		for i, x := range []float64{1, 2, 3} {
			if got := (metricBound{Sign: c.sign, Limit: 2}).holds(x); got != c.holds[i] {
				t.Errorf("%v %s 2: %v", x, c.sign, got)
			}
		}
	}
}

// A node that takes a worse node for its leader is reported, and, where nothing happens, one that
// takes another than the best.
func TestWhomNodesFollow(t *testing.T) {
	took := func(node, leader protocol.ID) *trace.Record {
		return &trace.Record{Kind: trace.Elected, Node: node, Peer: leader}
	}
	f := newFollows([]int64{10, 30, 20})
	for _, r := range []*trace.Record{took(1, 3), took(3, 3), took(2, protocol.Nobody), took(2, 2)} {
		f.Record(r)
	}
	if f.worse != "" || f.lesser != "" {
		t.Errorf("each takes a better node: %q, %q", f.worse, f.lesser)
	}
	f.Record(took(3, 1))
	if !strings.Contains(f.worse, "3, which offers 20, takes 1") {
		t.Errorf("3 takes 1, which offers less: %q", f.worse)
	}
	f.onlyBest = true
	f.Record(took(1, 3))
	if !strings.Contains(f.lesser, "2 is the best") {
		t.Errorf("1 takes 3, and 2 is the best: %q", f.lesser)
	}
}

// Machines that elect the best declare whom they follow. The hunt checks the declarations, and
// would silently skip one whose method is renamed.
func TestMachinesDeclareWhomTheyFollow(t *testing.T) {
	for _, a := range scenarios.Algorithms() {
		if a.Goal != protocol.GoalBest {
			continue
		}
		detection := protocol.Detection{Interval: time.Second, Misses: 3}
		values, _ := protocol.Resolve(a.Params, nil, detection)
		made, err := a.New(protocol.Config{Detection: detection, Values: values})
		if err != nil {
			t.Fatal(err)
		}
		_, noWorse := made().(optional.NeverWorse)
		_, onlyBest := made().(optional.OnlyBest)
		_, steady := made().(optional.MarginKeeper)
		// A node of tanist that knows no leader follows any, and a leader hands over within the
		// margin to an heir that stays ahead.
		any := a.Name == "tanist"
		// flood-max leads before it has heard all; prasle ends an election by its rounds.
		early := a.Name == "flood-max" || a.Name == "prasle"
		if noWorse != (a.Name != "vasudevan" && !any) || onlyBest != (!early && !any) || steady == any {
			t.Errorf("%s: follows nobody worse %v, only the best %v, keeps a leader within the hysteresis %v", a.Name, noWorse, onlyBest, steady)
		}
	}
}

// Machines that save something declare what outlives a crash, under names that Inspect shows.
func TestMachinesDeclareWhatOutlivesACrash(t *testing.T) {
	for _, name := range []string{"vasudevan", "raft", "omega-crash-recovery"} {
		a, _ := scenarios.Algorithm(name)
		detection := protocol.Detection{Interval: time.Second, Misses: 3}
		values, _ := protocol.Resolve(a.Params, nil, detection)
		made, err := a.New(protocol.Config{Detection: detection, Values: values})
		if err != nil {
			t.Fatal(err)
		}
		d, declares := made().(optional.Durable)
		if !declares {
			t.Errorf("%s declares nothing of what outlives a crash", name)
			continue
		}
		kept, counted := d.Outlives()
		shown := map[string]bool{}
		optional.Inspect(made(), func(name string, _ int64) { shown[name] = true })
		for _, value := range append(kept, counted...) {
			if !shown[value] {
				t.Errorf("%s: %s outlives a crash, and is not shown", name, value)
			}
		}
	}
}

// deaf is an invariant that counts received messages, and those without content.
type deaf struct{ received, empty int }

func (*deaf) Wants() trace.Set          { return trace.Of(trace.Receive) }
func (*deaf) Verdicts() []check.Verdict { return nil }
func (*deaf) Snapshot(b []byte) []byte  { return b }
func (d *deaf) Record(r *trace.Record) {
	d.received++
	if r.Content == nil {
		d.empty++
	}
}

// An invariant gets Receive records with their message, as in the explorer.
func TestInvariantsReadWhatIsReceived(t *testing.T) {
	d := &deaf{}
	w := &World{Name: "read", Algorithm: "vasudevan", Seed: 1, Nodes: 4, Duration: 3 * time.Second, Interval: time.Second, Misses: 3,
		Values: []int64{1, 2, 3, 4}, Graph: &graph{Edges: [][2]int{{1, 2}, {2, 3}, {3, 4}}, Latency: time.Millisecond}, StartsAll: true}
	s, err := scenarios.Read("read.yaml", w.YAML(), scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Config(s.Algorithms[0], s.Seed)
	if err != nil {
		t.Fatal(err)
	}
	c.Sinks = []trace.Sink{withContents(d)}
	world, err := emulator.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := world.Run(t.Context()); err != nil || d.received < 10 || d.empty > 0 {
		t.Errorf("%v; of %d received messages %d have no content", err, d.received, d.empty)
	}
}

// Duplicated frames cause a storm that breaks no law, if they come twice at each hop of a
// large world, or of a small world in which packets may circulate, as with OLSR.
func TestCopiesMultiply(t *testing.T) {
	twice := []emulator.Fault{{Kind: emulator.FaultDuplicate, At: time.Second}}
	for _, c := range []struct {
		nodes  int
		faults []emulator.Fault
		storm  time.Duration
		want   bool
	}{{20, twice, 2 * time.Second, true}, {20, twice, time.Second / 2, false}, {20, nil, 2 * time.Second, false}, {fewNodes, twice, 2 * time.Second, false}} {
		s := &checkedRun{config: &emulator.Config{Nodes: c.nodes, Faults: c.faults}, traffic: &traffic{storm: protocol.Time(c.storm)}}
		if s.multiplies() != c.want {
			t.Errorf("%d nodes, %d faults, a storm at %v: %v", c.nodes, len(c.faults), c.storm, !c.want)
		}
	}
	for needs, want := range map[protocol.Needs]bool{protocol.NeedsRouting: true, protocol.NeedsNeighbours: false} {
		s := &checkedRun{config: &emulator.Config{Nodes: 3, Faults: twice, Services: overlay.Services{OLSR: &overlay.OLSROptions{}}}, traffic: &traffic{storm: protocol.Time(2 * time.Second)}}
		s.config.Algorithm.Needs = needs
		if s.multiplies() != want {
			t.Errorf("an OLSR for an algorithm that needs %v: %v", needs, !want)
		}
	}
}
