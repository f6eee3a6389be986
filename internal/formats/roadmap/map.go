package roadmap

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/paulmach/orb"

	"bellwether/mobility"
)

// maxSide is the greatest extent of a map, in metres: a tenth of the greatest world, for
// which the plane is exact enough.
const maxSide = 1e5

// Map is a road map: places joined by straight ways.
type Map struct {
	places []orb.Point // metres
	first  []int32     // index in ways of each place's first way, and the end
	ways   []way       // by place
	left   int
	world  mobility.Area

	once  sync.Once // makes marks, for the first route
	slack float64   // metres by which a bound from marks may be too long
	marks []float32 // metres from each place to the landmarks
	mu    sync.Mutex
	idle  []*search // of searches that have ended
}

// way leads to a place.
type way struct {
	to     int32
	metres float64
}

// Places returns how many places there are, numbered from 0.
func (m *Map) Places() int { return len(m.places) }

// Place returns where a place is, in metres.
func (m *Map) Place(i int) orb.Point { return m.places[i] }

// Left returns how many places of the file are not on the map, because no way leads there
// from the largest piece.
func (m *Map) Left() int { return m.left }

// Area returns the rectangle that the map needs, with its corner at (0, 0).
func (m *Map) World() mobility.Area { return m.world }

// Length returns the length of all ways together, in metres.
func (m *Map) Length() float64 {
	sum := 0.0
	for _, w := range m.ways {
		sum += w.metres
	}
	return sum / 2
}

// build makes a map of lines in degrees.
func build(lines []orb.LineString) (*Map, error) {
	if len(lines) == 0 {
		return nil, errors.New("has no LineString")
	}
	lines, top, err := project(lines)
	if err != nil {
		return nil, err
	}
	world := mobility.Area{Width: metres(top)[0] + cell, Height: metres(top)[1] + cell}
	if side := max(world.Width, world.Height); side > maxSide {
		return nil, fmt.Errorf("spans %.0f km, at most %g allowed", side/1e3, maxSide/1e3)
	}
	numbers := map[orb.Point]int32{}
	var cells []orb.Point
	number := func(c orb.Point) int32 {
		n, known := numbers[c]
		if !known {
			n = int32(len(cells))
			numbers[c] = n
			cells = append(cells, c)
		}
		return n
	}
	var edges [][2]int32
	for _, line := range lines {
		former := number(line[0])
		for _, at := range line[1:] {
			if n := number(at); n != former {
				edges = append(edges, [2]int32{former, n}, [2]int32{n, former})
				former = n
			}
		}
	}
	m := join(cells, edges)
	m.world = world
	if len(m.places) < 2 {
		return nil, errors.New("has fewer than two places")
	}
	return m, nil
}

// join makes a map of the largest piece of a graph.
func join(cells []orb.Point, edges [][2]int32) *Map {
	slices.SortFunc(edges, func(a, b [2]int32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	edges = slices.Compact(edges)
	kept := largest(len(cells), edges)
	m := &Map{}
	renumbered := make([]int32, len(cells))
	for i, keep := range kept {
		if keep {
			renumbered[i] = int32(len(m.places))
			m.places = append(m.places, metres(cells[i]))
		}
	}
	m.left = len(cells) - len(m.places)
	m.first = make([]int32, 1, len(m.places)+1)
	for e := 0; e < len(edges); {
		from := edges[e][0]
		for ; e < len(edges) && edges[e][0] == from; e++ {
			if kept[from] {
				to := renumbered[edges[e][1]]
				m.ways = append(m.ways, way{to, distance(m.places[renumbered[from]], m.places[to])})
			}
		}
		if kept[from] {
			m.first = append(m.first, int32(len(m.ways)))
		}
	}
	return m
}

// largest marks the vertices of the largest component; of equal ones, of the one with the
// least vertex.
func largest(n int, edges [][2]int32) []bool {
	parent := make([]int32, n)
	for i := range parent {
		parent[i] = int32(i)
	}
	root := func(i int32) int32 {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for _, e := range edges {
		a, b := root(e[0]), root(e[1])
		parent[max(a, b)] = min(a, b)
	}
	sizes := make([]int, n)
	best := int32(0)
	for i := range parent {
		sizes[root(int32(i))]++
	}
	for i, size := range sizes {
		if size > sizes[best] {
			best = int32(i)
		}
	}
	kept := make([]bool, n)
	for i := range kept {
		kept[i] = root(int32(i)) == best
	}
	return kept
}

// distance is the distance of two points, in metres. Products are guarded against fusion:
// a route depends on the last bit.
func distance(a, b orb.Point) float64 {
	dx, dy := a[0]-b[0], a[1]-b[1]
	return math.Sqrt(float64(dx*dx) + float64(dy*dy))
}
