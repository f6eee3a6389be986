package figure

import (
	"maps"
	"slices"

	"bellwether/protocol"
	"bellwether/trace"
)

// A History is a sink that records the timeline of a run.
type History struct {
	rows    map[protocol.ID]*Row
	strikes []Strike
	names   names
	end     protocol.Time
}

// Wants returns the kinds that change the condition of a node, faults, names and the end.
func (h *History) Wants() trace.Set {
	return trace.Of(trace.Boot, trace.Crash, trace.Absent, trace.Electing, trace.Elected, trace.Fault, trace.Over, trace.Named, trace.End)
}

// Record adds a record. The timeline ends at the last one or later.
func (h *History) Record(r *trace.Record) {
	h.end = max(h.end, r.At)
	switch r.Kind {
	case trace.Boot:
		h.turn(r, Leaderless, protocol.Nobody)
	case trace.Crash:
		h.turn(r, stopped(r), protocol.Nobody)
	case trace.Absent:
		h.turn(r, Away, protocol.Nobody)
	case trace.Electing:
		h.turn(r, Electing, protocol.Nobody)
	case trace.Elected:
		if r.Peer == protocol.Nobody {
			h.turn(r, Leaderless, protocol.Nobody)
		} else {
			h.turn(r, Following, r.Peer)
		}
	case trace.Fault:
		h.strikes = append(h.strikes, Strike{r.At, r.Node, r.Name})
	case trace.Over:
		h.over(r)
	case trace.Named:
		h.names.learn(r)
	}
}

// over adds the end of a fault that struck the world. Ends of faults of single nodes are
// left out: they would hide the names of faults. The end of a partition is left out if a
// heal is recorded at the same instant.
func (h *History) over(r *trace.Record) {
	switch {
	case r.Node != protocol.Nobody:
		return
	case r.Name == partition:
		for i := len(h.strikes) - 1; i >= 0 && h.strikes[i].At == r.At; i-- {
			if h.strikes[i].Name == heal {
				return
			}
		}
	}
	h.strikes = append(h.strikes, Strike{r.At, r.Node, r.Name + ends})
}

// stopped returns the condition of a node after a crash: battery empty, or down.
func stopped(r *trace.Record) Condition {
	if r.Why == trace.WhyBattery {
		return Empty
	}
	return Down
}

func (h *History) row(id protocol.ID) *Row {
	if h.rows == nil {
		h.rows = map[protocol.ID]*Row{}
	}
	row := h.rows[id]
	if row == nil {
		row = &Row{Node: id}
		h.rows[id] = row
	}
	return row
}

// turn ends the last span of a node and begins a new one.
func (h *History) turn(r *trace.Record, to Condition, leader protocol.ID) {
	row := h.row(r.Node)
	if n := len(row.Spans); n > 0 {
		last := &row.Spans[n-1]
		if last.Condition == to && last.Leader == leader && to != Down && to != Empty {
			return
		}
		last.To = r.At
	}
	row.Spans = append(row.Spans, Span{From: r.At, To: r.At, Condition: to, Leader: leader})
}

// Timeline returns the figure, with nodes in the order of their IDs.
func (h *History) Timeline(title string) *Timeline {
	l := &Timeline{Title: title, To: h.end, Strikes: h.strikes, Names: h.names}
	for _, id := range slices.Sorted(maps.Keys(h.rows)) {
		row := *h.rows[id]
		row.Spans = slices.Clone(row.Spans)
		row.Spans[len(row.Spans)-1].To = h.end
		l.Rows = append(l.Rows, row)
	}
	return l
}

// names are the names of nodes, which live runs have.
type names map[protocol.ID]string

func (n *names) learn(r *trace.Record) {
	if *n == nil {
		*n = names{}
	}
	(*n)[r.Peer] = r.Name
}
