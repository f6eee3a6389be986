package election

import (
	"context"
	"strings"
	"testing"

	tale "bellwether/emulator/story"
	"bellwether/internal/contract/optional"
	"bellwether/internal/proof/explorer"
	"bellwether/protocol"
	"bellwether/trace/check"
)

// A saboteur is a machine of VKT04 that passes all calls to another machine and then
// changes its effects.
type saboteur struct {
	protocol.Machine
	spoil func(env *protocol.Env) // changes the effects of a handler
	shows func(name string, value int64) int64
}

func (s *saboteur) Start(env *protocol.Env, saved []byte) { s.Machine.Start(env, saved); s.spoil(env) }
func (s *saboteur) Elect(env *protocol.Env)               { optional.Elect(s.Machine, env); s.spoil(env) }
func (s *saboteur) Fire(env *protocol.Env, t protocol.Timer) {
	s.Machine.Fire(env, t)
	s.spoil(env)
}

func (s *saboteur) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	s.Machine.Receive(env, from, m)
	s.spoil(env)
}

func (s *saboteur) Inspect(show func(name string, value int64)) {
	optional.Inspect(s.Machine, func(name string, value int64) { show(name, s.shows(name, value)) })
}

// sabotaged is VKT04 with saboteurs for machines.
func sabotaged(spoil func(env *protocol.Env), shows func(name string, value int64) int64) tale.Finder {
	a := Vasudevan()
	honest := a.New
	a.New = func(c protocol.Config) (func() protocol.Machine, error) {
		boot, err := honest(c)
		return func() protocol.Machine { return &saboteur{boot(), spoil, shows} }, err
	}
	return tale.Only(a)
}

func nothing(*protocol.Env)                {}
func honestly(_ string, value int64) int64 { return value }

// after adds effects after each effect op of a handler.
func after(op protocol.Op, more func(env *protocol.Env, e protocol.Effect)) func(env *protocol.Env) {
	return func(env *protocol.Env) {
		for _, e := range env.Driver().Effects() {
			if e.Op == op {
				more(env, e)
			}
		}
	}
}

// instead replaces the messages of a handler.
func instead(of func(env *protocol.Env, m protocol.Message) protocol.Message) func(env *protocol.Env) {
	return func(env *protocol.Env) {
		for i, e := range env.Driver().Effects() {
			if e.Message != nil {
				env.Driver().Effects()[i].Message = of(env, e.Message)
			}
		}
	}
}

// A sabotage is a fault of machines, and what the search reports.
type sabotage struct {
	want  string // the beginning of the reported fault
	in    explorer.Options
	spoil func(env *protocol.Env)
	shows func(name string, value int64) int64
}

func sabotages() []sabotage {
	nobody := protocol.Capability{Value: 0, ID: 1}
	return []sabotage{
		{"an initiator's numbers increase: 1 starts ⟨1,1⟩ after ⟨1,1⟩", of("broadcast"),
			after(protocol.OpElecting, func(env *protocol.Env, e protocol.Effect) { env.Electing(e.Computation) }), honestly},
		{"a node in an election changes to newer computations only: 2 leaves ⟨1,1⟩ for ⟨0,3⟩", of("broadcast"),
			after(protocol.OpElecting, func(env *protocol.Env, _ protocol.Effect) {
				if env.Self() == 2 {
					env.Electing(protocol.Computation{Num: 0, Source: 3})
				}
			}), honestly},
		{"parents of one tree are acyclic: in the tree of ⟨1,1⟩ the parents form a circle", of("broadcast"),
			nothing, func(name string, value int64) int64 {
				if name == "parent" && value == 0 {
					return 2
				}
				return value
			}},
		{"one Election and one pending Ack each: 1 says Election of ⟨1,1⟩ to whoever hears again", of("broadcast"),
			after(protocol.OpBroadcast, func(env *protocol.Env, e protocol.Effect) {
				if _, ok := e.Message.(election); ok {
					env.Broadcast(e.Message)
				}
			}), honestly},
		{"one Election and one pending Ack each: 3 says its Ack of ⟨1,1⟩ again", of("udp"),
			after(protocol.OpSend, func(env *protocol.Env, e protocol.Effect) {
				if _, ok := e.Message.(ack); ok {
					env.Send(e.To, e.Message)
				}
			}), honestly},
		{"one Election and one pending Ack each: 1 says Election of ⟨1,1⟩ to whoever hears again", of("tcp"),
			after(protocol.OpElecting, func(env *protocol.Env, e protocol.Effect) {
				env.Broadcast(election{Index: e.Computation})
				env.Broadcast(election{Index: e.Computation})
			}), honestly},
		{"no Ack names a node worse than its sender: (3,3) reports (1,0)", of("udp"),
			instead(func(_ *protocol.Env, m protocol.Message) protocol.Message {
				if a, ok := m.(ack); ok {
					a.Best.Capability = nobody
					return a
				}
				return m
			}), honestly},
		{"a Leader names the best of those whose Acks reached its announcer: 1 names (2,2) in ⟨1,1⟩; what reached it is (3,3)", of("broadcast"),
			instead(func(env *protocol.Env, m protocol.Message) protocol.Message {
				if l, ok := m.(leader); ok && env.Self() == 1 {
					l.Claim.Leader = protocol.Capability{Value: 2, ID: 2}
					return l
				}
				return m
			}), honestly},
		{"outside elections leaders rise: 2 leaves (3,3) for (1,1)", of("broadcast"),
			after(protocol.OpElected, func(env *protocol.Env, _ protocol.Effect) {
				if env.Self() == 2 {
					env.Elected(1, protocol.Computation{})
				}
			}), honestly},
		{"a node in a tree waits for another node: 1 is in a tree", of("udp"),
			nothing, func(name string, value int64) int64 {
				if name == "waiting" {
					return 0
				}
				return value
			}},
	}
}

// of is the world in which saboteurs run.
func of(signalling string) explorer.Options { return small("line", signalling) }

// small is a world of three nodes without faults.
func small(topology, signalling string) explorer.Options {
	return explorer.Options{Algorithm: "vasudevan", Params: []string{"signalling=" + signalling}, Topology: topology, Nodes: 3,
		Invariants: func(_ string, params []string) []check.Property { return Invariants(params) }}
}

// TestEveryInvariantConvicts sabotages VKT04 in one way for each invariant, which must
// report it. TestEveryAlgorithmDoesWhatIsStated checks that the runs without sabotage
// hold.
func TestEveryInvariantConvicts(t *testing.T) {
	convicted := map[string]bool{}
	for _, c := range sabotages() {
		r, err := explorer.Explore(context.Background(), sabotaged(c.spoil, c.shows), c.in, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != explorer.Convicted || !strings.HasPrefix(r.Fault, c.want) || !strings.HasPrefix(r.Story, "# "+c.want) {
			t.Errorf("%v: want %q of\n%s", r, c.want, r.Story)
		}
		name, _, _ := strings.Cut(c.want, ":")
		convicted[name] = true
	}
	for _, i := range Invariants(of("udp").Params) {
		if !convicted[i.Name] {
			t.Errorf("no machine breaks %q", i.Name)
		}
	}
}

// A glitch is a machine that breaks an invariant for a moment, when A reports the leader
// that it already follows. Then it is in the same state as in a run in which A was the
// first to report the leader, and nothing was broken.
type glitch struct{ protocol.Machine }

func (g *glitch) Elect(env *protocol.Env) { optional.Elect(g.Machine, env) }

func (g *glitch) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	follows := int64(0)
	optional.Inspect(g.Machine, func(name string, value int64) {
		if name == "leader" {
			follows = value
		}
	})
	g.Machine.Receive(env, from, m)
	if l, ok := m.(leader); ok && from == 1 && env.Self() == 3 && follows == 3 {
		env.Elected(1, protocol.Computation{})
		env.Elected(3, l.Index)
	}
}

func TestBreachOnTheWayToAKnownStateIsSeen(t *testing.T) {
	a := Vasudevan()
	honest := a.New
	a.New = func(c protocol.Config) (func() protocol.Machine, error) {
		boot, err := honest(c)
		return func() protocol.Machine { return &glitch{boot()} }, err
	}
	r, err := explorer.Explore(context.Background(), tale.Only(a), small("complete", "udp"), nil)
	if err != nil || r.Verdict != explorer.Convicted || !strings.HasPrefix(r.Fault, "outside elections leaders rise: 3 leaves (3,3) for (1,1)") {
		t.Errorf("%v, %v", r, err)
	}
}
