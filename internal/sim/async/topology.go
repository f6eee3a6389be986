package async

import (
	"slices"

	"bellwether/protocol"
)

// Topology is which nodes run, which links there are, and how many links were made so far. It
// asks nothing of the system, and tells who hears whom and who reaches whom. Only steps of the
// system change it.
type Topology struct {
	members []protocol.ID // shared by all copies
	up      []bool        // by ID-1
	links   []uint64      // nodes × nodes, row by row: the number of the change that made it, 0: none
	made    uint64
}

// A Pair is two nodes: the ends of a link, or a sender A and a receiver B.
type Pair struct{ A, B protocol.ID }

func newTopology(nodes int) Topology {
	t := Topology{members: make([]protocol.ID, nodes), up: make([]bool, nodes), links: make([]uint64, nodes*nodes)}
	for i := range t.members {
		t.members[i] = protocol.ID(i + 1)
	}
	return t
}

// Members returns all nodes, dead or alive: the roster does not change.
func (t *Topology) Members() []protocol.ID { return t.members }

// Up reports whether a node runs.
func (t *Topology) Up(id protocol.ID) bool { return t.up[id-1] }

// Since is the number of the change that made a link, 0 without a link. If the number
// differs between the sending and the arrival of a frame, the link was cut in between and
// made again.
func (t *Topology) Since(e Pair) uint64 { return t.links[t.place(e)] }

func (t *Topology) place(e Pair) int { return int(e.A-1)*len(t.members) + int(e.B-1) }

// row returns, by ID-1, the number of the change that made the link from a node to each other.
func (t *Topology) row(of protocol.ID) []uint64 {
	size := len(t.members)
	return t.links[int(of-1)*size : int(of)*size]
}

// Linked reports whether there is a link between two nodes.
func (t *Topology) Linked(a, b protocol.ID) bool { return t.Since(Pair{a, b}) != 0 }

// Hears reports whether another node is truly a neighbour of a node.
func (t *Topology) Hears(id, other protocol.ID) bool { return t.Linked(id, other) && t.Up(other) }

// link makes a link, in both directions.
func (t *Topology) link(e Pair) {
	t.made++
	t.links[t.place(e)], t.links[t.place(Pair{e.B, e.A})] = t.made, t.made
}

// cut removes a link, in both directions.
func (t *Topology) cut(e Pair) {
	t.links[t.place(e)], t.links[t.place(Pair{e.B, e.A})] = 0, 0
}

// obstacle returns why a frame cannot arrive; Arrives if it may.
func (t *Topology) obstacle(f Frame) Loss {
	switch {
	case f.To == protocol.Nobody || !t.Up(f.To):
		return Down
	case f.Routed && !t.Linked(f.From, f.To) && t.Distance(f.From, f.To) < 0:
		return NoRoute
	case !f.Routed && !t.Linked(f.From, f.To):
		return NoLink
	}
	return Arrives
}

// snapshot appends which links there are, a bit for each.
func (t *Topology) snapshot(b []byte) []byte {
	for at := range t.links {
		if at%8 == 0 {
			b = append(b, 0)
		}
		if t.links[at] != 0 {
			b[len(b)-1] |= 1 << (at % 8)
		}
	}
	return b
}

func (t *Topology) clone() Topology {
	return Topology{t.members, slices.Clone(t.up), slices.Clone(t.links), t.made}
}
