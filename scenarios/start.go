package scenarios

import (
	"strconv"

	"bellwether/internal/base/strictyaml"
	"bellwether/protocol"
)

// startSection is how each run begins.
type startSection struct {
	// none, or the node that leads a settled system.
	Leader leader `yaml:"leader" jsonschema:"default=none"`
	// Who calls an election at time 0: all, none, or a list of node ids. Default:
	// all, but none if there is a leader.
	Elect electors `yaml:"elect" jsonschema:"default=all"`
	// How long a node that boots, at time 0 or later, listens before it calls an election;
	// it calls none if it knows a leader then. Live agents listen for the time-out of
	// hellos. Default: not at all.
	Listen Duration `yaml:"listen" max:"1h"`
}

// leader is a node, or nobody.
type leader protocol.ID

// TakesStrict lists the forms that are taken.
func (leader) TakesStrict() string { return "none or a node id" }

// DecodeStrict reads none or an id.
func (l *leader) DecodeStrict(d *strictyaml.Document, n *strictyaml.Node) {
	if n.Text == wordNone && n.Kind != strictyaml.List && n.Kind != strictyaml.Map {
		*l = 0
		return
	}
	if id, ok := node(n); ok {
		*l = leader(id)
		return
	}
	d.Add(n, "must be none or a node id, got %s", n.Describe())
}

// EncodeStrict writes none or the id.
func (l leader) EncodeStrict() any {
	if l == 0 {
		return wordNone
	}
	return uint32(l)
}

// electors are the nodes that call an election at time 0.
type electors struct {
	All   bool
	Nodes []protocol.ID
}

// TakesStrict lists the forms that are taken.
func (electors) TakesStrict() string { return "all, none or a list of node ids" }

// DecodeStrict reads all, none or a list of ids.
func (e *electors) DecodeStrict(d *strictyaml.Document, n *strictyaml.Node) {
	switch {
	case n.Kind == strictyaml.List:
		*e = electors{Nodes: nodes(d, n)}
	case n.Kind == strictyaml.Map:
		d.Add(n, "must be all, none or a list of node ids, got a mapping")
	case n.Text == wordAll:
		*e = electors{All: true}
	case n.Text == wordNone:
		*e = electors{}
	default:
		id, ok := node(n)
		if !ok {
			d.Add(n, "must be all, none or a list of node ids, got %s", n.Describe())
			return
		}
		*e = electors{Nodes: []protocol.ID{id}}
	}
}

// EncodeStrict writes the word or the list.
func (e electors) EncodeStrict() any {
	switch {
	case e.All:
		return wordAll
	case len(e.Nodes) == 0:
		return wordNone
	}
	return e.Nodes
}

// Words that stand for nodes.
const (
	wordAll  = "all"
	wordNone = "none"
)

// node reads one node id, from 1.
func node(n *strictyaml.Node) (protocol.ID, bool) {
	if n.Kind != strictyaml.Plain {
		return 0, false
	}
	id, err := strconv.ParseUint(n.Text, 10, 32)
	return protocol.ID(id), err == nil && id > 0
}

// nodes reads a list of node ids, none twice. What is not one counts as nobody,
// so that the others keep their places.
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
