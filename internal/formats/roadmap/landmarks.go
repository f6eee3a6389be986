package roadmap

import "math"

// landmarks is how many places are known by their distances to all others: a line of the
// cache for each place.
const landmarks = 16

// findLandmarks chooses places at the rim, each as far as possible from those before, and
// keeps their distances to all places.
func (m *Map) findLandmarks() {
	n := len(m.places)
	m.marks = make([]float32, landmarks*n)
	nearest := make([]float64, n) // to any landmark
	mark, far := m.distances(0), 0
	for i, d := range mark {
		if d > mark[far] {
			far = i
		}
		nearest[i] = math.Inf(1)
	}
	farthest := 0.0
	for k := range landmarks {
		mark = m.distances(int32(far))
		for i, d := range mark {
			m.marks[landmarks*i+k] = float32(d)
			nearest[i], farthest = min(nearest[i], d), max(farthest, d)
		}
		for i, d := range nearest {
			if d > nearest[far] {
				far = i
			}
		}
	}
	m.slack = rounding + 4*farthest/(1<<24) // a mark is rounded to 24 bits, and a bound has two
}

// rounding, in metres, is more than the sums of the lengths of ways can be wrong by.
const rounding = 1e-3

// distances returns how far all places are from one, by E. W. Dijkstra's algorithm.
func (m *Map) distances(from int32) []float64 {
	metres := make([]float64, len(m.places))
	for i := range metres {
		metres[i] = math.Inf(1)
	}
	metres[from] = 0
	front := frontier{{way{from, 0}, 0}}
	for len(front) > 0 {
		next := front.pop()
		if next.metres > metres[next.to] {
			continue
		}
		for _, w := range m.ways[m.first[next.to]:m.first[next.to+1]] {
			if far := next.metres + w.metres; far < metres[w.to] {
				metres[w.to] = far
				front.push(ahead{way{w.to, far}, far})
			}
		}
	}
	return metres
}
