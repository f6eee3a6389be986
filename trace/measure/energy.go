package measure

import (
	"encoding/json"
	"math"
	"strconv"

	"bellwether/protocol"
	"bellwether/trace"
)

// A charge is what a node had spent at an instant.
type charge struct {
	at        protocol.Time
	spent     float64 // joules
	aboveIdle float64 // the part above idle
}

// An account follows what a node spends within the measured window.
type account struct {
	seen bool   // an Energy record came
	base charge // at the beginning of the window
	last charge // the newest
}

// energy handles an Energy record. At the end of the warm-up, between two records, the node
// is taken to have spent in proportion to time.
func (r *Run) energy(rec *trace.Record) {
	n := r.nodes.at(rec.Node)
	a := &n.account
	next := charge{rec.At, rec.X, rec.Y}
	switch {
	case next.at <= r.options.Warmup:
		a.base = next
	case a.last.at < r.options.Warmup:
		a.base = between(a.last, next, r.options.Warmup)
	}
	a.seen, a.last = true, next
	r.batteries = r.batteries || rec.Value >= 0
}

// classSpent handles a Spent record in the same way.
func (r *Run) classSpent(rec *trace.Record) {
	if rec.Class >= protocol.Classes {
		return
	}
	a := &r.classes[rec.Class]
	next := charge{at: rec.At, aboveIdle: rec.X}
	switch {
	case next.at <= r.options.Warmup:
		a.base = next
	case a.last.at < r.options.Warmup:
		a.base = between(a.last, next, r.options.Warmup)
	}
	a.seen, a.last = true, next
}

// energyByClass is what the messages of each class cost in the window, above idle, per node
// that lived in it; nil if no record states it.
func (r *Run) energyByClass() *perClass {
	nodes, told := 0.0, false
	for i := range r.nodes.nodes {
		if r.nodes.nodes[i].lived {
			nodes++
		}
	}
	out := new(perClass)
	for c := range r.classes {
		told = told || r.classes[c].seen
		out[c] = (r.classes[c].last.aboveIdle - r.classes[c].base.aboveIdle) / max(nodes, 1)
	}
	if !told || nodes == 0 {
		return nil
	}
	return out
}

// perClass is a number by class of message: joules above idle per node, whose sum is
// energy_traffic_j_per_node where no node had left before the window; or shares of live
// node-time on the air, whose sum is airtime_fraction.
type perClass [protocol.Classes]float64

// MarshalJSON returns an object with every class, in order.
func (e perClass) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for c, x := range e {
		b = append(appendKey(b, protocol.Class(c).String()), ':')
		b = strconv.AppendFloat(b, x, 'g', -1, 64)
	}
	return append(b, '}'), nil
}

// UnmarshalJSON reads what MarshalJSON wrote, and ignores classes that it does not know.
func (e *perClass) UnmarshalJSON(b []byte) error {
	var read map[string]float64
	if err := json.Unmarshal(b, &read); err != nil {
		return err
	}
	for c := range e {
		e[c] = read[protocol.Class(c).String()]
	}
	return nil
}

// meanOfClasses is the mean over the runs that have numbers of classes, nil if none has.
func meanOfClasses(row []RunResult, of func(*Metrics) *perClass) *perClass {
	var sum perClass
	n := 0.0
	for i := range row {
		if e := of(&row[i].Metrics); e != nil {
			n++
			for c := range sum {
				sum[c] += e[c]
			}
		}
	}
	if n == 0 {
		return nil
	}
	for c := range sum {
		sum[c] /= n
	}
	return &sum
}

func between(a, b charge, at protocol.Time) charge {
	part := float64(at-a.at) / float64(b.at-a.at)
	// Products are rounded on their own, so that no CPU fuses them with the sum.
	return charge{at, a.spent + float64(part*(b.spent-a.spent)), a.aboveIdle + float64(part*(b.aboveIdle-a.aboveIdle))}
}

// opened begins a node's account at its first boot, with nothing spent.
func (a *account) opened(at protocol.Time) {
	if !a.seen {
		a.last.at, a.base.at = at, at
	}
}

// energyPerNode is all energy spent in the window and its part above idle, per node that
// lived in it; not known if no record has energy.
func (r *Run) energyPerNode() (all, traffic Value) {
	nodes, spent, aboveIdle, told := 0.0, 0.0, 0.0, false
	for i := range r.nodes.nodes {
		n := &r.nodes.nodes[i]
		told = told || n.account.seen
		if n.lived {
			nodes++
			spent += n.account.last.spent - n.account.base.spent
			aboveIdle += n.account.last.aboveIdle - n.account.base.aboveIdle
		}
	}
	if !told {
		return Value{}, Value{}
	}
	return ratio(spent, nodes), ratio(aboveIdle, nodes)
}

// deaths are when each node's battery was first empty.
func (r *Run) deaths() []observation {
	if !r.batteries {
		return nil
	}
	var out []observation
	for i := range r.nodes.nodes {
		switch n := &r.nodes.nodes[i]; {
		case n.emptied > 0:
			out = append(out, ended(n.emptied.Sub(0)))
		case n.boots > 0:
			out = append(out, cutOff(r.now.Sub(0)))
		}
	}
	return out
}

// medianDeath is the median over all nodes of all runs; nil if it is not known.
func medianDeath(row []RunResult) *float64 {
	var all []observation
	for i := range row {
		all = append(all, row[i].Metrics.deaths...)
	}
	if len(all) == 0 {
		return nil
	}
	s := survivalOf(all)
	m := s.median()
	if math.IsInf(m, 0) {
		return nil
	}
	return &m
}
