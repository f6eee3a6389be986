package hunt

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellwether/internal/registry"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// planted are algorithms with a fault, by the law that each breaks, and how small the world
// must become.
var planted = map[Law]struct {
	of      string
	plant   func(a *protocol.Algorithm)
	nodes   int
	faults  int
	lossy   bool // in the smallest world
	noMoves bool
}{
	Contract: {"omega-crash-recovery", func(a *protocol.Algorithm) {
		inner := a.New
		a.New = func(c protocol.Config) (func() protocol.Machine, error) {
			made, err := inner(c)
			return func() protocol.Machine { return forgetful{made()} }, err
		}
	}, 1, 1, false, true},
	Converges: {"bully", func(a *protocol.Algorithm) {
		a.SettleBound = func(protocol.Scale, protocol.Config) time.Duration { return 20 * time.Millisecond }
	}, 1, 0, false, true},
	Quiet: {"flood-max", func(a *protocol.Algorithm) {
		a.Kinds = append([]protocol.MessageKind(nil), a.Kinds...)
		for i := range a.Kinds {
			if a.Kinds[i].Class == protocol.ClassBeacon {
				a.Kinds[i].Class = protocol.ClassAnnouncement
			}
		}
	}, 1, 0, false, true},
	Cost: {"link-reversal", func(a *protocol.Algorithm) {
		a.Costs = []protocol.Cost{{Case: "each detection interval", Charges: []protocol.Charge{{Message: "beacon", Formula: "3n"}}}}
	}, 2, 0, false, true},
	Margin: {"flood-max", func(a *protocol.Algorithm) {
		inner := a.New
		a.New = func(c protocol.Config) (func() protocol.Machine, error) {
			if c.Hysteresis != (protocol.Margin{}) {
				c.Hysteresis = protocol.Margin{Share: 1 << 20}
			}
			return inner(c)
		}
	}, 2, 0, false, true},
}

// forgetful is a machine that cannot start with what it saved.
type forgetful struct{ protocol.Machine }

func (m forgetful) Start(env *protocol.Env, saved []byte) {
	if saved != nil {
		panic("planted")
	}
	m.Machine.Start(env, saved)
}

// program has a planted algorithm of a name of its own.
func program(t *testing.T, law Law) (*registry.Registry, protocol.Algorithm) {
	t.Helper()
	a, _ := scenarios.Algorithm(planted[law].of)
	a.Name = "planted"
	planted[law].plant(&a)
	r, err := registry.New(registry.Own{Algorithms: []protocol.Algorithm{a}})
	if err != nil {
		t.Fatal(err)
	}
	return r, a
}

// Every law is broken by an algorithm with a fault against it, and what is found is shrunk to
// the smallest world with that fault.
func TestPlantedFaultsAreFoundAndShrunk(t *testing.T) {
	for law, p := range planted {
		t.Run(string(law), func(t *testing.T) {
			t.Parallel()
			reg, a := program(t, law)
			worlds := 60
			if law == Margin { // few worlds have a hysteresis, and a leader beyond it
				worlds = 240
			}
			out, err := Run(t.Context(), Options{Program: reg, Algorithms: []protocol.Algorithm{a}, Seed: 1, Worlds: worlds, Effort: DefaultEffort, Jobs: 2})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range out.Finds {
				if f.Breach.Law != law {
					continue
				}
				w := f.World
				if !f.Smallest || w.Nodes > p.nodes || len(w.Faults) > p.faults || len(w.Cuts) > 0 || w.Loss != "" || w.Field != nil || w.Hello > 0 || len(w.Params) > 0 {
					t.Errorf("%v is not small:\n%s", f.Breach, w.YAML())
				}
				if again, err := (&judge{program: reg}).world(t.Context(), w); err != nil || !again.Breach.same(f.Breach) {
					t.Errorf("the smallest world does not break it again: %v, %v", again.Breach, err)
				}
				return
			}
			t.Errorf("not found; found is %v", out.Broken)
		})
	}
}

// What is found is a function of the seed and the number of worlds, and the same whatever the
// jobs, and if it was killed and goes on.
func TestAHuntIsTheSameHoweverItIsRun(t *testing.T) {
	reg, a := program(t, Quiet)
	bully, _ := scenarios.Algorithm("bully")
	options := func(jobs int, dir string) Options {
		d, err := OpenDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		return Options{Program: reg, Algorithms: []protocol.Algorithm{a, bully}, Seed: 7, Worlds: 25, Effort: 80, Jobs: jobs, Dir: d}
	}
	run := func(ctx context.Context, o Options) string {
		t.Helper()
		var b bytes.Buffer
		out, err := Run(ctx, o)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(&b, &o)
		return b.String()
	}
	files := func(dir string) (all string) {
		list, _ := filepath.Glob(filepath.Join(dir, "*"))
		for _, name := range list {
			text, _ := os.ReadFile(name)
			all += filepath.Base(name) + "\n" + strings.ReplaceAll(string(text), dir, "DIR")
		}
		return all
	}
	one, four, killed := t.TempDir(), t.TempDir(), t.TempDir()
	want := run(t.Context(), options(1, one))
	if !strings.Contains(want, "planted breaks quiet") || !strings.Contains(want, "tried: 50 worlds") {
		t.Fatalf("nothing to compare:\n%s", want)
	}
	if got := run(t.Context(), options(4, four)); got != want || files(four) != files(one) {
		t.Errorf("with four jobs:\n%s\nwith one:\n%s", got, want)
	}
	for at := 3; at < 50; at += 9 { // an end at any trial
		ctx, kill := context.WithCancel(t.Context())
		o := options(2, killed)
		o.Progress = func(p Tally) {
			if p.Trials >= at {
				kill()
			}
		}
		run(ctx, o)
	}
	if got := run(t.Context(), options(2, killed)); got != want || files(killed) != files(one) {
		t.Errorf("killed and resumed:\n%s%s\nat once:\n%s%s", got, files(killed), want, files(one))
	}
}

// A kept world is run again first, and whoever mended its fault is told.
func TestKeptWorldsAreRunAgain(t *testing.T) {
	reg, a := program(t, Quiet)
	dir := t.TempDir()
	hunt := func(a protocol.Algorithm, r *registry.Registry) (again []string) {
		d, err := OpenDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		d.Again = func(file string, now *Breach) { again = append(again, filepath.Base(file)+" "+now.String()) }
		if _, err := Run(t.Context(), Options{Program: r, Algorithms: []protocol.Algorithm{a}, Seed: 1, Worlds: 6, Effort: 60, Jobs: 1, Dir: d}); err != nil {
			t.Fatal(err)
		}
		return again
	}
	if again := hunt(a, reg); again != nil {
		t.Fatalf("a new directory holds %v", again)
	}
	if again := hunt(a, reg); len(again) != 1 || !strings.Contains(again[0], ".yaml quiet") {
		t.Errorf("run again: %q", again)
	}
	sound, _ := scenarios.Algorithm("flood-max")
	sound.Name = "planted"
	mended, err := registry.New(registry.Own{Algorithms: []protocol.Algorithm{sound}})
	if err != nil {
		t.Fatal(err)
	}
	if again := hunt(sound, mended); len(again) != 1 || !strings.Contains(again[0], "nothing") {
		t.Errorf("once mended: %q", again)
	}
}

// What a hunt found once and was mended stays mended.
func TestMendedWorldsBreakNothing(t *testing.T) {
	list, err := filepath.Glob("testdata/mended/*.yaml")
	if err != nil || len(list) == 0 {
		t.Fatalf("no mended worlds: %v", err)
	}
	for _, name := range list {
		s, err := scenarios.Load(name, scenarios.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range s.Algorithms {
			if got, err := (&judge{}).scenario(t.Context(), s, e, s.Seed); err != nil || got.Breach != nil {
				t.Errorf("%s, %s: %v, %v", name, e.Label, got.Breach, err)
			}
		}
	}
}

// Drawn worlds are scenarios, the same each time, of all sizes and kinds of faults; a world
// that is written and read is the world.
func TestDrawnWorlds(t *testing.T) {
	a, _ := scenarios.Algorithm("vasudevan")
	seen := map[string]int{}
	most := 0
	for number := range uint64(400) {
		w := draw(3, number, &a)
		if again := draw(3, number, &a); !bytes.Equal(again.YAML(), w.YAML()) {
			t.Fatalf("world %d is drawn in two ways", number)
		}
		s, err := scenarios.Read("drawn.yaml", w.YAML(), scenarios.Options{})
		if err != nil {
			t.Fatalf("world %d: %v\n%s", number, err, w.YAML())
		}
		c, err := s.Config(s.Algorithms[0], s.Seed)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range w.Faults {
			seen[f.Kind]++
		}
		seen["cuts"] += len(w.Cuts)
		sky := weatherOf(s, &c)
		if sky.never != "" || sky.calm > calmBy+3*time.Second+lingers {
			t.Errorf("world %d: calm at %v, %s\n%s", number, sky.calm, sky.never, w.YAML())
		}
		for word, has := range map[string]bool{"lossy": sky.loses, "moves": c.Mobility != nil, "params": len(w.Params) > 0, "large": w.Nodes > 20} {
			if has {
				seen[word]++
			}
		}
		most = max(most, w.Nodes)
	}
	for _, kind := range append(kinds, "cuts", "lossy", "moves", "params", "large") {
		if seen[kind] == 0 {
			t.Errorf("no world has %s", kind)
		}
	}
	if most < 50 || most > mostNodes {
		t.Errorf("the largest world has %d nodes", most)
	}
}

// One term has one leader, unless what was saved is lost.
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

// More and more messages are a storm, and so are very many.
func TestStorms(t *testing.T) {
	s := newSpeech(2)
	for range stormSlack + 4*stormPairs + 2*stormRate {
		s.Record(&trace.Record{Kind: trace.Send, At: protocol.Time(time.Second), Node: 1})
	}
	if s.storm > 0 {
		t.Fatal("what is allowed is a storm")
	}
	func() {
		defer func() {
			if _, ended := recover().(stormed); !ended || s.storm == 0 {
				t.Error("a storm is not seen")
			}
		}()
		s.Record(&trace.Record{Kind: trace.Send, At: protocol.Time(time.Second), Node: 1})
	}()
	still := newSpeech(2)
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
		t.Error("time stands still, and nobody sees it")
	}
	steady, more := newSpeech(2), newSpeech(2)
	for _, s := range []*speech{steady, more} {
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

// A bound of the user's is read, refused with what is wrong, and breaks a run.
func TestBounds(t *testing.T) {
	for _, bad := range []string{"instability_fraction", "nonsense <= 1", "instability_fraction <= much"} {
		if _, err := ParseBound(bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
	b, err := ParseBound("leaderless_fraction <= 0.00001")
	if err != nil {
		t.Fatal(err)
	}
	a, _ := scenarios.Algorithm("bully")
	out, err := Run(t.Context(), Options{Algorithms: []protocol.Algorithm{a}, Seed: 1, Worlds: 8, Effort: 120, Jobs: 2, Bounds: []Bound{b}})
	if err != nil || len(out.Finds) == 0 || out.Finds[0].Breach.Law != Own {
		t.Errorf("found %+v, %v", out, err)
	}
	for _, c := range []struct {
		sign  string
		holds [3]bool
	}{{"<=", [3]bool{true, true, false}}, {"<", [3]bool{true, false, false}}, {">=", [3]bool{false, true, true}}, {">", [3]bool{false, false, true}}} {
		for i, x := range []float64{1, 2, 3} {
			if got := (Bound{Sign: c.sign, Limit: 2}).holds(x); got != c.holds[i] {
				t.Errorf("%v %s 2: %v", x, c.sign, got)
			}
		}
	}
}

// A user's scenario is tried as it is first, then with other faults; the worlds of the others
// become calm.
func TestAScenarioIsVaried(t *testing.T) {
	b, err := LoadBase("two-islands", []string{"bully"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	e := b.scenario.Algorithms[0]
	calm := 0
	for number := range uint64(12) {
		w := b.draw(1, number, e)
		s, err := scenarios.Read("varied.yaml", w.YAML(), scenarios.Options{})
		if err != nil {
			t.Fatalf("world %d: %v\n%s", number, err, w.YAML())
		}
		c, err := s.Config(s.Algorithms[0], s.Seed)
		if err != nil {
			t.Fatal(err)
		}
		sky := weatherOf(s, &c)
		if sky.never == "" && !sky.loses {
			calm++
		}
		if number == 0 && (sky.never == "" || len(c.Faults) != 1 || s.Seed != b.scenario.Seed) {
			t.Errorf("world 0 is another:\n%s", w.YAML())
		}
		if s.Nodes != 16 || s.Algorithms[0].Name != "bully" {
			t.Errorf("world %d: %d nodes, %v", number, s.Nodes, s.Algorithms)
		}
	}
	if calm < 9 {
		t.Errorf("only %d of 11 worlds become calm", calm)
	}
}

// What is found in a world of links and crashes is told as a story that fails as the world
// does.
func TestAFoundWorldIsAStory(t *testing.T) {
	a, _ := scenarios.Algorithm("bully")
	w := &World{Name: "told", Algorithm: "bully", Seed: 1, Nodes: 3, Interval: time.Second, Misses: 3, Values: []int64{1, 2, 3},
		Graph: &graph{Edges: [][2]int{{1, 2}, {1, 3}, {2, 3}}, Latency: time.Millisecond}, StartsAll: true,
		Faults: []Fault{{At: 20 * time.Second, Kind: "crash", Nodes: []int{3}}}}
	broken := &Breach{Law: Converges, Why: "planted"}
	text := tell(w, broken, &a, 10*time.Millisecond) // before anybody can notice
	for _, line := range []string{"nodes bully interval=1s misses=3\nA 1\nB 2\nC 3\nA-B", "\nsettle 20s quiet\n\ncrash C quiet\n", "\ncheck B\n"} {
		if !strings.Contains(string(text), line) {
			t.Errorf("the story has no %q:\n%s", line, text)
		}
	}
	if sound := tell(w, broken, &a, time.Minute); sound != nil {
		t.Errorf("a story in which nothing fails:\n%s", sound)
	}
	w.Loss = "model: bernoulli"
	if lossy := tell(w, broken, &a, 10*time.Millisecond); lossy != nil {
		t.Errorf("a story of a lossy world:\n%s", lossy)
	}
}
