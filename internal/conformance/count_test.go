package conformance

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// counts is a sink that counts what is said, by the name of its kind.
type counts struct {
	names  map[protocol.Kind]string
	said   map[string]int
	leader map[protocol.ID]protocol.ID
}

func newCounts(a protocol.Algorithm) *counts {
	c := &counts{names: map[protocol.Kind]string{}, said: map[string]int{}, leader: map[protocol.ID]protocol.ID{}}
	for _, k := range a.Kinds {
		c.names[k.Kind] = k.Name
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
func connected(t *rapid.T) *radio.Graph {
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

// TestVKT04Counts holds package election's costs in the emulator: on a static connected
// graph with one initiator, unicast says 2|E| − n + 1 Elections and as many Acks;
// broadcast n Elections, n − 1 Childs, n − 1 Acks; both n Leaders. Whatever the
// latencies, the best wins everywhere. TCP says the same as unicast does, one
// acknowledgement for each message, and a handshake for each link: two where both
// ends open it at once.
func TestVKT04Counts(t *testing.T) {
	for _, r := range rows() {
		if r.a.Name != "vasudevan" {
			continue
		}
		t.Run(r.label, func(t *testing.T) {
			values := r.values(t)
			law := func(t *rapid.T) {
				g := connected(t)
				n, edges := g.Nodes(), len(g.Edges())
				w := ringOfFive()
				c := w.Config(r.a, values)
				c.Seed, c.Nodes, c.Medium = rapid.Uint64().Draw(t, "seed"), n, g
				c.Until = detection.Interval // before the first beacon
				slowest := 20
				if r.label == "vasudevan-tcp" {
					slowest = 5 // three more messages a hop
				}
				g.Latency = time.Duration(rapid.IntRange(1, slowest).Draw(t, "latency")) * time.Millisecond
				c.Capability.Values = rapid.SliceOfN(rapid.Int64Range(0, 5), n, n).Draw(t, "values")
				c.Start = emulator.Start{Elect: []protocol.ID{protocol.ID(rapid.IntRange(1, n).Draw(t, "source"))}}
				said := newCounts(r.a)
				c.Sinks = []trace.Sink{said}
				world, err := emulator.New(c)
				if err != nil {
					t.Fatal(err)
				}
				if err := world.Run(t.Context()); err != nil {
					t.Fatal(err)
				}
				want := map[string]int{"election": n, "child": n - 1, "ack": n - 1, "leader": n}
				if r.label == "vasudevan-udp" || r.label == "vasudevan-tcp" {
					want = map[string]int{"election": 2*edges - n + 1, "ack": 2*edges - n + 1, "leader": n}
				}
				if r.label == "vasudevan-tcp" {
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
			for range 5 { // of a hundred graphs each
				rapid.Check(t, law)
			}
		})
	}
}
