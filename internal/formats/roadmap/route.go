package roadmap

import (
	"container/heap"
	"math"
	"slices"
)

// Route returns the places on a shortest way from one to another, both included.
func (m *Map) Route(from, to int) []int {
	metres, former := m.search(int32(from), int32(to))
	if math.IsInf(metres[to], 1) {
		panic("roadmap: a place of one piece cannot be reached") // all places are of one piece: see largest
	}
	var route []int
	for at := int32(to); at >= 0; at = former[at] {
		route = append(route, int(at))
	}
	slices.Reverse(route)
	return route
}

// Metres returns the length of a shortest way from one place to another.
func (m *Map) Metres(from, to int) float64 {
	metres, _ := m.search(int32(from), int32(to))
	return metres[to]
}

// search is Dijkstra's algorithm from a place until another is reached. It returns the
// metres to each place that was reached, and the place before it, -1 for none.
func (m *Map) search(from, to int32) (metres []float64, former []int32) {
	metres, former = make([]float64, len(m.places)), make([]int32, len(m.places))
	for i := range metres {
		metres[i], former[i] = math.Inf(1), -1
	}
	metres[from] = 0
	front := frontier{{from, 0}}
	for len(front) > 0 {
		at := heap.Pop(&front).(way)
		if at.to == to {
			break
		}
		if at.metres > metres[at.to] {
			continue // an outdated entry: a shorter way was found since
		}
		for _, w := range m.ways[m.first[at.to]:m.first[at.to+1]] {
			if far := at.metres + w.metres; far < metres[w.to] {
				metres[w.to], former[w.to] = far, at.to
				heap.Push(&front, way{w.to, far})
			}
		}
	}
	return metres, former
}

// frontier is a heap of the places to go on from: the nearest first, of equal ones that
// with the least number.
type frontier []way

func (f frontier) Len() int { return len(f) }
func (f frontier) Less(i, j int) bool {
	return f[i].metres < f[j].metres || f[i].metres == f[j].metres && f[i].to < f[j].to
}
func (f frontier) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f *frontier) Push(x any)   { *f = append(*f, x.(way)) }
func (f *frontier) Pop() any {
	last := (*f)[len(*f)-1]
	*f = (*f)[:len(*f)-1]
	return last
}
