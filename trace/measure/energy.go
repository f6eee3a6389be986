package measure

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// A charge is what a node had spent at an instant.
type charge struct {
	at        protocol.Time
	spent     float64 // joules
	aboveIdle float64 // of which above idle
}

// An account follows what a node spends within the measured window.
type account struct {
	seen bool   // an Energy record came
	base charge // at the beginning of the window
	last charge // the newest
}

// energy takes what a node has spent. At the end of the warm-up, between two
// records, it is taken to have spent in proportion to time.
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

func between(a, b charge, at protocol.Time) charge {
	part := float64(at-a.at) / float64(b.at-a.at)
	// Products are rounded by themselves, so that no CPU fuses them with the sum.
	return charge{at, a.spent + float64(part*(b.spent-a.spent)), a.aboveIdle + float64(part*(b.aboveIdle-a.aboveIdle))}
}

// opened begins a node's account at its first boot, with nothing spent.
func (a *account) opened(at protocol.Time) {
	if !a.seen {
		a.last.at, a.base.at = at, at
	}
}

// energyPerNode is all energy spent in the window and its part above idle, per
// node that lived in it; not known if no energy was ever told.
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
