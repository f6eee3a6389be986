package hunt

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// topology is a sink that follows true links and who runs, to know the size of the world at
// rest.
type topology struct {
	links [][]bool
	live  []bool
	lives []int64 // boots
}

func newTopology(n int) *topology {
	t := &topology{links: make([][]bool, n+1), live: make([]bool, n+1), lives: make([]int64, n+1)}
	for i := range t.links {
		t.links[i] = make([]bool, n+1)
	}
	return t
}

// Wants is the links, and who runs.
func (*topology) Wants() trace.Set {
	return trace.Of(trace.LinkUp, trace.LinkDown, trace.Boot, trace.Crash, trace.Absent)
}

// Record follows what happens.
func (t *topology) Record(r *trace.Record) {
	switch r.Kind {
	case trace.Boot:
		t.live[r.Node] = true
		t.lives[r.Node] = r.Value
	case trace.Crash, trace.Absent:
		t.live[r.Node] = false
	default:
		t.links[r.Node][r.Peer] = r.Kind == trace.LinkUp
		t.links[r.Peer][r.Node] = r.Kind == trace.LinkUp
	}
}

// scale gives the largest component and the greatest diameter.
func (t *topology) scale() (s protocol.Scale) {
	for from := 1; from < len(t.links); from++ {
		if !t.live[from] {
			continue
		}
		size, farthest := t.reach(from)
		s.Nodes, s.Diameter = max(s.Nodes, size), max(s.Diameter, farthest)
	}
	return s
}

// whole reports whether all nodes run and are in one component.
func (t *topology) whole() bool {
	for id := 1; id < len(t.live); id++ {
		if !t.live[id] {
			return false
		}
	}
	size, _ := t.reach(1)
	return size == len(t.live)-1
}

// full reports whether all nodes run, and hear each other.
func (t *topology) full() bool {
	for a := 1; a < len(t.live); a++ {
		for b := 1; b < a; b++ {
			if !t.links[a][b] {
				return false
			}
		}
	}
	return t.whole()
}

// reach is how many nodes hear of a flood from one, and in how many hops.
func (t *topology) reach(from int) (size, farthest int) {
	t.walk(from, func(_, hops int) { size, farthest = size+1, max(farthest, hops) })
	return size, farthest
}

// component lists the live nodes that a flood from one reaches, itself among them.
func (t *topology) component(from int) (list []int) {
	t.walk(from, func(id, _ int) { list = append(list, id) })
	return list
}

// walk meets the nodes that a flood from one reaches, and after how many hops.
func (t *topology) walk(from int, meet func(id, hops int)) {
	distance := make([]int, len(t.links))
	line := []int{from}
	distance[from] = 1
	for len(line) > 0 {
		u := line[0]
		line = line[1:]
		meet(u, distance[u]-1)
		for v := range t.links {
			if distance[v] == 0 && t.links[u][v] && t.live[v] {
				distance[v] = distance[u] + 1
				line = append(line, v)
			}
		}
	}
}
