package roadmap

import (
	"math"
	"slices"
)

// Route returns the places on a shortest way from one to another, both included. Of several
// equally short ways it is the one on which each place, from the last one back, comes from
// the neighbour that is nearest to the beginning, of equal ones from that with the least
// number.
func (m *Map) Route(from, to int) []int {
	s := m.search(int32(from), int32(to))
	defer m.end(s)
	route := []int{to}
	for at := int32(to); at != int32(from); {
		at = m.previous(s, at)
		route = append(route, int(at))
	}
	slices.Reverse(route)
	return route
}

// previous is the neighbour by which a shortest way reaches a place.
func (m *Map) previous(s *search, at int32) int32 {
	best := int32(-1)
	for _, w := range m.ways[m.first[at]:m.first[at+1]] {
		far := s.at(w.to)
		if far+w.metres == s.at(at) && (best < 0 || far < s.at(best) || far == s.at(best) && w.to < best) {
			best = w.to
		}
	}
	if best < 0 {
		panic("roadmap: a place of one piece cannot be reached") // all places are of one piece: see largest
	}
	return best
}

// Metres returns the length of a shortest way from one place to another.
func (m *Map) Metres(from, to int) float64 {
	s := m.search(int32(from), int32(to))
	defer m.end(s)
	return s.at(int32(to))
}

// A search is the state of one search; it is used again and again, and belongs to one
// caller at a time.
type search struct {
	metres []float64 // from the beginning, of the places of this run
	run    []uint32  // the run in which a place was reached last
	now    uint32    // this run
	goal   []float32 // how far the goal is from the landmarks
	front  frontier
}

// at is how far a place is by what is known so far.
func (s *search) at(place int32) float64 {
	if s.run[place] != s.now {
		return math.Inf(1)
	}
	return s.metres[place]
}

// begin takes the state of a search that has ended, and forgets what it found, in no time. It
// is a list and no sync.Pool: two maps of one file that were asked the same are the same.
func (m *Map) begin() *search {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.idle) == 0 {
		m.idle = append(m.idle, &search{metres: make([]float64, len(m.places)), run: make([]uint32, len(m.places)), goal: make([]float32, landmarks)})
	}
	s := m.idle[len(m.idle)-1]
	m.idle = m.idle[:len(m.idle)-1]
	s.reset()
	return s
}

// end keeps the state of a search for the next one.
func (m *Map) end(s *search) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.idle = append(m.idle, s)
}

func (s *search) reset() {
	if s.now++; s.now == 0 { // after four thousand million searches
		clear(s.run)
		s.now = 1
	}
	s.front = s.front[:0]
}

// search looks for the shortest ways from a place to another by the algorithm A* (P. E.
// Hart, N. J. Nilsson and B. Raphael, IEEE Transactions on Systems Science and Cybernetics
// 4(2), 1968), with bounds by landmarks (A. V. Goldberg and C. Harrelson, "Computing the
// Shortest Path: A* Search Meets Graph Theory", SODA 2005). It ends only when no way that
// is as short is left, so that all places on all of these ways have the distance that
// Dijkstra's algorithm gives them, to the last bit.
func (m *Map) search(from, to int32) *search {
	m.once.Do(m.findLandmarks)
	s := m.begin()
	copy(s.goal, m.marks[landmarks*int(to):])
	s.metres[from], s.run[from] = 0, s.now
	s.front = append(s.front, ahead{way{from, 0}, 0})
	for len(s.front) > 0 {
		next := s.front.pop()
		if next.least > s.at(to)+m.slack {
			break
		}
		if next.metres > s.at(next.to) {
			continue // an outdated entry: a shorter way was found since
		}
		for _, w := range m.ways[m.first[next.to]:m.first[next.to+1]] {
			if far := next.metres + w.metres; far < s.at(w.to) {
				s.metres[w.to], s.run[w.to] = far, s.now
				s.front.push(ahead{way{w.to, far}, far + m.bound(s.goal, w.to)})
			}
		}
	}
	return s
}

// bound is a distance from a place to the goal that no way undercuts by more than the slack.
func (m *Map) bound(goal []float32, place int32) float64 {
	most := float32(0)
	for i, far := range m.marks[landmarks*int(place) : landmarks*int(place)+landmarks] {
		most = max(most, far-goal[i], goal[i]-far)
	}
	return float64(most)
}

// An ahead is a place to go on from, and the least length of a way to the goal over it.
type ahead struct {
	way
	least float64
}

// frontier is a heap of the places to go on from: that on the shortest way first.
type frontier []ahead

func (f frontier) before(i, j int) bool {
	return f[i].least < f[j].least || f[i].least == f[j].least && f[i].to < f[j].to
}

func (f *frontier) push(a ahead) {
	*f = append(*f, a)
	h := *f
	for i := len(h) - 1; i > 0; {
		up := (i - 1) / 2
		if !h.before(i, up) {
			break
		}
		h[i], h[up] = h[up], h[i]
		i = up
	}
}

func (f *frontier) pop() ahead {
	h := *f
	first, last := h[0], len(h)-1
	h[0] = h[last]
	h = h[:last]
	*f = h
	for i := 0; ; {
		least := 2*i + 1
		if least >= last {
			return first
		}
		if least+1 < last && h.before(least+1, least) {
			least++
		}
		if !h.before(least, i) {
			return first
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}
