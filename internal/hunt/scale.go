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

// reach is how many nodes hear of a flood from one, and in how many hops.
func (t *topology) reach(from int) (size, farthest int) {
	distance := make([]int, len(t.links))
	line := []int{from}
	distance[from] = 1
	for len(line) > 0 {
		u := line[0]
		line = line[1:]
		farthest = max(farthest, distance[u]-1)
		size++
		for v := range t.links {
			if distance[v] == 0 && t.links[u][v] && t.live[v] {
				distance[v] = distance[u] + 1
				line = append(line, v)
			}
		}
	}
	return size, farthest
}
