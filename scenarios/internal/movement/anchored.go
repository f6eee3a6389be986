package movement

import (
	"bellwether/internal/formats/movetrace"
	"bellwether/mobility"
)

// anchor tells where on Earth the world is, and when the run begins, as far as its traces
// say it.
func (w *Ways) anchor() (a movetrace.Anchor) {
	for _, of := range w.Replays {
		one := of.Excerpt.Anchor()
		if one.OnEarth && !a.OnEarth {
			a.OnEarth, a.Centre, a.Corner = true, one.Centre, one.Corner
		}
		if a.Start.IsZero() {
			a.Start = one.Start
		}
	}
	return a
}

// anchored is movement on Earth, or at a date.
type anchored struct {
	mobility.Model
	anchor movetrace.Anchor
}

// Anchor tells where and when.
func (m anchored) Anchor() movetrace.Anchor { return m.anchor }

// Altitudes are the model's own.
func (m anchored) Altitudes() mobility.Altitudes { return mobility.AltitudesOf(m.Model) }

// ForRun is the movement of a run.
func (m anchored) ForRun(seed uint64) mobility.Model {
	return anchored{mobility.ForRun(m.Model, seed), m.anchor}
}
