package election

import (
	"context"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/emulator"
	"bellwether/internal/laws/invariants"
	"bellwether/internal/testkit/sample"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
	"bellwether/trace/check"
)

// emulatedBudget is the detection budget of emulated worlds: short, so that the worlds are
// short.
var emulatedBudget = protocol.Detection{Interval: time.Second, Misses: 3}

// emulated is a calm world of a graph in the emulator, for one signalling.
func emulated(t *testing.T, g radio.Graph, signalling string) emulator.Config {
	t.Helper()
	a := Vasudevan()
	values, faults := protocol.Resolve(a.Params, given{"signalling": signalling}, emulatedBudget)
	if len(faults) > 0 {
		t.Fatal(faults[0])
	}
	return emulator.Config{
		Seed: 1, Nodes: g.Nodes(), Link: radio.DefaultLink(), Medium: g, SampleEvery: time.Second,
		Services: overlay.Services{Detection: emulatedBudget}, Algorithm: a,
		Setup: protocol.Config{Detection: emulatedBudget, Values: values},
	}
}

type failing interface {
	Helper()
	Fatal(args ...any)
}

func emulate(t failing, ctx context.Context, c emulator.Config) {
	t.Helper()
	world, err := emulator.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := world.Run(ctx); err != nil {
		t.Fatal(err)
	}
}

// counts is a sink that counts the messages sent, by the name of their kind.
type counts struct {
	names  map[protocol.Kind]string
	said   map[string]int
	leader map[protocol.ID]protocol.ID
}

func newCounts(a protocol.Algorithm) *counts {
	c := &counts{names: map[protocol.Kind]string{}, said: map[string]int{}, leader: map[protocol.ID]protocol.ID{}}
	for _, k := range a.Kinds {
		c.names[k.Kind()] = k.Name
	}
	return c
}

func (*counts) Wants() trace.Set { return trace.Of(trace.Send, trace.Elected) }

func (c *counts) Record(r *trace.Record) {
	if r.Kind == trace.Elected {
		c.leader[r.Node] = r.Peer
		return
	}
	c.said[c.names[r.Message]]++
}

// connected draws a connected graph: a random tree and some more edges.
func connected(t *rapid.T) radio.Graph {
	n := rapid.IntRange(1, 14).Draw(t, "n")
	linked := map[[2]protocol.ID]bool{}
	var edges [][2]protocol.ID
	link := func(a, b protocol.ID) {
		e := [2]protocol.ID{min(a, b), max(a, b)}
		if a != b && !linked[e] {
			linked[e] = true
			edges = append(edges, e)
		}
	}
	for id := 2; id <= n; id++ {
		link(protocol.ID(id), protocol.ID(rapid.IntRange(1, id-1).Draw(t, "to")))
	}
	for range rapid.IntRange(0, 2*n).Draw(t, "more") {
		link(protocol.ID(rapid.IntRange(1, n).Draw(t, "a")), protocol.ID(rapid.IntRange(1, n).Draw(t, "b")))
	}
	g, err := radio.Edges(n, edges)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestVKT04CountsInTheEmulator compares the stated costs with the emulator. On a static
// connected graph with one initiator, unicast sends 2|E| − n + 1 Elections and as many
// Acks; broadcast n Elections, n − 1 Childs, n − 1 Acks; both n Leaders. Whatever the
// latencies, the best node leads all. TCP sends what unicast does, one acknowledgement for
// each message, and a handshake for each link: two if both ends open it at once.
func TestVKT04CountsInTheEmulator(t *testing.T) {
	for _, signalling := range []string{"broadcast", "optimised", "udp", "tcp"} {
		t.Run(signalling, func(t *testing.T) {
			ctx := t.Context()
			calm := func(g radio.Graph) emulator.Config { return emulated(t, g, signalling) }
			law := func(t *rapid.T) {
				g := connected(t)
				n, edges := g.Nodes(), len(g.Edges())
				c := calm(g)
				c.Seed = rapid.Uint64().Draw(t, "seed")
				c.Until = emulatedBudget.Interval // before the first beacon
				slowest := 20
				if signalling == "tcp" {
					slowest = 5 // three more messages a hop
				}
				c.Medium = g.WithLatency(time.Duration(rapid.IntRange(1, slowest).Draw(t, "latency")) * time.Millisecond)
				c.Capability.Values = rapid.SliceOfN(rapid.Int64Range(0, 5), n, n).Draw(t, "values")
				c.Start = emulator.Start{Elect: []protocol.ID{protocol.ID(rapid.IntRange(1, n).Draw(t, "source"))}}
				said := newCounts(c.Algorithm)
				c.Sinks = []trace.Sink{said}
				emulate(t, ctx, c)
				want := map[string]int{"election": n, "child": n - 1, "ack": n - 1, "leader": n}
				if signalling == "udp" || signalling == "tcp" {
					want = map[string]int{"election": 2*edges - n + 1, "ack": 2*edges - n + 1, "leader": n}
				}
				if signalling == "tcp" {
					opened := said.said["syn"]
					if opened < edges || opened > 2*edges {
						t.Errorf("n %d, %d edges: %d syns", n, edges, opened)
					}
					want["syn"], want["syn-ack"] = opened, opened
					want["segment-ack"] = want["election"] + want["ack"]
				}
				for kind, number := range want {
					if said.said[kind] != number {
						t.Errorf("n %d, %d edges: %d %ss, want %d", n, edges, said.said[kind], kind, number)
					}
					delete(said.said, kind)
				}
				if len(said.said) > 0 {
					t.Errorf("beside the election: %v", said.said)
				}
				best := protocol.Capability{}
				for i, value := range c.Capability.Values {
					best = best.Better(protocol.Capability{Value: value, ID: protocol.ID(i + 1)})
				}
				for id := protocol.ID(1); int(id) <= n; id++ {
					if said.leader[id] != best.ID {
						t.Errorf("%v takes %v for its leader, want %v", id, said.leader[id], best.ID)
					}
				}
			}
			for range sample.Of(1, 5) { // of a hundred graphs each
				rapid.Check(t, law)
			}
		})
	}
}

// unforgiving is the checker of cycles without the records of lost storage.
type unforgiving struct{ *invariants.Acyclic }

func (u unforgiving) Wants() trace.Set { return u.Acyclic.Wants() &^ trace.Of(trace.Fault) }

// TestOnlyTheForgetfulJoinBelowTheirChildren crashes a node of VKT04's tree for a moment,
// while its child's Election is on its way to it. With its storage the node knows the
// computation and stays out. Without, it joins below its own child: a cycle, which no node
// can prevent, and which ends when its child learns of it. The test shows that the
// exception in [invariants.Acyclic] is needed.
func TestOnlyTheForgetfulJoinBelowTheirChildren(t *testing.T) {
	circles := map[bool]int{}
	for _, loses := range []bool{false, true} {
		for at := time.Duration(0); at < 40*time.Millisecond; at += 500 * time.Microsecond {
			circles[loses] += circlesAround(t, emulator.Fault{Target: emulator.TargetNodes, Nodes: []protocol.ID{2},
				At: at, For: time.Millisecond, Kind: emulator.FaultCrash, LoseStorage: loses})
		}
	}
	if circles[false] != 0 || circles[true] == 0 {
		t.Errorf("%d circles where storage is kept, want none; %d where it is lost, want some", circles[false], circles[true])
	}
}

// circlesAround returns how many cycles there are if a fault strikes the middle of a line
// of three; the world settles all the same.
func circlesAround(t *testing.T, f emulator.Fault) int {
	t.Helper()
	c := emulated(t, radio.Line(3), "broadcast")
	c.Capability.Values = []int64{30, 10, 50}
	c.Start = emulator.Start{Elect: []protocol.ID{3}} // ⟨1,3⟩ is newer than what 2 may start by itself
	c.Faults = []emulator.Fault{f}
	bound := c.Algorithm.SettleBound(protocol.Scale{Nodes: 3, Diameter: 2, Hop: 5 * time.Millisecond, Roster: 3}, c.Setup)
	c.Until = f.At + f.For + bound + time.Second
	judge := unforgiving{invariants.NewAcyclic()}
	settled := check.NewConverged(check.ConvergedOptions{Calm: protocol.Time(f.At + f.For), Deadline: protocol.Time(f.At + f.For + bound)})
	c.Sinks = []trace.Sink{judge, settled}
	emulate(t, t.Context(), c)
	if v := settled.Verdicts(); len(v) > 0 {
		t.Fatalf("down at %v: %v", f.At, v[0])
	}
	return len(judge.Verdicts())
}
