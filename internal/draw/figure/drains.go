package figure

import (
	"maps"
	"slices"

	"bellwether/protocol"
	"bellwether/trace"
)

// Drains is a sink that records the energy that the nodes of a run spend.
type Drains struct {
	nodes     map[protocol.ID]*drained
	batteries bool // some node has one
	names     names
}

// drained is the record of one node.
type drained struct {
	spent, left []Charge
	empty       bool
}

// Wants returns the kinds of energy, crashes, boots and names.
func (d *Drains) Wants() trace.Set {
	return trace.Of(trace.Energy, trace.Crash, trace.Boot, trace.Named)
}

// Record adds a record.
func (d *Drains) Record(r *trace.Record) {
	switch r.Kind {
	case trace.Energy:
		n := d.node(r.Node)
		if n.empty {
			return // dead: nothing changes
		}
		n.spent = append(n.spent, Charge{r.At, r.X})
		if r.Value >= 0 {
			d.batteries = true
			n.left = append(n.left, Charge{r.At, float64(r.Value) / 1e6})
		}
	case trace.Crash:
		if n := d.node(r.Node); r.Why == trace.WhyBattery {
			n.empty, n.left = true, append(n.left, Charge{r.At, 0})
		}
	case trace.Boot:
		d.node(r.Node).empty = false
	case trace.Named:
		d.names.learn(r)
	}
}

func (d *Drains) node(id protocol.ID) *drained {
	if d.nodes == nil {
		d.nodes = map[protocol.ID]*drained{}
	}
	if d.nodes[id] == nil {
		d.nodes[id] = &drained{}
	}
	return d.nodes[id]
}

// Energy returns the figure: the energy left in batteries if any node has one, else
// the energy spent.
func (d *Drains) Energy(title string) *Energy {
	out := &Energy{Title: title, Remaining: d.batteries, Names: d.names}
	for _, id := range slices.Sorted(maps.Keys(d.nodes)) {
		n := d.nodes[id]
		values := n.spent
		if d.batteries {
			values = n.left
		}
		if len(values) > 0 {
			out.Nodes = append(out.Nodes, Drain{Node: id, Values: slices.Clone(values), Empty: n.empty && d.batteries})
		}
	}
	return out
}
