package film

import (
	"cmp"
	"slices"

	"bellwether/protocol"
	"bellwether/trace"
)

// mostMoments bounds the moments of a kind: more marks could not be told apart.
const mostMoments = 2000

// moments collects what one may want to jump to.
type moments struct {
	all      []Moment
	counts   map[string]int
	election int // number of the election under way, from 1; 0: no election
	contest  int // of all, from 1: the span with several leaders that is under way
}

func (m *moments) add(x Moment) (number int) {
	if m.counts == nil {
		m.counts = map[string]int{}
	}
	if m.counts[x.Kind]++; m.counts[x.Kind] > mostMoments {
		return 0
	}
	m.all = append(m.all, x)
	return len(m.all)
}

// take notes faults and crashes.
func (m *moments) take(r *trace.Record) {
	at, node := int64(r.At), uint32(r.Node)
	switch r.Kind {
	case trace.Fault:
		m.add(Moment{Kind: "fault", AtNs: at, Node: node, Name: r.Name})
	case trace.Over:
		if r.Node == protocol.Nobody {
			m.add(Moment{Kind: "over", AtNs: at, Name: r.Name})
		}
	case trace.Crash:
		m.add(Moment{Kind: "crash", AtNs: at, Node: node, Name: r.Why.String()})
	case trace.Intervened:
		m.add(Moment{Kind: "intervention", AtNs: at, Node: node, Name: r.Name})
	}
}

// elections notes the spans in which nodes are in an election.
func (m *moments) elections(at protocol.Time, electing int) {
	m.span(&m.election, at, electing > 0, Moment{Kind: "election"})
}

// rivals notes the spans in which a component has several leaders.
func (m *moments) rivals(at protocol.Time, leaders []protocol.ID) {
	x := Moment{Kind: "rivals"}
	for _, id := range leaders {
		x.Nodes = append(x.Nodes, uint32(id))
	}
	m.span(&m.contest, at, len(leaders) > 1, x)
}

// span begins or ends one of the spans.
func (m *moments) span(open *int, at protocol.Time, now bool, x Moment) {
	switch {
	case now && *open == 0:
		x.AtNs = int64(at)
		*open = m.add(x)
	case !now && *open != 0:
		m.all[*open-1].UntilNs = max(int64(at), m.all[*open-1].AtNs+1)
		*open = 0
	}
}

// list returns the moments in the order of their instants. Spans that are open end with the run.
func (m *moments) list(end protocol.Time) []Moment {
	m.span(&m.election, end, false, Moment{})
	m.span(&m.contest, end, false, Moment{})
	slices.SortStableFunc(m.all, func(a, b Moment) int { return cmp.Compare(a.AtNs, b.AtNs) })
	if m.all == nil {
		return []Moment{}
	}
	return m.all
}
