package plots

import (
	"bellwether/internal/draw/figure"
	"bellwether/trace/measure"
)

// An Axis is the meaning of the numbers along it.
type Axis struct {
	Title   string
	Unit    string // "" for a count or a ratio of counts
	Percent bool   // values are fractions, shown in percent
	Log     bool   // equal ratios are equally far; what is not above zero stands at the edge
}

// MetricAxis is the axis of a metric.
func MetricAxis(k *measure.Key) Axis { return Axis{Title: k.Title, Unit: k.Unit, Percent: k.Percent} }

func (a Axis) axis() figure.Axis {
	scale := figure.Linear
	if a.Log {
		scale = figure.Log
	}
	return figure.Axis{Title: a.Title, Unit: a.Unit, Percent: a.Percent, Scale: scale}
}

// Lines is a metric over an axis: a line for each series, with its 95 % intervals, named
// where it ends.
type Lines struct {
	Title  string
	X, Y   Axis
	Series []Series
	Names  []string // at 0, 1, … on the horizontal axis, where it has no numbers
	Notes  []string // below
}

// A Series is one line.
type Series struct {
	Label  string
	Points []Point // in any order
}

// A Point is what the runs at one place of the axis gave, such as Metrics.Get of a row of a
// report. Nil: the metric does not apply there, and the line has a gap. A point is hollow if
// some of its observations were cut off.
type Point struct {
	X float64
	Y *measure.Summary
}

func (l *Lines) figure() figure.Figure {
	out := &figure.Lines{Title: l.Title, X: l.X.axis(), Y: l.Y.axis(), Names: l.Names, Notes: l.Notes}
	for _, s := range l.Series {
		series := figure.Series{Label: s.Label}
		for _, p := range s.Points {
			series.Points = append(series.Points, figure.Point(p))
		}
		out.Series = append(out.Series, series)
	}
	return out
}
