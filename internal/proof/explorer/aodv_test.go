package explorer

import (
	"context"
	"strings"
	"testing"
	"time"

	"bellwether/emulator/story"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
)

// A caller takes C for its leader. Every other node sends C a message each second, one node
// after another.
type caller struct{ calls uint8 }

type call struct{}

func (call) Kind() protocol.Kind                        { return 1 }
func (m call) Fields(w *protocol.Wire) protocol.Message { return protocol.Done(w, m) }

const called, callsEach = protocol.ID(3), 3

func (m *caller) Start(env *protocol.Env, _ []byte) {
	if env.Self() != called {
		env.SetTimer(0, time.Duration(env.Self())*400*time.Millisecond)
	}
}

func (m *caller) Elect(env *protocol.Env) {
	env.Electing(protocol.Computation{Num: 1, Source: env.Self()})
	env.Elected(called, protocol.Computation{})
}

func (m *caller) Receive(*protocol.Env, protocol.ID, protocol.Message) {}

func (m *caller) Fire(env *protocol.Env, _ protocol.Timer) {
	env.Route(called, call{})
	if m.calls++; m.calls < callsEach {
		env.SetTimer(0, time.Second)
	}
}

func (m *caller) Snapshot(b []byte) []byte           { return append(b, m.calls) }
func (m *caller) Copy() protocol.Machine             { c := *m; return &c }
func (m *caller) Shift(protocol.Time, time.Duration) {}

func callers() story.Finder {
	return story.Only(protocol.Algorithm{
		Name: "caller", About: "Calls C.", Timers: 1, Needs: protocol.NeedsRouting,
		Kinds:       []protocol.MessageKind{{Message: call{}, Name: "call", Class: protocol.ClassElection, About: "nothing"}},
		SettleBound: func(protocol.Scale, protocol.Config) time.Duration { return time.Hour },
		New: func(protocol.Config) (func() protocol.Machine, error) {
			return func() protocol.Machine { return &caller{} }, nil
		},
	})
}

// "From node to node, next hops never lead back to a node", for any two lost frames. Among
// these are the data by whose loss a node takes its next hop for gone, and the error message
// to the node that uses this hop. Mutants of AODV break it: .ci/mutants --only overlay-aodv
// --columns explore.
func TestAODVLeadsNowhereTwice(t *testing.T) {
	for _, world := range []string{
		"services aodv, line of 3, start all, values ascending, losses 2, idle 3s",
		"services aodv, complete of 3, start all, values ascending, losses 2, idle 3s",
	} {
		o, err := Parse("caller", world)
		if err != nil {
			t.Fatal(err)
		}
		o.States = sample.Of(20_000, 60_000)
		r, err := Explore(context.Background(), callers(), o, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict == Convicted || strings.Contains(r.Fault, "round") {
			t.Errorf("%s: %v\n%s", world, r, r.Story)
		}
		t.Logf("%s: %v, %d states", world, r.Verdict, r.States)
	}
}

// A node that crashes and boots again at the instant at which the world began must not take
// this for its first boot: otherwise it answers for routes that others have over it.
func TestAODVIsSilentAfterAnyRestart(t *testing.T) {
	o, err := Parse("bully", "services aodv, line of 3, start A, values ascending, crashes 1, restarts 1")
	if err != nil {
		t.Fatal(err)
	}
	o.States = sample.Of(4000, 12_000)
	r, err := Explore(context.Background(), builtin.Find, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict == Convicted {
		t.Errorf("%v\n%s", r, r.Story)
	}
}
