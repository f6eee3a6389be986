package radio_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/protocol"
	"bellwether/radio"
)

type (
	id   = protocol.ID
	pair = [2]protocol.ID
)

// appended adds the neighbours of a node to a list.
func appended(g radio.Graph, out []id, of id) []id {
	out, _ = g.AppendPeers(out, of)
	return out
}

func neighbours(g radio.Graph, of id) []id { return appended(g, nil, of) }

func haveLink(g radio.Graph, a, b id) bool { return g.Carries(radio.Hop{From: a, To: b}) }

func TestShapes(t *testing.T) {
	for _, c := range []struct {
		name         string
		graph        radio.Graph
		nodes, edges int
		of1          []id
	}{
		{"complete 0", radio.Complete(0), 0, 0, nil},
		{"complete 1", radio.Complete(1), 1, 0, nil},
		{"complete 2", radio.Complete(2), 2, 1, []id{2}},
		{"complete 5", radio.Complete(5), 5, 10, []id{2, 3, 4, 5}},
		{"complete 100", radio.Complete(100), 100, 4950, nil},
		{"ring 0", radio.Ring(0), 0, 0, nil},
		{"ring 1", radio.Ring(1), 1, 0, nil},
		{"ring 2", radio.Ring(2), 2, 1, []id{2}},
		{"ring 3", radio.Ring(3), 3, 3, []id{2, 3}},
		{"ring 6", radio.Ring(6), 6, 6, []id{2, 6}},
		{"ring 7", radio.Ring(7), 7, 7, []id{2, 7}},
		{"line 1", radio.Line(1), 1, 0, nil},
		{"line 5", radio.Line(5), 5, 4, []id{2}},
		{"star 1", radio.Star(1), 1, 0, nil},
		{"star 2", radio.Star(2), 2, 1, []id{2}},
		{"star 5", radio.Star(5), 5, 4, []id{2, 3, 4, 5}},
		{"lattice 1", radio.Lattice(1), 1, 0, nil},
		{"lattice 2", radio.Lattice(2), 2, 1, []id{2}},
		{"lattice 3", radio.Lattice(3), 3, 2, []id{2, 3}},
		{"lattice 9", radio.Lattice(9), 9, 12, []id{2, 4}},
		{"lattice 10", radio.Lattice(10), 10, 13, []id{2, 5}},
		{"lattice 12", radio.Lattice(12), 12, 17, []id{2, 5}},
		{"lattice 100", radio.Lattice(100), 100, 180, []id{2, 11}},
		{"fewer than none", radio.Line(-3), 0, 0, nil},
	} {
		if got := c.graph.Nodes(); got != c.nodes {
			t.Errorf("%s: %d nodes, want %d", c.name, got, c.nodes)
		}
		if got := len(c.graph.Edges()); got != c.edges {
			t.Errorf("%s: %d edges, want %d", c.name, got, c.edges)
		}
		if got := neighbours(c.graph, 1); c.of1 != nil && !slices.Equal(got, c.of1) {
			t.Errorf("%s: neighbours of 1 are %v, want %v", c.name, got, c.of1)
		}
	}
}

// 1 2 3
// 4 5 6
// 7
func TestLatticeGoesRowByRow(t *testing.T) {
	want := []pair{{1, 2}, {1, 4}, {2, 3}, {2, 5}, {3, 6}, {4, 5}, {4, 7}, {5, 6}}
	if got := radio.Lattice(7).Edges(); !slices.Equal(got, want) {
		t.Errorf("edges %v, want %v", got, want)
	}
}

func TestEdgesAreUndirectedAndSorted(t *testing.T) {
	list := []pair{{4, 2}, {1, 4}, {3, 4}}
	g, err := radio.Edges(5, list)
	if err != nil {
		t.Fatal(err)
	}
	list[0] = pair{5, 5} // the graph keeps a copy
	if got, want := g.Edges(), []pair{{1, 4}, {2, 4}, {3, 4}}; !slices.Equal(got, want) {
		t.Errorf("edges %v, want %v", got, want)
	}
	if got, want := neighbours(g, 4), []id{1, 2, 3}; !slices.Equal(got, want) {
		t.Errorf("neighbours of 4 are %v, want %v", got, want)
	}
	if !haveLink(g, 4, 2) || !haveLink(g, 2, 4) || haveLink(g, 1, 2) || haveLink(g, 4, 4) || haveLink(g, 5, 4) {
		t.Error("Carries disagrees with the list")
	}
}

func TestEdgesNameWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		edges []pair
		want  []string
	}{
		{nil, []string{""}},
		{[]pair{{1, 2}, {3, 3}}, []string{"radio: edge 2 [3, 3]: joins a node to itself"}},
		{[]pair{{1, 2}, {2, 3}, {2, 1}}, []string{"radio: edge 3 [2, 1]: is edge 1 again"}},
		{[]pair{{1, 2}, {1, 2}}, []string{"radio: edge 2 [1, 2]: is edge 1 again"}},
		{[]pair{{1, 9}}, []string{"radio: edge 1 [1, 9]: no node 9 among 1 to 4"}},
		{[]pair{{0, 1}}, []string{"radio: edge 1 [0, 1]: no node 0 among 1 to 4"}},
		{[]pair{{1, 1 << 31}}, []string{"no node 2147483648"}},
		{[]pair{{2, 2}, {1, 2}, {5, 1}, {2, 1}}, []string{"edge 1 ", "edge 3 ", "edge 4 "}},
	} {
		_, err := radio.Edges(4, c.edges)
		checkFault(t, err, c.want...)
	}
	_, err := radio.Edges(4, make([]pair, 1000))
	if got := strings.Count(err.Error(), "\n") + 1; got != 10 {
		t.Errorf("a thousand faults made %d lines, want the first 10", got)
	}
}

func TestGraphRefusesLatenciesThatMakeNoSense(t *testing.T) {
	g := radio.Ring(3)
	if g.Delay() != time.Millisecond {
		t.Errorf("default latency %v, want 1ms", g.Delay())
	}
	checkFault(t, g.Validate(), "")
	for _, latency := range []time.Duration{0, -time.Second} {
		checkFault(t, g.WithLatency(latency).Validate(), "latency must be above 0, got "+latency.String())
	}
}

func TestStrangersHaveNoNeighbours(t *testing.T) {
	for name, g := range map[string]radio.Graph{"complete": radio.Complete(4), "ring": radio.Ring(4), "none": radio.Star(0)} {
		for _, stranger := range []id{0, 5, 1 << 31} {
			if got := neighbours(g, stranger); len(got) != 0 {
				t.Errorf("%s: neighbours of %d are %v", name, stranger, got)
			}
			if len(neighbours(g, stranger)) != 0 || haveLink(g, stranger, 1) || haveLink(g, 1, stranger) {
				t.Errorf("%s: %d is linked", name, stranger)
			}
		}
	}
}

// A complete graph of a million nodes has 5·10^11 links, which must not be stored.
func TestCompleteGraphIsImplicit(t *testing.T) {
	g := radio.Complete(1 << 20)
	if !haveLink(g, 1, 1<<20) || haveLink(g, 7, 7) || haveLink(g, 7, 1<<20+1) {
		t.Error("Carries is wrong for a complete graph")
	}
	row := neighbours(g, 7)
	if len(row) != 1<<20-1 || row[5] != 6 || row[6] != 8 {
		t.Errorf("%d neighbours of 7, around it %v", len(row), row[4:8])
	}
}

func TestAppendPeersKeepsThePrefixAndAllocatesNothing(t *testing.T) {
	edges, err := radio.Edges(3, []pair{{1, 2}, {1, 3}})
	if err != nil {
		t.Fatal(err)
	}
	for name, g := range map[string]radio.Graph{"complete": radio.Complete(3), "star": radio.Star(3), "edges": edges} {
		if got, want := appended(g, []id{9}, 1), []id{9, 2, 3}; !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
		buf := make([]id, 0, 2)
		if n := testing.AllocsPerRun(10, func() { buf = appended(g, buf[:0], 1) }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// anyEdges draws a list without loops or repetitions.
func anyEdges(t *rapid.T, n int) []pair {
	var all []pair
	for a := 1; a <= n; a++ {
		for b := a + 1; b <= n; b++ {
			all = append(all, pair{id(a), id(b)})
		}
	}
	if len(all) == 0 {
		return nil
	}
	all = rapid.Permutation(all).Draw(t, "order")
	return all[:rapid.IntRange(0, min(len(all), 2*n)).Draw(t, "edges")]
}

func TestGraphAgreesWithItsListOfEdges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "nodes")
		list := anyEdges(t, n)
		g, err := radio.Edges(n, list)
		if err != nil {
			t.Fatal(err)
		}
		for a := id(1); int(a) <= n; a++ {
			var want []id
			for b := id(1); int(b) <= n; b++ {
				linked := slices.Contains(list, pair{a, b}) || slices.Contains(list, pair{b, a})
				if haveLink(g, a, b) != linked {
					t.Fatalf("Carries from %d to %d is %v", a, b, !linked)
				}
				if linked {
					want = append(want, b)
				}
			}
			if got := neighbours(g, a); !slices.Equal(got, want) {
				t.Fatalf("neighbours of %d are %v, want %v", a, got, want)
			}
			if got := neighbours(g, a); !slices.Equal(got, want) {
				t.Fatalf("appended neighbours of %d are %v, want %v", a, got, want)
			}
		}
		if len(g.Edges()) != len(list) {
			t.Fatalf("%d edges came back of %d", len(g.Edges()), len(list))
		}
	})
}
