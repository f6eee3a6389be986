package scenarios

import (
	"strings"
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/scenarios/internal/reference"
)

func TestDescribe(t *testing.T) {
	var b strings.Builder
	err := Describe(&b, protocol.Algorithm{
		Name: "shout", About: "Who shouts loudest leads.", Paper: "A. Nobody, 1999, §2",
		Needs: protocol.NeedsRouting, Goal: protocol.GoalAny,
		MaxNodes: 9, MaxNodesWhy: "ears",
		Kinds: []protocol.MessageKind{
			{Message: shout{}, Name: "shout", Class: protocol.ClassElection, About: strings.Repeat("loud and ", 12) + "clear"},
			{Message: hush{}, Name: "hush", Class: protocol.ClassAnnouncement, About: "silence"},
		},
		Costs: []protocol.Cost{
			{Case: "one shouts", Source: "A. Nobody, 1999, §3", Charges: []protocol.Charge{
				{Message: "shout", Formula: "n − 1"}, {Message: "hush", Bound: protocol.AtMost, Formula: "n²"},
			}},
			{Case: "all shout", Source: "so it is", Only: "all can hear", Charges: []protocol.Charge{{Message: protocol.AllElection, Bound: protocol.OnAverage, Formula: "n·Hₙ"}}},
		},
		Params: []protocol.Param{
			{Name: "pause", Type: protocol.TypeDuration, Default: protocol.DefaultInterval, Min: "1ms", Max: "1h", Doc: "between two shouts"},
			{Name: "voice", Type: protocol.TypeChoice, Default: "bass", Choices: []string{"bass", "alto"}, Doc: "of the shouter"},
			{Name: "times", Type: protocol.TypeInteger, Default: "3", Min: "1", Doc: "how often"},
		},
		Deviations: []string{"nobody listens"},
		SettleBound: func(s protocol.Scale, c protocol.Config) time.Duration {
			return time.Duration(s.Diameter)*s.Hop + c.Values.Duration("pause")
		},
	})
	const want = `shout: Who shouts loudest leads.

paper    A. Nobody, 1999, §2
assumes  roster and routing
elects   any single node of each component
limit    9 nodes: ears
settles  within 2.16s after the last change, in a world of 50 nodes and 8 hops, 20ms a hop, detection 2s × 3,
         neighbours noticed within 3s

messages
  shout  election      5 bytes     loud and loud and loud and loud and loud and loud and loud and loud and
                                   loud and loud and loud and loud and clear
  hush   announcement  4+2k bytes  silence

costs in messages, exact unless bounded, for n nodes, k that start, |E| links: no message is lost or late,
nodes and links stay as they are, all nodes are alive unless the case has a dead one, those that start do so
at once; hellos, routes and the tests along a ring are not among them
  one shouts
    shout  n − 1
    hush   at most n²
    (A. Nobody, 1999, §3)
  all shout
    all of class election  on average n·Hₙ
    (so it is)
    only if: all can hear

parameters
  pause: duration 1ms … 1h, default detection.interval
      between two shouts
  voice: bass|alto, default bass
      of the shouter
  times: integer from 1, default 3
      how often

deviations from the paper
  - nobody listens
`
	if err != nil || b.String() != want {
		t.Errorf("%v: got\n%s", err, b.String())
	}
	b.Reset()
	if err := Describe(&b, protocol.Algorithm{Name: "vote", Goal: protocol.GoalQuorum}); err != nil ||
		!strings.Contains(b.String(), "any single node of each component that has a majority of the roster; none in the others\n") {
		t.Errorf("%v: got\n%s", err, b.String())
	}
	b.Reset()
	if err := Describe(&b, protocol.Algorithm{Name: "mute", Goal: protocol.GoalBest}); err != nil || strings.Count(b.String(), "  none\n") != 4 {
		t.Errorf("%v: got\n%s", err, b.String())
	}
}

// TestEveryAlgorithmDescribesItself: a new algorithm is described without a change in this
// package.
func TestEveryAlgorithmDescribesItself(t *testing.T) {
	seen := map[string]bool{}
	for _, a := range Algorithms() {
		var b strings.Builder
		if err := Describe(&b, a); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		want := []string{a.Name + ":", "settles  within"}
		for _, k := range a.Kinds {
			want = append(want, "  "+k.Name+" ")
		}
		for _, c := range a.Costs {
			want = append(want, "  "+c.Charges[0].Message+" ")
		}
		for _, p := range a.Params {
			want = append(want, "  "+p.Name+": ")
		}
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: %q is not in\n%s", a.Name, w, text)
			}
		}
		own := strings.HasPrefix(a.Paper, "none: ") // it deviates from no other text
		if a.About == "" || a.Paper == "" || reference.Elects(a.Goal) == "" || len(a.Deviations) == 0 != own || seen[a.Name] {
			t.Errorf("%s lacks a part of its description, or is listed twice", a.Name)
		}
		seen[a.Name] = true
		s := parse(t, "nodes: 5\nalgorithms: ["+a.Name+"]")
		if _, err := s.Config(s.Algorithms[0], 1); err != nil {
			t.Errorf("%s with its defaults: %v", a.Name, err)
		}
	}
}

func TestTopologiesOfGraphs(t *testing.T) {
	for topology, edges := range map[string]int{"ring": 6, "complete": 15, "line": 5, "star": 5, "grid": 7, "edges, edges: [[1, 6], [2, 5]]": 2} {
		s := parse(t, "nodes: 6\nradio: {model: graph, latency: 3ms, topology: "+topology+"}")
		c, err := s.Config(s.Algorithms[0], 1)
		if err != nil {
			t.Fatal(err)
		}
		graph := c.Medium.(radio.Graph)
		if n := len(graph.Edges()); n != edges || graph.Nodes() != 6 || graph.Delay() != 3*time.Millisecond {
			t.Errorf("%s has %d links between %d nodes, with a latency of %v", topology, n, graph.Nodes(), graph.Delay())
		}
		if c.Mobility != nil || c.Energy != nil || c.Loss != nil || c.Services.Hello != nil {
			t.Errorf("%s has more than links: %+v", topology, c)
		}
	}
}

// shout takes 5 bytes.
type shout struct{ n uint32 }

func (shout) Kind() protocol.Kind { return 1 }
func (m shout) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.n)
	return protocol.Done(w, m)
}

// hush takes 4 bytes, and 2 for each item of a list.
type hush struct {
	how   uint8
	words []uint16
}

func (hush) Kind() protocol.Kind { return 2 }
func (m hush) Fields(w *protocol.Wire) protocol.Message {
	w.Uint8(&m.how)
	protocol.Count(w, &m.words, 9)
	for i := range m.words {
		w.Uint16(&m.words[i])
	}
	return protocol.Done(w, m)
}
