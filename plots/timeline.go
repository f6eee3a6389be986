package plots

import (
	"bellwether/internal/draw"
	"bellwether/trace"
)

// A Timeline is one run: a row for each node, that tells whom it followed when, and the
// faults that struck. It is a sink: give it to the run, or the records of a trace, and draw
// it afterwards.
type Timeline struct {
	Title string

	history draw.History
}

// Wants is what changes how a node is, and what strikes it.
func (t *Timeline) Wants() trace.Set { return t.history.Wants() }

// Record takes what happened next. The run lasted at least until then.
func (t *Timeline) Record(r *trace.Record) { t.history.Record(r) }

func (t *Timeline) figure() draw.Figure { return t.history.Timeline(t.Title) }
