package figure_test

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bellwether/internal/draw/figure"
	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// anyNumber returns a number of any size, mostly one that can be drawn.
func anyNumber(t *rapid.T, name string) float64 {
	if rapid.IntRange(0, 40).Draw(t, "wild") == 0 {
		return rapid.Float64().Draw(t, name)
	}
	return rapid.OneOf(rapid.Float64Range(-1e3, 1e3), rapid.Float64Range(0, 1), rapid.Float64Range(-1e12, 1e12),
		rapid.Float64Range(-1e-9, 1e-9), rapid.Just(0.0), rapid.Just(42.0)).Draw(t, name)
}

func anyText(t *rapid.T, name string) string {
	return rapid.OneOf(rapid.Just("vasudevan"), rapid.Just(""), rapid.StringN(0, 12, -1), rapid.StringN(0, 300, -1),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 30), func(b []byte) string { return string(b) })).Draw(t, name)
}

func anyTime(t *rapid.T, name string) protocol.Time {
	return protocol.Time(rapid.OneOf(rapid.Int64Range(0, 1e10), rapid.Int64(), rapid.Just(int64(0))).Draw(t, name))
}

func anyID(t *rapid.T, name string) protocol.ID {
	return protocol.ID(rapid.OneOf(rapid.Uint32Range(0, 12), rapid.Uint32()).Draw(t, name))
}

func anyObservations(t *rapid.T) []figure.Observation {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) figure.Observation {
		return figure.Observation{X: anyNumber(t, "x"), Censored: rapid.Bool().Draw(t, "censored")}
	}), 0, 12).Draw(t, "values")
}

func anyAxis(t *rapid.T) figure.Axis {
	return figure.Axis{Title: anyText(t, "axis"), Unit: anyText(t, "unit"), Percent: rapid.Bool().Draw(t, "percent")}
}

func anyLines(t *rapid.T) figure.Figure {
	l := &figure.Lines{Title: anyText(t, "title"), X: anyAxis(t), Y: anyAxis(t)}
	for range rapid.IntRange(0, 10).Draw(t, "series") {
		s := figure.Series{Label: anyText(t, "label")}
		for range rapid.IntRange(0, 6).Draw(t, "points") {
			p := figure.Point{X: anyNumber(t, "x")}
			if rapid.IntRange(0, 5).Draw(t, "known") > 0 {
				p.Y = &measure.Summary{Mean: anyNumber(t, "mean"), Censored: rapid.IntRange(0, 1).Draw(t, "censored")}
				if rapid.Bool().Draw(t, "interval") {
					low, high := anyNumber(t, "low"), anyNumber(t, "high")
					p.Y.Low, p.Y.High = &low, &high
				}
			}
			s.Points = append(s.Points, p)
		}
		for range rapid.IntRange(0, 3).Draw(t, "beside") {
			s.Beside = append(s.Beside, figure.Spot{X: anyNumber(t, "x"), Y: anyNumber(t, "y")})
		}
		l.Series = append(l.Series, s)
	}
	l.Beside, l.Notes = anyText(t, "beside"), rapid.SliceOfN(rapid.String(), 0, 2).Draw(t, "notes")
	if rapid.Bool().Draw(t, "by name") {
		l.Names = rapid.SliceOfN(rapid.String(), 0, 6).Draw(t, "names")
	}
	return l
}

func anyBoxes(t *rapid.T) figure.Figure {
	b := &figure.Boxes{Title: anyText(t, "title"), X: anyAxis(t)}
	for range rapid.IntRange(0, 8).Draw(t, "rows") {
		b.Rows = append(b.Rows, figure.Box{Label: anyText(t, "label"), Values: anyObservations(t)})
	}
	return b
}

func anyBars(t *rapid.T) figure.Figure {
	b := &figure.Bars{Title: anyText(t, "title"), X: anyAxis(t), Notes: rapid.SliceOfN(rapid.String(), 0, 2).Draw(t, "notes")}
	for range rapid.IntRange(0, 12).Draw(t, "parts") {
		b.Parts = append(b.Parts, anyText(t, "part"))
	}
	for range rapid.IntRange(0, 4).Draw(t, "panels") {
		p := figure.BarPanel{Title: anyText(t, "panel")}
		for range rapid.IntRange(0, 8).Draw(t, "rows") {
			r := figure.Bar{Label: anyText(t, "label")}
			for range b.Parts {
				r.Values = append(r.Values, anyNumber(t, "value"))
			}
			p.Rows = append(p.Rows, r)
		}
		b.Panels = append(b.Panels, p)
	}
	return b
}

func anyECDF(t *rapid.T) figure.Figure {
	e := &figure.ECDF{Title: anyText(t, "title"), X: anyAxis(t)}
	for range rapid.IntRange(0, 8).Draw(t, "series") {
		e.Series = append(e.Series, figure.Sample{Label: anyText(t, "label"), Values: anyObservations(t)})
	}
	if rapid.Bool().Draw(t, "survival") {
		return (*figure.Survival)(e)
	}
	return e
}

// anyRecords passes random records to a sink, in orders that no run would have.
func anyRecords(t *rapid.T, to trace.Sink) {
	kinds := []trace.Kind{trace.Boot, trace.Crash, trace.Absent, trace.Electing, trace.Elected, trace.Move, trace.LinkUp,
		trace.LinkDown, trace.State, trace.Fault, trace.Energy, trace.Named, trace.End}
	at := protocol.Time(0)
	for range rapid.IntRange(0, 60).Draw(t, "records") {
		at += protocol.Time(rapid.Int64Range(0, 1e9).Draw(t, "later"))
		r := trace.Record{At: at, Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), Node: anyID(t, "node"), Peer: anyID(t, "peer"),
			Value: rapid.Int64().Draw(t, "value"), X: anyNumber(t, "x"), Y: anyNumber(t, "y"), VX: anyNumber(t, "vx"), VY: anyNumber(t, "vy"),
			Why:  rapid.SampledFrom([]trace.Why{trace.NoReason, trace.WhyBattery}).Draw(t, "why"),
			Name: rapid.OneOf(rapid.SampledFrom([]string{"parent", "in_tree", "partition", "heal", "crash"}), rapid.String()).Draw(t, "name")}
		if to.Wants().Has(r.Kind) {
			to.Record(&r)
		}
	}
}

func anyTimeline(t *rapid.T) figure.Figure {
	h := new(figure.History)
	anyRecords(t, h)
	l := h.Timeline(anyText(t, "title"))
	if rapid.Bool().Draw(t, "part") {
		l.From, l.To = anyTime(t, "from"), anyTime(t, "to")
	}
	return l
}

func anyMap(t *rapid.T) figure.Figure {
	m := &figure.Moment{At: anyTime(t, "at")}
	anyRecords(t, m)
	out := m.Map(anyText(t, "title"))
	out.Range = anyNumber(t, "range")
	for range rapid.IntRange(0, 3).Draw(t, "obstacles") {
		var o []figure.Spot
		for range rapid.IntRange(0, 5).Draw(t, "corners") {
			o = append(o, figure.Spot{X: anyNumber(t, "x"), Y: anyNumber(t, "y")})
		}
		out.Obstacles = append(out.Obstacles, o)
	}
	return out
}

func anyEnergy(t *rapid.T) figure.Figure {
	d := new(figure.Drains)
	anyRecords(t, d)
	return d.Energy(anyText(t, "title"))
}

// anySpaceTime returns steps that mostly follow each other.
func anySpaceTime(t *rapid.T) figure.Figure {
	s := &figure.SpaceTime{Title: anyText(t, "title"), Says: rapid.SliceOfN(rapid.String(), 0, 4).Draw(t, "says"), Start: anyTime(t, "start")}
	lasts := func() protocol.Time { // mostly such that all steps can be drawn
		if rapid.IntRange(0, 200).Draw(t, "wild") == 0 {
			return anyTime(t, "lasts")
		}
		return protocol.Time(rapid.OneOf(rapid.Int64Range(0, 1e10), rapid.Int64Range(0, 1e6), rapid.Just(int64(0))).Draw(t, "lasts"))
	}
	at, node := lasts(), anyID(t, "node")
	if rapid.IntRange(0, 9).Draw(t, "from its first step") > 0 {
		s.Start = at
	}
	for range rapid.IntRange(0, 45).Draw(t, "steps") {
		step := figure.SpaceStep{Since: at, Until: at + lasts(), From: node, To: node, Kind: figure.SpaceKind(rapid.IntRange(0, 3).Draw(t, "kind")),
			Text: anyText(t, "text"), Lost: rapid.IntRange(0, 3).Draw(t, "lost")}
		if step.Kind != figure.Wait && step.Kind != figure.Work {
			step.To = anyID(t, "to")
		}
		for range rapid.IntRange(0, 4).Draw(t, "marks") {
			s.Marks = append(s.Marks, figure.SpaceMark{At: at + lasts()/2, Node: node, Lost: rapid.Bool().Draw(t, "lost"), Text: anyText(t, "mark")})
		}
		s.Steps = append(s.Steps, step)
		at, node = step.Until, step.To
	}
	return s
}

// anyFigure returns any figure with any data, most of which are not valid.
func anyFigure(t *rapid.T) figure.Figure {
	return rapid.SampledFrom([]func(*rapid.T) figure.Figure{anyLines, anyBoxes, anyBars, anyECDF, anyTimeline, anyMap, anyEnergy, anySpaceTime}).Draw(t, "figure")(t)
}

// holds checks that a figure is refused with a reason, or is legible.
func holds(t *rapid.T) {
	f := anyFigure(t)
	w := rapid.SampledFrom(figure.Widths()).Draw(t, "width")
	if err := figure.WriteFigure(new(bytes.Buffer), figure.SVG, f, w); err != nil {
		if !strings.HasPrefix(err.Error(), "") {
			t.Errorf("an error that does not say where it comes from: %v", err)
		}
		return
	}
	legible(t, "any", f, w)
}

func TestAnyFigureIsLegibleOrRefused(t *testing.T) { rapid.Check(t, holds) }

func FuzzFigures(f *testing.F) { f.Fuzz(rapid.MakeFuzz(holds)) }
