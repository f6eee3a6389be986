package conformance

import (
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// hop is what one frame takes over one hop of these worlds when nothing is lost:
// its airtime at 2 Mbit/s (under 1 ms for 200 bytes), a wire's latency, and the
// frames of the same radio before it. The jitter an algorithm asks for is its
// own and not in it.
const hop = 5 * time.Millisecond

// topology follows the true links and who runs, to know the scale of the world
// at rest.
type topology struct {
	links [][]bool
	live  []bool
}

func newTopology(n int) *topology {
	t := &topology{links: make([][]bool, n+1), live: make([]bool, n+1)}
	for i := range t.links {
		t.links[i] = make([]bool, n+1)
	}
	return t
}

func (*topology) Wants() trace.Set {
	return trace.Of(trace.LinkUp, trace.LinkDown, trace.Boot, trace.Crash, trace.Absent)
}

func (t *topology) Record(r *trace.Record) {
	switch r.Kind {
	case trace.Boot:
		t.live[r.Node] = true
	case trace.Crash, trace.Absent:
		t.live[r.Node] = false
	default:
		t.links[r.Node][r.Peer] = r.Kind == trace.LinkUp
		t.links[r.Peer][r.Node] = r.Kind == trace.LinkUp
	}
}

// scale is the size of the world as it stands: its largest component and its
// greatest diameter.
func (t *topology) scale(w Case) protocol.Scale {
	s := protocol.Scale{Hop: hop, Roster: w.Nodes}
	if w.Services.Hello != nil {
		s.Neighbour = w.Services.Hello.Timeout + w.Services.Hello.Interval
	}
	for from := 1; from < len(t.links); from++ {
		if !t.live[from] {
			continue
		}
		size, farthest := t.reach(from)
		s.Nodes, s.Diameter = max(s.Nodes, size), max(s.Diameter, farthest)
	}
	return s
}

// reach is how many nodes hear of a flood from one, and in how many hops.
func (t *topology) reach(from int) (size, farthest int) {
	distance := map[int]int{from: 0}
	line := []int{from}
	for len(line) > 0 {
		u := line[0]
		line = line[1:]
		farthest = max(farthest, distance[u])
		for v := range t.links {
			if _, seen := distance[v]; !seen && t.links[u][v] && t.live[v] {
				distance[v] = distance[u] + 1
				line = append(line, v)
			}
		}
	}
	return len(distance), farthest
}
