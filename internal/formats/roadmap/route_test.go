package roadmap

import (
	"cmp"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

// plainRoute is Dijkstra's algorithm as it stands in books, with a list in place of a heap:
// the nearest place is settled next, of equal ones that with the least number, and a way is
// replaced by a shorter one only.
func plainRoute(m *Map, from, to int) ([]int, float64) {
	metres, former, settled := make([]float64, len(m.places)), make([]int, len(m.places)), make([]bool, len(m.places))
	for i := range metres {
		metres[i], former[i] = math.Inf(1), -1
	}
	metres[from] = 0
	for !settled[to] {
		at := -1
		for i := range metres {
			if !settled[i] && (at < 0 || metres[i] < metres[at]) {
				at = i
			}
		}
		settled[at] = true
		for _, w := range m.ways[m.first[at]:m.first[at+1]] {
			if far := metres[at] + w.metres; far < metres[w.to] {
				metres[w.to], former[w.to] = far, at
			}
		}
	}
	var route []int
	for at := to; at >= 0; at = former[at] {
		route = append(route, at)
	}
	slices.Reverse(route)
	return route, metres[to]
}

// drawMap draws a map: a grid on which many ways are equally long, a jittered one, or points
// joined at random.
func drawMap(t *rapid.T) *Map {
	n := rapid.IntRange(2, 9).Draw(t, "side")
	jitter := rapid.SampledFrom([]int{0, 0, 30}).Draw(t, "jitter")
	var cells []orb.Point
	var edges [][2]int32
	join2 := func(a, b int) {
		if a != b {
			edges = append(edges, [2]int32{int32(a), int32(b)}, [2]int32{int32(b), int32(a)})
		}
	}
	for x := range n {
		for y := range n {
			cells = append(cells, orb.Point{float64(100*x+1) + float64(rapid.IntRange(0, jitter).Draw(t, "dx")), float64(100*y+1) + float64(rapid.IntRange(0, jitter).Draw(t, "dy"))})
			if x > 0 && rapid.IntRange(0, 9).Draw(t, "west") > 0 {
				join2(n*x+y, n*(x-1)+y)
			}
			if y > 0 && rapid.IntRange(0, 9).Draw(t, "south") > 0 {
				join2(n*x+y, n*x+y-1)
			}
		}
	}
	join2(0, 1)
	for range rapid.IntRange(0, 3).Draw(t, "chords") {
		join2(rapid.IntRange(0, n*n-1).Draw(t, "a"), rapid.IntRange(0, n*n-1).Draw(t, "b"))
	}
	slices.SortFunc(edges, func(a, b [2]int32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return join(cells, edges)
}

// TestRoutesAreDijkstras: the search finds the very route that the plain algorithm finds,
// also where many are equally long, so that nodes go as they always went.
func TestRoutesAreDijkstras(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		for range 20 {
			from, to := rapid.IntRange(0, m.Places()-1).Draw(t, "from"), rapid.IntRange(0, m.Places()-1).Draw(t, "to")
			route, metres := plainRoute(m, from, to)
			if got := m.Route(from, to); !slices.Equal(got, route) {
				t.Fatalf("from %d to %d: %v, want %v", from, to, got, route)
			}
			if got := m.Metres(from, to); got != metres {
				t.Fatalf("from %d to %d: %v m, want %v m", from, to, got, metres)
			}
		}
	})
}

// lattice is a map of crossings, jittered by a hash so that no two ways are alike.
func lattice(side int) *Map {
	var cells []orb.Point
	var edges [][2]int32
	for x := range side {
		for y := range side {
			mixed := uint32(x*7919+y*104729) * 2654435761
			cells = append(cells, orb.Point{float64(10000*x+1) + float64(mixed>>16%5000), float64(10000*y+1) + float64(mixed%5000)})
			if x > 0 {
				edges = append(edges, [2]int32{int32(side*x + y), int32(side*(x-1) + y)}, [2]int32{int32(side*(x-1) + y), int32(side*x + y)})
			}
			if y > 0 {
				edges = append(edges, [2]int32{int32(side*x + y), int32(side*x + y - 1)}, [2]int32{int32(side*x + y - 1), int32(side*x + y)})
			}
		}
	}
	return join(cells, edges)
}

// visited is how many places a search reaches for each place on the route, over many
// searches across a map.
func visited(m *Map, side int) float64 {
	reached, on := 0, 0
	for k := range 200 {
		from, to := (k*7919)%(side*side), (k*104729+side/2)%(side*side)
		on += len(m.Route(from, to))
		s := m.search(int32(from), int32(to))
		for _, run := range s.run {
			if run == s.now {
				reached++
			}
		}
	}
	return float64(reached) / float64(on)
}

// TestSearchesDoNotVisitTheMap: a search reaches a bounded number of places for each on its
// route; Dijkstra's algorithm reaches half of the map, here 25 and 100 for each.
func TestSearchesDoNotVisitTheMap(t *testing.T) {
	small, large := visited(lattice(50), 50), visited(lattice(200), 200)
	t.Logf("reached for each place on the route: %.1f of 2500 places, %.1f of 40000", small, large)
	if small > 10 || large > 25 {
		t.Errorf("a search reaches %.1f places for each on its route on a map of 2500, %.1f on one of 40000: want at most 10 and 25", small, large)
	}
}

// TestRunsShareAMap: routes are the same however many runs search at a time.
func TestRunsShareAMap(t *testing.T) {
	m := lattice(20)
	want := m.Route(3, 396)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				if !slices.Equal(m.Route(3, 396), want) {
					t.Error("another route")
				}
				m.Route(396, 17)
			}
		})
	}
	all.Wait()
}

func BenchmarkRoute(b *testing.B) {
	m := lattice(300)
	m.Route(0, 1)
	for i := 0; b.Loop(); i++ {
		m.Route((i*7919)%90000, (i*104729)%90000)
	}
}
