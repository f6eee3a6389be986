package quiescence

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// Topology is a sink that follows the true links and who runs.
type Topology struct {
	links [][]bool
	live  []bool
}

// NewTopology returns a topology of nodes 1 to n, all down and without links.
func NewTopology(n int) *Topology {
	t := &Topology{links: make([][]bool, n+1), live: make([]bool, n+1)}
	for i := range t.links {
		t.links[i] = make([]bool, n+1)
	}
	return t
}

// Wants returns the links, and who runs.
func (*Topology) Wants() trace.Set {
	return trace.Of(trace.LinkUp, trace.LinkDown, trace.Boot, trace.Crash, trace.Absent)
}

// Record updates a link, or whether a node runs.
func (t *Topology) Record(r *trace.Record) {
	switch r.Kind {
	case trace.Boot:
		t.live[r.Node] = true
	case trace.Crash, trace.Absent:
		t.live[r.Node] = false
	default:
		t.links[r.Node][r.Peer], t.links[r.Peer][r.Node] = r.Kind == trace.LinkUp, r.Kind == trace.LinkUp
	}
}

// Live reports whether a node runs.
func (t *Topology) Live(id int) bool { return t.live[id] }

// Scale returns the size of the largest component and the greatest diameter, in hops. It sets no
// other field.
func (t *Topology) Scale() (s protocol.Scale) {
	for from := 1; from < len(t.links); from++ {
		if !t.live[from] {
			continue
		}
		size, farthest := t.reach(from)
		s.Nodes, s.Diameter = max(s.Nodes, size), max(s.Diameter, farthest)
	}
	return s
}

// Whole reports whether all nodes run and are in one component.
func (t *Topology) Whole() bool {
	for id := 1; id < len(t.live); id++ {
		if !t.live[id] {
			return false
		}
	}
	size, _ := t.reach(1)
	return size == len(t.live)-1
}

// Full reports whether all nodes run, and all pairs have a link.
func (t *Topology) Full() bool {
	for a := 1; a < len(t.live); a++ {
		for b := 1; b < a; b++ {
			if !t.links[a][b] {
				return false
			}
		}
	}
	return t.Whole()
}

// reach returns how many nodes a flood from a node reaches, itself among them, and in how many
// hops.
func (t *Topology) reach(from int) (size, farthest int) {
	t.walk(from, func(_, hops int) { size, farthest = size+1, max(farthest, hops) })
	return size, farthest
}

// Component lists the live nodes that a flood from one reaches, itself among them.
func (t *Topology) Component(from int) (list []int) {
	t.walk(from, func(id, _ int) { list = append(list, id) })
	return list
}

// walk calls meet for each node that a flood from a node reaches, in order of hops.
func (t *Topology) walk(from int, meet func(id, hops int)) {
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
