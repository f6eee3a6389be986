package recorded

import (
	"slices"
	"time"

	"bellwether/internal/formats/contacts"
	"bellwether/scenarios/internal/air"
	"bellwether/scenarios/internal/section"
)

// A World is what a scenario has of recordings.
type World struct {
	Replays []*Replay
	Movings []section.Moving
	Nodes   int
	Met     *contacts.Trace // nil if the links do not come from a file of contacts
	Radio   *section.Radio
	Table   air.Table // of links; nil if the radio has none
}

// Ruling returns the recording that decides how long a run is: of several traces the one that
// lasts for longest. It reports whether there is a recording.
func (w *World) Ruling() (of Recording, ok bool) {
	switch {
	case w.Met != nil:
		_, last := w.Met.Span()
		of = Recording{Section: "radio", File: w.Radio.File, Begin: w.Radio.Begin.Std(), End: w.Radio.End.Std(), Last: last}
	case len(w.Replays) > 0:
		for i, one := range w.Movement() {
			if i == 0 || one.Lasts() > of.Lasts() {
				of = one
			}
		}
	case w.Table != nil && w.Table.Last() > w.Table.First():
		of = Recording{Section: "radio", File: w.Radio.File, Last: time.Duration(w.Table.Last())}
	default:
		return of, false
	}
	if of.End == 0 {
		of.End = of.Last
	}
	return of, true
}

// Movement are the recordings of movement.
func (w *World) Movement() (all []Recording) {
	for _, one := range w.Replays {
		of := Recording{Section: one.Path, File: one.File, Begin: one.Begin, End: one.End, Last: one.Trace.Duration(), Replay: one,
			Nodes: w.NodesOf(one), Cut: w.cuts(one)}
		if of.End == 0 {
			of.End = of.Last
		}
		all = append(all, of)
	}
	return all
}

// cuts reports whether begin or end take a part of a trace.
func (w *World) cuts(of *Replay) bool {
	return slices.ContainsFunc(w.Movings, func(m section.Moving) bool { return m.Path == of.Path && (m.Begin > 0 || m.End > 0) })
}

// NodesOf is how many nodes replay a trace.
func (w *World) NodesOf(of *Replay) int {
	for _, m := range w.Movings {
		if m.Path == of.Path && m.Group != nil {
			return m.Group.Nodes
		}
	}
	return w.Nodes
}
