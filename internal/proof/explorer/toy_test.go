package explorer

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/emulator/story"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
)

// A toy elects the best: every node tells every other what all nodes offer. A follower that
// does not hear its leader's beat for 3 s begins again. defect names what the toy does wrong;
// "": nothing.
type toy struct {
	defect   string
	self     protocol.ID
	best     protocol.Capability
	electing bool
	leader   protocol.ID
	told     bool
}

const (
	toyDecide protocol.Timer = iota
	toyWatch
	toyBeat
)

type toyClaim struct{ Of protocol.Capability }

func (toyClaim) Kind() protocol.Kind { return 1 }
func (m toyClaim) Fields(w *protocol.Wire) protocol.Message {
	w.Capability(&m.Of)
	return protocol.Done(w, m)
}

type toyBeats struct{}

func (toyBeats) Kind() protocol.Kind                        { return 2 }
func (m toyBeats) Fields(w *protocol.Wire) protocol.Message { return protocol.Done(w, m) }

func (m *toy) Start(env *protocol.Env, saved []byte) {
	if m.self = env.Self(); m.defect == "panics at the start" && m.self == 2 {
		panic("boo")
	}
}

func (m *toy) Elect(env *protocol.Env) {
	m.electing, m.best, m.leader = true, env.Capability(), protocol.Nobody
	env.Electing(protocol.Computation{Num: 1, Source: env.Self()})
	env.Broadcast(toyClaim{m.best})
	env.SetTimer(toyDecide, time.Second)
	env.StopTimer(toyWatch)
	env.StopTimer(toyBeat)
}

func (m *toy) Receive(env *protocol.Env, from protocol.ID, message protocol.Message) {
	if _, beat := message.(toyBeats); beat {
		if from == m.leader {
			env.SetTimer(toyWatch, 3*time.Second)
		}
		return
	}
	if !m.electing {
		m.Elect(env)
	}
	if m.told = m.told || from == 3; m.defect == "chats until told" && !m.told {
		env.Send(from, message)
	}
	switch claim := message.(toyClaim); {
	case m.defect == "worst leads" && m.best.Exceeds(claim.Of), m.defect != "worst leads" && claim.Of.Exceeds(m.best):
		m.best = claim.Of
		env.Broadcast(toyClaim{m.best})
	case m.defect == "answers always":
		env.Send(from, claim)
	case m.defect == "answers all":
		env.Broadcast(claim)
	case m.defect == "panics on a tie" && claim.Of.Value == env.Capability().Value && claim.Of.ID != env.Self():
		panic("a tie")
	}
}

func (m *toy) Fire(env *protocol.Env, t protocol.Timer) {
	switch t {
	case toyDecide:
		if m.defect == "gives up" {
			m.electing = false
			return
		}
		m.electing, m.leader = false, m.best.ID
		env.Elected(m.leader, protocol.Computation{})
		if m.leader == env.Self() {
			if m.defect != "never beats" {
				env.SetTimer(toyBeat, time.Second)
			}
		} else if m.defect != "never watches" {
			env.SetTimer(toyWatch, 3*time.Second)
		}
	case toyWatch:
		m.Elect(env)
	case toyBeat:
		env.Broadcast(toyBeats{})
		env.SetTimer(toyBeat, time.Second)
	}
}

func (m *toy) Snapshot(b []byte) []byte {
	b = protocol.AppendCapability(protocol.AppendID(b, m.leader), m.best)
	return append(b, protocol.Bit(m.electing), protocol.Bit(m.told))
}

func (m *toy) Copy() protocol.Machine { c := *m; return &c }

var _ protocol.Shifter = (*toy)(nil)

func (m *toy) Shift(protocol.Time, time.Duration) {}

func (m *toy) Inspect(show func(name string, value int64)) {
	show("best", m.best.Value)
}

func toys(defect string) story.Finder {
	return story.Only(protocol.Algorithm{
		Name: "toy", About: "A toy.", Timers: 3,
		Kinds: []protocol.MessageKind{
			{Message: toyClaim{}, Name: "claim", Class: protocol.ClassElection, About: "the best heard of"},
			{Message: toyBeats{}, Name: "beat", Class: protocol.ClassBeacon, About: "the leader lives"},
		},
		SettleBound: func(protocol.Scale, protocol.Config) time.Duration { return 5 * time.Second },
		New: func(protocol.Config) (func() protocol.Machine, error) {
			return func() protocol.Machine { return &toy{defect: defect} }, nil
		},
	})
}

// Each defect is found in a world that shows it, for the right reason and by a shortest run
// of the given number of steps.
func TestDefectsAreConvicted(t *testing.T) {
	for _, c := range []struct {
		defect, world string
		steps         int
		why           string
	}{
		{"", "complete of 3, start each/all, values permuted/tied", 0, ""},
		{"", "line of 2, crashes 1", 0, ""},
		{"", "complete of 3, values ascending, crashes 1, restarts 1", 35, "B names B and should name C"}, // nobody tells who comes back
		{"", "line of 2, duplicates 1, mid-crashes 1", 0, ""},
		{"worst leads", "line of 2", 5, "an election without a fault ends with all naming A, who should name B"},
		{"answers always", "line of 2", 6, "messages go round for ever, at one instant: the last 4 deliveries repeat"},
		{"answers all", "complete of 3", 24, "no rest: after 5000 deliveries at one instant"},
		{"gives up", "line of 2", 5, "nothing can happen any more: A names nobody and should name B"},
		{"never watches", "line of 2", 0, ""},
		{"never watches", "line of 2, crashes 1, values ascending", 4, "A names B and should name A"},
		{"never beats", "line of 2", 15, "A names nobody and should name B"},
		{"panics on a tie", "line of 2", 1, "toy's Receive at node B, 0s after the start, panics: a tie, in explorer.(*toy).Receive (toy_test.go:"},
		{"panics at the start", "line of 2, start each/settled", 0, "toy's Start at node B, 0s after the start, panics: boo, in explorer.(*toy).Start (toy_test.go:"},
		{"", "line of 2, losses 1", 11, "A names A and should name B"},
		{"", "line of 2, cuts 1", 7, "B names nobody and should name B"},
	} {
		if c.steps > 20 && !sample.Whole() {
			continue // a search of seconds: left to campaigns
		}
		o, err := Parse("toy", c.world)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Explore(context.Background(), toys(c.defect), o, nil)
		if err != nil {
			t.Fatal(err)
		}
		if want := map[bool]Verdict{true: Holds, false: Convicted}[c.why == ""]; r.Verdict != want || !strings.Contains(r.Fault, c.why) || r.Steps != c.steps {
			t.Errorf("%q in %s: %v, want %d steps, %s\n%s", c.defect, c.world, r, c.steps, c.why, r.Story)
		}
	}
}

// The report describes the world correctly even if no machine starts in it.
func TestAWorldThatCannotStartIsDescribed(t *testing.T) {
	o, err := Parse("toy", "line of 2, services hello")
	if err != nil {
		t.Fatal(err)
	}
	sound, err := newSearch(toys(""), o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Explore(t.Context(), toys("panics at the start"), o, nil)
	want := append(sound.report.Covered, "looked at: of 3 beginnings 1 was begun and 0 searched to the end; not begun: values 2-1; values 1-1")
	if err != nil || !slices.Equal(r.Covered, want) {
		t.Errorf("%v: %q, want %q", err, r.Covered, want)
	}
}

// A cycle is found among the states even if no run is followed to its end.
func TestCyclesAreFoundAmongStates(t *testing.T) {
	o, err := Parse("toy", "line of 2, values ascending")
	if err != nil {
		t.Fatal(err)
	}
	s, err := newSearch(toys("answers always"), o)
	if err != nil {
		t.Fatal(err)
	}
	s.probing = 0
	if err := s.beginRoots(); err != nil {
		t.Fatal(err)
	}
	if err := s.expandLevels(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	if s.report.Verdict != Holds || s.report.Ends != 0 {
		t.Fatalf("the search saw %v", s.report)
	}
	s.endless()
	if r := s.report; r.Verdict != Convicted || !strings.Contains(r.Fault, "messages can go round for ever, at one instant: the last 4 deliveries repeat") ||
		!strings.Contains(r.Story, "# From here on the steps repeat for ever.") {
		t.Errorf("%v\n%s", r, r.Story)
	}
}

// A and B answer each other until C's claim reaches them. A cycle in which that claim waits
// for ever is not fair, so it is not a fault.
func TestUnfairCyclesDoNotCount(t *testing.T) {
	o, err := Parse("toy", "complete of 3, values ascending, start all")
	if err != nil {
		t.Fatal(err)
	}
	s, err := newSearch(toys("chats until told"), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.beginRoots(); err != nil {
		t.Fatal(err)
	}
	if err := s.expandLevels(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	if s.endless(); s.report.Verdict != Holds || s.report.Ends == 0 {
		t.Errorf("%v\n%s", s.report, s.report.Story)
	}
	if len(s.deliveries().components()) == 0 {
		t.Error("nobody chats: the test shows nothing")
	}
}

func TestPropertiesAreJudged(t *testing.T) {
	for _, c := range []struct {
		always, eventually string
		want               Verdict
	}{
		{"not (A leads and B leads)", "B leads and A follows B", Holds},
		{"not B leads", "", Convicted},
		{"", "A leads", Convicted},
		{"someone leads or A is electing or not everyone knows no leader", "someone leads", Holds},
		{"A.best >= 1 or B.best = 0", "A.best = 2", Holds},
		{"A.best != 2", "", Convicted},
		{"not someone errs", "", Holds},
		{"A errs or not A errs", "A errs", Convicted},
		{"A is up and not B is down", "everyone follows B", Holds},
	} {
		o, err := Parse("toy", "line of 2, values ascending")
		if err != nil {
			t.Fatal(err)
		}
		if c.always != "" {
			o.Always = []string{c.always}
		}
		if c.eventually != "" {
			o.Eventually = []string{c.eventually}
		}
		r, err := Explore(context.Background(), toys(""), o, nil)
		if err != nil || r.Verdict != c.want {
			t.Errorf("always %q, eventually %q: %v, %v", c.always, c.eventually, r, err)
		}
	}
	o, err := Parse("toy", "line of 2, values ascending")
	if err != nil {
		t.Fatal(err)
	}
	o.Always = []string{"not A.bets = 1"} // would hold in all states
	if r, err := Explore(context.Background(), toys(""), o, nil); err == nil || !strings.Contains(err.Error(), `no number called "bets"`) {
		t.Errorf("a number that no machine shows: %v, %v", r, err)
	}
	for _, text := range []string{"", "A", "A leads B", "A follows", "D leads", "A.best", "A.best > x", "(A leads", "A leads and", "A is happy", "A knows much"} {
		if _, err := (&search{Options: Options{Nodes: 3}}).parseProperties([]string{text}); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}
