package figure_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot/vg"

	"bellwether/internal/draw/figure"
	"bellwether/protocol"
	"bellwether/trace/measure"
)

// fails has the methods that rapid.T and testing.T share.
type fails interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// legible checks what holds for every figure: no text outside the page,
// none over another, none smaller than seven points.
func legible(t fails, name string, f figure.Figure, w figure.Width) {
	t.Helper()
	legiblePrint(t, name, f, figure.Print{Width: w, TextPt: 7})
	wellFormed(t, name, f, w)
}

// legiblePrint checks the same of a print: no text is smaller than it asks for.
func legiblePrint(t fails, name string, f figure.Figure, as figure.Print) {
	t.Helper()
	w := as.Width
	texts, page, err := figure.PrintedTexts(f, as)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	const slack = vg.Length(0.05) // rounding
	for i, a := range texts {
		if a.Box.Min.X < -slack || a.Box.Min.Y < -slack || a.Box.Max.X > page.Max.X+slack || a.Box.Max.Y > page.Max.Y+slack {
			t.Errorf("%s, %s: %q at %v leaves the page %v", name, w, a.Text, a.Box, page.Max)
		}
		if a.Size < vg.Length(as.TextPt)-1e-9 {
			t.Errorf("%s, %s: %q has %v points", name, w, a.Text, a.Size)
		}
		for _, b := range texts[:i] {
			if a.Box.Min.X+slack < b.Box.Max.X && b.Box.Min.X+slack < a.Box.Max.X &&
				a.Box.Min.Y+slack < b.Box.Max.Y && b.Box.Min.Y+slack < a.Box.Max.Y {
				t.Errorf("%s, %s: %q at %v overlaps %q at %v", name, w, a.Text, a.Box, b.Text, b.Box)
			}
		}
	}
}

// wellFormed draws a figure as SVG, and reads it as XML.
func wellFormed(t fails, name string, f figure.Figure, w figure.Width) {
	t.Helper()
	var b bytes.Buffer
	if err := figure.WriteFigure(&b, figure.SVG, f, w); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if text := b.String(); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
		t.Errorf("%s: the SVG holds what is no number", name)
	}
	for d := xml.NewDecoder(&b); ; {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("%s: not XML: %v", name, err)
		}
	}
}

func TestExamplesAreLegible(t *testing.T) {
	drawn, files = nil, nil
	t.Cleanup(func() { files = figure.Images() })
	for _, e := range examples {
		e.draw()
	}
	for i, f := range drawn {
		for _, w := range []figure.Width{figure.Single, figure.Double} {
			legible(t, examples[i].name, f, w)
		}
	}
}

// crowd returns nineteen lines with long names that end in nearly one point.
func crowd() *figure.Lines {
	l := &figure.Lines{Title: strings.Repeat("A title of many words that goes on for some lines. ", 4),
		X: figure.Axis{Title: "radio.range", Unit: "m"}, Y: figure.Axis{Title: "messages", Unit: "/node/s"}}
	for i := range 19 {
		s := figure.Series{Label: fmt.Sprintf("an-algorithm-with-a-long-name-%d", i)}
		for x := range 40 {
			s.Points = append(s.Points, figure.Point{X: 100 + 12.5*float64(x), Y: &measure.Summary{Mean: 1e6 + float64(i)}})
		}
		l.Series = append(l.Series, s)
	}
	return l
}

func TestACrowdOfLinesIsLegible(t *testing.T) {
	for _, w := range []figure.Width{figure.Single, figure.Double} {
		legible(t, "crowd", crowd(), w)
	}
	l := crowd()
	for i := range l.Series {
		l.Series[i].Points = l.Series[i].Points[:5]
		for k := range l.Series[i].Points {
			l.Series[i].Points[k].X = float64(k)
		}
	}
	l.Names = []string{"unit-disk", "log-distance with shadowing", "two-ray", "free-space", "a channel of some very long name"}
	legible(t, "names", l, figure.Single)
}

// A timeline of two hundred nodes, forty of which led, with a fault every second is legible.
func TestACrowdedTimelineIsLegible(t *testing.T) {
	if testing.Short() {
		t.Skip("a picture of many lanes")
	}
	l := &figure.Timeline{Title: "Crowd", To: protocol.Time(2 * time.Minute), Names: map[protocol.ID]string{7: "gateway-of-the-north-wing"}}
	for id := protocol.ID(1); id <= 200; id++ {
		r := figure.Row{Node: id}
		for s := range 40 {
			from := protocol.Time(3 * s * int(time.Second))
			r.Spans = append(r.Spans, figure.Span{From: from, To: from + protocol.Time(3*time.Second), Condition: figure.Following, Leader: protocol.ID(s + 1)})
		}
		l.Rows = append(l.Rows, r)
	}
	for s := range 120 {
		l.Strikes = append(l.Strikes, figure.Strike{At: protocol.Time(s * int(time.Second)), Node: protocol.ID(s + 1), Name: "radio-off"})
	}
	for _, w := range []figure.Width{figure.Single, figure.Double} {
		legible(t, "timeline", l, w)
	}
	texts, _, _ := figure.Texts(l, figure.Single)
	told := false
	for _, w := range texts {
		told = told || strings.Contains(w.Text, "Faults without room")
	}
	if !told {
		t.Error("faults are left out, and the figure does not say so")
	}
}

// A map of many nodes in one spot, on a line, or spread is legible: names that have no room
// are left out and counted.
func TestACrowdedMapIsLegible(t *testing.T) {
	for name, at := range map[string]func(i float64) figure.Spot{
		"spot":   func(float64) figure.Spot { return figure.Spot{X: 5, Y: 5} },
		"line":   func(i float64) figure.Spot { return figure.Spot{X: 3 * i} },
		"tower":  func(i float64) figure.Spot { return figure.Spot{Y: 3 * i} },
		"spiral": func(i float64) figure.Spot { return figure.Spot{X: i * math.Cos(i), Y: i * math.Sin(i)} },
	} {
		m := &figure.Map{Title: name, Range: 20}
		for i := range 150 {
			m.Places = append(m.Places, figure.Place{Node: protocol.ID(i + 1), At: at(float64(i)), Condition: figure.Condition(i % 4), Leader: protocol.ID(i%12 + 1)})
		}
		for _, w := range []figure.Width{figure.Single, figure.Double} {
			legible(t, name, m, w)
		}
	}
}

// Labels at one place are moved apart no further than necessary: two that are
// nine points high, each by half of that.
func TestLabelsMoveNoFurtherThanTheyMust(t *testing.T) {
	same := func(label string, y float64) figure.Series {
		return figure.Series{Label: label, Points: []figure.Point{{X: 0, Y: &measure.Summary{Mean: 0}}, {X: 1, Y: &measure.Summary{Mean: y}}}}
	}
	l := &figure.Lines{Series: []figure.Series{same("a", 5), same("b", 5), same("top", 10)}}
	texts, _, err := figure.Texts(l, figure.Single)
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]vg.Length{}
	for _, w := range texts {
		at[w.Text] = w.Box.Min.Y
	}
	// Ticks and labels are both in the middle of their value.
	if a, b, five := at["a"], at["b"], (at["4"]+at["6"])/2; math.Abs(float64(a-b-9)) > 1e-6 || math.Abs(float64((a+b)/2-five)) > 1e-6 {
		t.Errorf("a at %v, b at %v, their value at %v", a, b, five)
	}
	if math.Abs(float64(at["top"]-at["10"])) > 1e-6 {
		t.Errorf("a label was moved that stood alone: %v, its value is at %v", at["top"], at["10"])
	}
}
