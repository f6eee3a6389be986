package replay

import (
	"maps"
	"slices"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// A takeovers meter measures how long the nodes that run were with a leader that had
// stopped: from the end of a node that another followed, by a crash or a departure, until
// every node that runs follows one that runs. A takeover that the end of the run or the
// return of the leader cuts off is not counted. Components do not matter: a part of the
// network that follows a leader of its own has one.
type takeovers struct {
	window  measure.Window
	running map[protocol.ID]bool
	follows map[protocol.ID]protocol.ID // only nodes that run
	gone    protocol.ID                 // the leader whose end is open; Nobody: none
	since   protocol.Time
	took    []time.Duration
	cut     int
}

func newTakeovers(w measure.Window) *takeovers {
	return &takeovers{window: w, running: map[protocol.ID]bool{}, follows: map[protocol.ID]protocol.ID{}}
}

// takeoverKey describes the metric of a run: the mean of its takeovers.
func takeoverKey() measure.Key {
	return measure.Key{Name: "takeover_s", Title: "takeover", Unit: "s", Decimals: 3, Better: measure.Lower, Exact: true,
		Meaning: "from the end of a leader until every node that runs follows one that runs"}
}

// Wants is the records of lives and leaders.
func (t *takeovers) Wants() trace.Set {
	return trace.Of(trace.Boot, trace.Crash, trace.Absent, trace.Elected, trace.Electing, trace.End)
}

// Record takes the next record.
func (t *takeovers) Record(r *trace.Record) {
	switch r.Kind {
	case trace.Boot:
		t.running[r.Node] = true
		t.follows[r.Node] = protocol.Nobody
		if r.Node == t.gone {
			t.cutOff()
		}
	case trace.Crash, trace.Absent:
		t.stopped(r)
	case trace.Elected:
		if t.running[r.Node] {
			t.follows[r.Node] = r.Peer
		}
	case trace.Electing:
		if t.running[r.Node] {
			t.follows[r.Node] = protocol.Nobody
		}
	case trace.End:
		if t.gone != protocol.Nobody {
			t.cutOff()
		}
		return
	}
	if t.gone != protocol.Nobody && t.settled() {
		t.took = append(t.took, r.At.Sub(t.since))
		t.gone = protocol.Nobody
	}
}

// stopped ends a node's life, and begins a takeover if another node follows it. Of two
// leaders that stop one after the other, one takeover counts, from the first.
func (t *takeovers) stopped(r *trace.Record) {
	if !t.running[r.Node] {
		return
	}
	delete(t.running, r.Node)
	delete(t.follows, r.Node)
	followed := slices.Contains(slices.Collect(maps.Values(t.follows)), r.Node)
	if followed && t.gone == protocol.Nobody && r.At >= t.window.Warmup {
		t.gone, t.since = r.Node, r.At
	}
}

// settled reports whether every node that runs follows one that runs.
func (t *takeovers) settled() bool {
	for _, leader := range t.follows {
		if !t.running[leader] {
			return false
		}
	}
	return len(t.follows) > 0
}

func (t *takeovers) cutOff() { t.gone, t.cut = protocol.Nobody, t.cut+1 }

// Value is the mean of the run's takeovers; not known if there was none.
func (t *takeovers) Value() measure.Value {
	if len(t.took) == 0 {
		return measure.Value{}
	}
	var sum time.Duration
	for _, d := range t.took {
		sum += d
	}
	return measure.Value{X: sum.Seconds() / float64(len(t.took)), Known: true}
}

// takeoverMetric is the metric for a campaign.
func takeoverMetric() measure.Own {
	return measure.Own{Key: takeoverKey(), New: func(w measure.Window) measure.Meter { return newTakeovers(w) }}
}
