package plots

import (
	"bellwether/internal/draw/figure"
	"bellwether/trace"
)

// A Timeline is one run: a row for each node, which shows its leader over time, and the
// faults that struck. It is a sink: give it to the run, or the records of a trace, and draw
// it afterwards.
type Timeline struct {
	Title string

	history figure.History
}

// Wants is the records of changes of a node's state, and of faults.
func (t *Timeline) Wants() trace.Set { return t.history.Wants() }

// Record takes what happened next. The run lasted at least until then.
func (t *Timeline) Record(r *trace.Record) { t.history.Record(r) }

func (t *Timeline) figure() figure.Figure { return t.history.Timeline(t.Title) }
