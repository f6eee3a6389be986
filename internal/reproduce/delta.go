package reproduce

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// delta measures F as the paper defines it: the share of time in which δ = 1, not
// counting a node that knows no leader and is in no election.
type delta struct {
	from     protocol.Time // what is before is discarded
	live     map[protocol.ID]protocol.Time
	electing map[protocol.ID]protocol.Time
	total    protocol.Time
	within   protocol.Time
}

func newDelta(from protocol.Time) *delta {
	return &delta{from: from, live: map[protocol.ID]protocol.Time{}, electing: map[protocol.ID]protocol.Time{}}
}

// Wants is what begins and ends an election.
func (d *delta) Wants() trace.Set {
	return trace.Of(trace.Boot, trace.Crash, trace.Absent, trace.Electing, trace.Elected, trace.End)
}

// Record takes what happened next.
func (d *delta) Record(r *trace.Record) {
	switch r.Kind {
	case trace.Boot:
		d.live[r.Node] = r.At
	case trace.Electing:
		if _, already := d.electing[r.Node]; !already {
			d.electing[r.Node] = r.At
		}
	case trace.Elected:
		d.within += d.ends(d.electing, r)
	case trace.Crash, trace.Absent:
		d.within += d.ends(d.electing, r)
		d.total += d.ends(d.live, r)
	case trace.End:
		for node := range d.electing { // whole nanoseconds: the order does not matter
			d.within += d.ends(d.electing, &trace.Record{Node: node, At: r.At})
		}
		for node := range d.live {
			d.total += d.ends(d.live, &trace.Record{Node: node, At: r.At})
		}
	}
}

// ends is how long a node was in a state that ends now.
func (d *delta) ends(state map[protocol.ID]protocol.Time, r *trace.Record) protocol.Time {
	since, was := state[r.Node]
	delete(state, r.Node)
	if !was || r.At <= d.from {
		return 0
	}
	return r.At - max(since, d.from)
}

// share is F.
func (d *delta) share() float64 {
	if d.total == 0 {
		return 0
	}
	return float64(d.within) / float64(d.total)
}
