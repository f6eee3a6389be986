package hunt

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/internal/study/registry"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// word is a message that carries the age of its news.
type word struct {
	protocol.Message
	of   protocol.ID
	age  time.Duration
	held bool
}

func (w word) Dated() (protocol.ID, uint64, time.Duration, bool) { return w.of, 5, w.age, w.held }

// News that does not grow older while a node holds it is reported, unless newer news came.
func TestNewsGrowsOlder(t *testing.T) {
	hears := func(s float64, w word) trace.Record {
		return trace.Record{At: at(s), Kind: trace.Receive, Node: 2, Content: w}
	}
	says := func(s float64, w word) trace.Record {
		return trace.Record{At: at(s), Kind: trace.Send, Node: 2, Content: w}
	}
	told1 := word{of: 1, age: time.Second}
	for name, c := range map[string]struct {
		records []trace.Record
		young   bool
	}{
		"grows":          {[]trace.Record{hears(10, told1), says(14, word{of: 1, age: 5 * time.Second, held: true})}, false},
		"a slow clock":   {[]trace.Record{hears(10, told1), says(14, word{of: 1, age: 4 * time.Second, held: true})}, false},
		"stays young":    {[]trace.Record{hears(10, told1), says(14, word{of: 1, held: true})}, true},
		"is heard again": {[]trace.Record{hears(10, told1), hears(14, word{of: 1}), says(14, word{of: 1, held: true})}, false},
		"is its own":     {[]trace.Record{hears(10, told1), says(14, word{of: 2, held: true})}, false},
		"is made anew":   {[]trace.Record{hears(10, told1), says(14, word{of: 1}), says(14, word{of: 1, held: true})}, false},
		"after a boot":   {[]trace.Record{hears(10, told1), {At: at(12), Kind: trace.Boot, Node: 2}, says(14, word{of: 1, held: true})}, false},
		"of nobody":      {[]trace.Record{says(14, word{of: 1, held: true}), {At: at(12), Kind: trace.Send, Node: 2}}, false},
	} {
		a := newAging()
		told(a, c.records...)
		if (a.why != "") != c.young {
			t.Errorf("%s: %q", name, a.why)
		}
	}
}

// keeper is a machine that counts its boots, and shows a vote.
type keeper struct {
	protocol.Machine
	boots, vote int64
	kept        []string
	counted     []string
}

func (k *keeper) Outlives() (kept, counted []string) { return k.kept, k.counted }
func (k *keeper) Start(env *protocol.Env, saved []byte) {
	if len(saved) == 2 {
		k.boots, k.vote = int64(saved[0]), int64(saved[1])
	}
	k.boots++
}
func (k *keeper) Inspect(show func(string, int64)) {
	show("boots", k.boots)
	show("vote", k.vote)
}

// The values that a machine declares to outlive a crash are compared with what it saved.
func TestWhatIsSavedOutlivesACrash(t *testing.T) {
	shows := func(name string, v int64) trace.Record {
		return trace.Record{Kind: trace.State, Node: 3, Name: name, Value: v}
	}
	fresh := func() *outlives {
		m := &keeper{kept: []string{"vote"}, counted: []string{"boots"}}
		o := newOutlives(m, func() protocol.Machine { return &keeper{} }, 3)
		o.saves(3, protocol.Effect{Op: protocol.OpSave, State: []byte{4, 2}})
		o.saves(2, protocol.Effect{Op: protocol.OpSave, State: []byte{9, 9}})
		return o
	}
	for name, c := range map[string]struct {
		records []trace.Record
		want    string
	}{
		"saved":            {[]trace.Record{shows("vote", 2), shows("boots", 4), shows("boots", 1), shows("other", 7)}, ""},
		"another vote":     {[]trace.Record{shows("vote", 1)}, "3 shows vote = 1 at 0s; if it crashed now and started again with what it has saved, it would show 2"},
		"too many boots":   {[]trace.Record{shows("boots", 5)}, "it would show 5"},
		"lost its storage": {[]trace.Record{{Kind: trace.Fault, Node: 3, Name: trace.StorageLost}, shows("vote", 0)}, ""},
		"lost what it had": {[]trace.Record{{Kind: trace.Fault, Node: 3, Name: trace.StorageLost}, shows("vote", 2)}, "it would show 0"},
	} {
		o := fresh()
		told(o, c.records...)
		if (o.why == "") != (c.want == "") || !strings.Contains(o.why, c.want) {
			t.Errorf("%s: %q, want %q", name, o.why, c.want)
		}
	}
}

// trusting promises at most one mistake in ten seconds about members that answer within a second.
type trusting struct{}

func (trusting) Mistakes(roundTrip, run time.Duration) (int, bool) {
	return int(run / (10 * time.Second)), roundTrip <= time.Second
}

// A detector that adapts must keep its declaration about members in range.
func TestDetectorsLearnHowLongAnswersTake(t *testing.T) {
	link := trace.Record{Kind: trace.LinkUp, Node: 1, Peer: 2}
	suspects := func(s float64) trace.Record { return trace.Record{At: at(s), Kind: trace.Suspect, Node: 2, Peer: 1} }
	for name, c := range map[string]struct {
		roundTrip time.Duration
		records   []trace.Record
		wrong     bool
	}{
		"as promised": {time.Second, []trace.Record{link, suspects(11), suspects(21)}, false},
		"too often":   {time.Second, []trace.Record{link, suspects(11), suspects(12)}, true},
		"too slow":    {2 * time.Second, []trace.Record{link, suspects(11), suspects(12)}, false},
		"apart":       {time.Second, []trace.Record{suspects(11), suspects(12)}, false},
	} {
		p := newMistakes(trusting{}, c.roundTrip)
		told(p, c.records...)
		if (p.why != "") != c.wrong {
			t.Errorf("%s: %q", name, p.why)
		}
	}
}

// hasty hides everything that a machine declares of itself. Its machine ignores the
// hysteresis.
type hasty struct{ protocol.Machine }

func (h hasty) Elect(env *protocol.Env) { optional.Elect(h.Machine, env) }
func (h hasty) Settle(env *protocol.Env, leader protocol.Capability) {
	optional.Settle(h.Machine, env, leader)
}

// boastful declares falsely that it keeps a leader within the hysteresis.
type boastful struct{ hasty }

func (boastful) KeepsWithinMargin() {}

// Within the hysteresis, a machine that declares that it keeps the leader must send no message of an
// election. A machine that declares nothing may replace the leader.
func TestWhoKeepsNoHysteresisMayReplaceALeader(t *testing.T) {
	w := &World{Name: "within", Algorithm: "planted", Seed: 1, Nodes: 2, Duration: time.Minute, Interval: time.Second, Misses: 3,
		Values: []int64{100, 110}, Share: 0.2, Leader: 1, Graph: &graph{Edges: [][2]int{{1, 2}}, Latency: time.Millisecond}}
	for name, wrap := range map[string]func(protocol.Machine) protocol.Machine{
		"keeps none":            func(m protocol.Machine) protocol.Machine { return hasty{m} },
		"says that it keeps it": func(m protocol.Machine) protocol.Machine { return boastful{hasty{m}} },
	} {
		reg := wrapped(t, "flood-max", wrap)
		got, err := (&judge{program: reg}).world(t.Context(), w)
		if err != nil {
			t.Fatal(err)
		}
		if quiet := got.Breach != nil && got.Breach.Law == lawQuiet; quiet != (name != "keeps none") {
			t.Errorf("%s: %v", name, got.Breach)
		}
	}
}

// wrapped returns a program with the algorithm planted: a copy of another whose machines are
// wrapped and configured without a hysteresis.
func wrapped(t *testing.T, of string, wrap func(protocol.Machine) protocol.Machine) *registry.Registry {
	t.Helper()
	a, _ := scenarios.Algorithm(of)
	a.Name = "planted"
	inner := a.New
	a.New = func(c protocol.Config) (func() protocol.Machine, error) {
		c.Hysteresis = protocol.Margin{}
		made, err := inner(c)
		return func() protocol.Machine { return wrap(made()) }, err
	}
	r, err := registry.New(registry.Own{Algorithms: []protocol.Algorithm{a}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Settle is optional: machines without it break no law, and a scenario that begins with a
// leader is refused for them.
func TestAnAbsentSettleIsNoBreach(t *testing.T) {
	reg := wrapped(t, "bully", func(m protocol.Machine) protocol.Machine { return unsettled{m} })
	a, _ := reg.Find("planted")
	out, err := Run(t.Context(), Options{Program: reg, Algorithms: []protocol.Algorithm{a}, Seed: 1, Worlds: 12, Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	for law := range out.Broken {
		if strings.Contains(law, string(lawContract)) {
			t.Errorf("drawn worlds: %v", out.Broken)
		}
	}
	file := filepath.Join(t.TempDir(), "led.yaml")
	if err := os.WriteFile(file, []byte("nodes: 3\nstart: {leader: 2}\nalgorithms: [planted]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	base, err := LoadBase(file, nil, reg)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Run(t.Context(), Options{Program: reg, Base: base, Seed: 1, Worlds: 2, Jobs: 1})
	if err == nil || !strings.Contains(err.Error(), "they have no Settle") {
		t.Errorf("a scenario that begins with a leader: %v", err)
	}
}
