package roadmap

import (
	"slices"

	"github.com/paulmach/orb"
)

// Lines returns all ways as lines, in metres, each way once: from crossing to crossing, or
// around a loop without crossings.
func (m *Map) Lines() []orb.LineString {
	var lines []orb.LineString
	done := make([]bool, len(m.ways))
	follow := func(from int32, i int) {
		line := orb.LineString{m.places[from]}
		for i >= 0 && !done[i] {
			to := m.ways[i].to
			done[i], done[m.back(from, to)] = true, true
			line = append(line, m.places[to])
			from, i = to, m.onward(from, to)
		}
		lines = append(lines, line)
	}
	for _, crossings := range []bool{true, false} { // then the rings that no crossing is on
		for p := range int32(len(m.places)) {
			if crossings && m.first[p+1]-m.first[p] == 2 {
				continue
			}
			for i := m.first[p]; i < m.first[p+1]; i++ {
				if !done[i] {
					follow(p, int(i))
				}
			}
		}
	}
	return lines
}

// back is the index of the way that leads back from a place.
func (m *Map) back(from, at int32) int32 {
	return m.first[at] + int32(slices.IndexFunc(m.ways[m.first[at]:m.first[at+1]], func(w way) bool { return w.to == from }))
}

// onward is the index of the only way that leads on from a place, -1 if there are several or
// none.
func (m *Map) onward(from, at int32) int {
	if m.first[at+1]-m.first[at] != 2 {
		return -1
	}
	i := m.first[at]
	if m.ways[i].to == from {
		i++
	}
	return int(i)
}
