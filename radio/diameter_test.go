package radio_test

import (
	"testing"

	"pgregory.net/rapid"

	"bellwether/radio"
)

func TestDiameterIsThatOfTheLargestComponent(t *testing.T) {
	path := func(from, n int) (edges []pair) {
		for i := range n - 1 {
			edges = append(edges, pair{id(from + i), id(from + i + 1)})
		}
		return edges
	}
	star := func(hub, n int) (edges []pair) {
		for i := range n - 1 {
			edges = append(edges, pair{id(hub), id(hub + i + 1)})
		}
		return edges
	}
	for _, c := range []struct {
		name  string
		nodes int
		edges []pair
		want  int
	}{
		{"nobody", 0, nil, 0},
		{"all alone", 5, nil, 0},
		{"one pair among loners", 5, []pair{{2, 4}}, 1},
		{"path of 4, star of 5", 9, append(path(1, 4), star(5, 5)...), 2},
		{"star of 4, path of 5", 9, append(star(1, 4), path(5, 5)...), 4},
		{"path and star of 4", 8, append(path(1, 4), star(5, 4)...), 3},
		{"star and path of 4", 8, append(star(1, 4), path(5, 4)...), 3},
		{"a cycle with a tail", 7, []pair{{1, 2}, {2, 3}, {3, 4}, {4, 1}, {3, 5}, {5, 6}, {6, 7}}, 5},
		{"Petersen's graph", 10, []pair{{1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 1}, {1, 6}, {2, 7}, {3, 8},
			{4, 9}, {5, 10}, {6, 8}, {8, 10}, {10, 7}, {7, 9}, {9, 6}}, 2},
	} {
		g, err := radio.Edges(c.nodes, c.edges)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Diameter(); got != c.want {
			t.Errorf("%s: diameter %d, want %d", c.name, got, c.want)
		}
	}
}

// What a shape says of itself is what its list of edges comes to.
func TestShapesKnowTheirDiameter(t *testing.T) {
	for n := range 41 {
		for name, g := range map[string]*radio.Graph{
			"complete": radio.Complete(n), "ring": radio.Ring(n), "line": radio.Line(n),
			"star": radio.Star(n), "lattice": radio.Lattice(n),
		} {
			listed, err := radio.Edges(n, g.Edges())
			if err != nil {
				t.Fatal(err)
			}
			if got, want := g.Diameter(), listed.Diameter(); got != want {
				t.Errorf("%s of %d says %d, its edges %d", name, n, got, want)
			}
		}
	}
}

// The reference is Floyd and Warshall's algorithm: all distances, cubic.
func TestDiameterAgreesWithAllDistances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 14).Draw(t, "nodes")
		list := anyEdges(t, n)
		g, err := radio.Edges(n, list)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := g.Diameter(), diameterByAllDistances(n, list); got != want {
			t.Fatalf("diameter %d, want %d", got, want)
		}
	})
}

func diameterByAllDistances(n int, edges []pair) int {
	const far = 1 << 20
	d := make([][]int, n)
	for i := range d {
		d[i] = make([]int, n)
		for j := range d[i] {
			if i != j {
				d[i][j] = far
			}
		}
	}
	for _, e := range edges {
		d[e[0]-1][e[1]-1], d[e[1]-1][e[0]-1] = 1, 1
	}
	for k := range n {
		for i := range n {
			for j := range n {
				d[i][j] = min(d[i][j], d[i][k]+d[k][j])
			}
		}
	}
	largest, diameter := 0, 0
	for i := range n {
		size, reach := 0, 0
		for j := range n {
			if d[i][j] < far {
				size, reach = size+1, max(reach, d[i][j])
			}
		}
		if size > largest {
			largest, diameter = size, 0
		}
		if size == largest {
			diameter = max(diameter, reach)
		}
	}
	return diameter
}
