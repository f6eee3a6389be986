package section

import (
	"strconv"

	"bellwether/internal/base/strictyaml"
	"bellwether/protocol"
)

// Start is how each run begins.
type Start struct {
	// none, or the node that leads a settled system.
	Leader Leader `yaml:"leader" jsonschema:"default=none"`
	// Who calls an election at time 0: all, none, or a list of node ids. Default:
	// all, but none if there is a leader.
	Elect Electors `yaml:"elect" jsonschema:"default=all"`
	// How long a node that boots, at time 0 or later, listens before it calls an election;
	// it calls none if it knows a leader then. Live agents listen for the time-out of
	// hellos. Default: not at all.
	Listen Duration `yaml:"listen" max:"1h"`
}

// Leader is a node; 0 stands for none.
type Leader protocol.ID

// TakesStrict lists the forms that are taken.
func (Leader) TakesStrict() string { return "none or a node id" }

// DecodeStrict reads none or an id.
func (l *Leader) DecodeStrict(d *strictyaml.Document, n *strictyaml.Node) {
	if n.Text == WordNone && n.Kind != strictyaml.List && n.Kind != strictyaml.Map {
		*l = 0
		return
	}
	if id, ok := node(n); ok {
		*l = Leader(id)
		return
	}
	d.Add(n, "must be none or a node id, got %s", n.Describe())
}

// EncodeStrict writes none or the id.
func (l Leader) EncodeStrict() any {
	if l == 0 {
		return WordNone
	}
	return uint32(l)
}

// Electors are the nodes that call an election at time 0.
type Electors struct {
	All   bool
	Nodes []protocol.ID
}

// TakesStrict lists the forms that are taken.
func (Electors) TakesStrict() string { return "all, none or a list of node ids" }

// DecodeStrict reads all, none or a list of ids.
func (e *Electors) DecodeStrict(d *strictyaml.Document, n *strictyaml.Node) {
	switch {
	case n.Kind == strictyaml.List:
		*e = Electors{Nodes: nodes(d, n)}
	case n.Kind == strictyaml.Map:
		d.Add(n, "must be all, none or a list of node ids, got a mapping")
	case n.Text == WordAll:
		*e = Electors{All: true}
	case n.Text == WordNone:
		*e = Electors{}
	default:
		id, ok := node(n)
		if !ok {
			d.Add(n, "must be all, none or a list of node ids, got %s", n.Describe())
			return
		}
		*e = Electors{Nodes: []protocol.ID{id}}
	}
}

// EncodeStrict writes the word or the list.
func (e Electors) EncodeStrict() any {
	switch {
	case e.All:
		return WordAll
	case len(e.Nodes) == 0:
		return WordNone
	}
	return e.Nodes
}

// node reads one node id, from 1.
func node(n *strictyaml.Node) (protocol.ID, bool) {
	if n.Kind != strictyaml.Plain {
		return 0, false
	}
	id, err := strconv.ParseUint(n.Text, 10, 32)
	return protocol.ID(id), err == nil && id > 0
}

// nodes reads a list of node ids, none twice. An item that is no id counts as
// node 0, so that the others keep their places.
func nodes(d *strictyaml.Document, n *strictyaml.Node) []protocol.ID {
	out := make([]protocol.ID, 0, len(n.Items))
	seen := map[protocol.ID]bool{}
	if len(n.Items) == 0 {
		d.Add(n, "names no node")
	}
	for _, item := range n.Items {
		id, ok := node(item)
		switch {
		case !ok:
			d.Add(item, "must be a node id from 1, got %s", item.Describe())
		case seen[id]:
			d.Add(item, "node %d is named twice", id)
		}
		seen[id] = true
		out = append(out, id)
	}
	return out
}
