package figure_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bellwether/internal/draw/figure"
	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/measure"
)

const second = protocol.Time(time.Second)

// tell passes records to a sink.
func tell(to trace.Sink, records ...trace.Record) {
	for i := range records {
		to.Record(&records[i])
	}
}

func TestHistoryKnowsHowEveryNodeWas(t *testing.T) {
	h := new(figure.History)
	tell(h,
		trace.Record{Kind: trace.Boot, Node: 2},
		trace.Record{Kind: trace.Absent, Node: 1},
		trace.Record{Kind: trace.Electing, Node: 2, At: 1 * second},
		trace.Record{Kind: trace.Electing, Node: 2, At: 2 * second}, // passes to another computation
		trace.Record{Kind: trace.Elected, Node: 2, Peer: 2, At: 3 * second},
		trace.Record{Kind: trace.Elected, Node: 2, Peer: 2, At: 4 * second}, // confirmed
		trace.Record{Kind: trace.Boot, Node: 1, At: 4 * second},
		trace.Record{Kind: trace.Elected, Node: 1, Peer: 2, At: 5 * second},
		trace.Record{Kind: trace.Fault, Node: 2, Name: "crash", At: 6 * second},
		trace.Record{Kind: trace.Crash, Node: 2, At: 6 * second},
		trace.Record{Kind: trace.Elected, Node: 1, At: 7 * second}, // nobody
		trace.Record{Kind: trace.Named, Node: 1, Peer: 2, Name: "mill", At: 7 * second},
		trace.Record{Kind: trace.End, At: 9 * second})
	want := &figure.Timeline{Title: "t", To: 9 * second,
		Rows: []figure.Row{
			{Node: 1, Spans: []figure.Span{
				{0, 4 * second, figure.Away, 0}, {4 * second, 5 * second, figure.Leaderless, 0},
				{5 * second, 7 * second, figure.Following, 2}, {7 * second, 9 * second, figure.Leaderless, 0}}},
			{Node: 2, Spans: []figure.Span{
				{0, 1 * second, figure.Leaderless, 0}, {1 * second, 3 * second, figure.Electing, 0},
				{3 * second, 6 * second, figure.Following, 2}, {6 * second, 9 * second, figure.Down, 0}}},
		},
		Strikes: []figure.Strike{{6 * second, 2, "crash"}},
		Names:   map[protocol.ID]string{2: "mill"},
	}
	got := h.Timeline("t")
	got.Names = map[protocol.ID]string(got.Names)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestMomentKnowsWhereEveryNodeIs(t *testing.T) {
	m := &figure.Moment{At: 10 * second}
	tell(m,
		trace.Record{Kind: trace.Move, Node: 1, X: 1, Y: 2, VX: 3, VY: -1, Value: int64(60 * second)},
		trace.Record{Kind: trace.Move, Node: 2, X: 5, Y: 5, VX: 1, Value: int64(4 * second)}, // stopped at (9, 5)
		trace.Record{Kind: trace.Move, Node: 3, X: 7, Y: 7},
		trace.Record{Kind: trace.Boot, Node: 1},
		trace.Record{Kind: trace.Boot, Node: 2},
		trace.Record{Kind: trace.Absent, Node: 3},
		trace.Record{Kind: trace.Boot, Node: 4}, // never told where it stands
		trace.Record{Kind: trace.LinkUp, Node: 2, Peer: 1},
		trace.Record{Kind: trace.LinkUp, Node: 2, Peer: 3},
		trace.Record{Kind: trace.LinkDown, Node: 3, Peer: 2, At: 2 * second},
		trace.Record{Kind: trace.State, Node: 2, Name: "parent", Value: 1, At: 3 * second},
		trace.Record{Kind: trace.State, Node: 2, Name: "in_tree", Value: 1, At: 3 * second},
		trace.Record{Kind: trace.State, Node: 1, Name: "parent", Value: 2, At: 3 * second},
		trace.Record{Kind: trace.State, Node: 1, Name: "in_tree", Value: 0, At: 4 * second},
		trace.Record{Kind: trace.Elected, Node: 1, Peer: 2, At: 10 * second},
		trace.Record{Kind: trace.Crash, Node: 1, At: 11 * second}, // later
		trace.Record{Kind: trace.End, At: 20 * second})
	want := &figure.Map{Title: "m",
		Places: []figure.Place{
			{Node: 1, At: figure.Spot{X: 31, Y: -8}, Condition: figure.Following, Leader: 2},
			{Node: 2, At: figure.Spot{X: 9, Y: 5}, Condition: figure.Leaderless, Parent: 1},
		},
		Links: []figure.Link{{1, 2}},
	}
	if diff := cmp.Diff(want, m.Map("m")); diff != "" {
		t.Error(diff)
	}
	if m.End() != 20*second {
		t.Errorf("ends at %v", m.End())
	}
}

// Nodes of a network without positions are on a circle, the first one at its top.
func TestMapWithoutPositions(t *testing.T) {
	m := new(figure.Moment)
	for id := range protocol.ID(4) {
		tell(m, trace.Record{Kind: trace.Boot, Node: id + 1})
	}
	got := m.Map("m")
	for i, want := range []figure.Spot{{0, 50}, {50, 0}, {0, -50}, {-50, 0}} {
		if at := got.Places[i].At; !got.Drawn || math.Hypot(at.X-want.X, at.Y-want.Y) > 1e-9 {
			t.Errorf("node %d stands at %v, want %v", i+1, at, want)
		}
	}
	texts, _, err := figure.Texts(got, figure.Single)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range texts {
		if strings.HasSuffix(w.Text, " m") {
			t.Errorf("a scale where there are no metres: %q", w.Text)
		}
	}
}

// Links by range are right for 3-4-5 triangles, and a node that is down has none.
func TestLinksByRange(t *testing.T) {
	m := &figure.Map{Range: 5, Places: []figure.Place{
		{Node: 1}, {Node: 2, At: figure.Spot{X: 3, Y: 4}}, {Node: 3, At: figure.Spot{X: 0, Y: 5.1}}, {Node: 4, Condition: figure.Down}}}
	with := legendOf(t, m)
	m.Range = 1
	if without := legendOf(t, m); !strings.Contains(with, "link") || strings.Contains(without, "link") {
		t.Errorf("with links %q, without %q", with, without)
	}
}

func legendOf(t *testing.T, f figure.Figure) string {
	t.Helper()
	texts, _, err := figure.Texts(f, figure.Single)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, w := range texts {
		all = append(all, w.Text)
	}
	return strings.Join(all, "|")
}

func TestDrainsKnowWhatIsLeft(t *testing.T) {
	d := new(figure.Drains)
	tell(d,
		trace.Record{Kind: trace.Energy, Node: 1, X: 0, Value: 2e6},
		trace.Record{Kind: trace.Energy, Node: 2, X: 0, Value: -1}, // no battery
		trace.Record{Kind: trace.Energy, Node: 1, X: 1.5, Value: 5e5, At: 3 * second},
		trace.Record{Kind: trace.Crash, Node: 1, Why: trace.WhyBattery, At: 4 * second},
		trace.Record{Kind: trace.Energy, Node: 1, X: 2, Value: 0, At: 5 * second})
	want := &figure.Energy{Title: "e", Remaining: true, Nodes: []figure.Drain{
		{Node: 1, Values: []figure.Charge{{0, 2}, {3 * second, 0.5}, {4 * second, 0}}, Empty: true}}}
	if diff := cmp.Diff(want, d.Energy("e")); diff != "" {
		t.Error(diff)
	}
	d = new(figure.Drains)
	tell(d, trace.Record{Kind: trace.Energy, Node: 2, X: 7, Value: -1, At: second})
	want = &figure.Energy{Title: "e", Nodes: []figure.Drain{{Node: 2, Values: []figure.Charge{{second, 7}}}}}
	if diff := cmp.Diff(want, d.Energy("e")); diff != "" {
		t.Error(diff)
	}
}

// Data that cannot be drawn are refused with a reason, and no file is left.
func TestWhatCannotBeDrawn(t *testing.T) {
	nan := &measure.Summary{Mean: math.NaN()}
	cut := []figure.Observation{{X: 60, Censored: true}}
	for want, f := range map[string]figure.Figure{
		"lines: nothing to draw: no series has a value":                     &figure.Lines{Series: []figure.Series{{Label: "a", Points: []figure.Point{{X: 1}}}}},
		`lines: series "a" has a point at 2 that is no number to draw: NaN`: &figure.Lines{Series: []figure.Series{{Label: "a", Points: []figure.Point{{2, nan}}}}},
		"bars: nothing to draw: all values are zero":                        &figure.Bars{Parts: []string{"a"}, Panels: []figure.BarPanel{{"p", []figure.Bar{{"r", []float64{0}}}}}},
		`bars: row "r" has 1 values for 2 parts`:                            &figure.Bars{Parts: []string{"a", "b"}, Panels: []figure.BarPanel{{"p", []figure.Bar{{"r", []float64{1}}}}}},
		"bars: 13 parts; at most 12 can be told apart":                      &figure.Bars{Parts: make([]string, 13), Panels: []figure.BarPanel{{"p", []figure.Bar{{"r", make([]float64, 13)}}}}},
		"bars: 61 rows; at most 60 fit a page":                              &figure.Bars{Panels: []figure.BarPanel{{"p", make([]figure.Bar, 61)}}},
		`bars: row "r" has a value that is no number to draw: +Inf`:         &figure.Bars{Parts: []string{"a"}, Panels: []figure.BarPanel{{"p", []figure.Bar{{"r", []float64{math.Inf(1)}}}}}},
		"boxes: nothing to draw: no row has a value":                        &figure.Boxes{Rows: []figure.Box{{Label: "a"}}},
		"boxes: nothing to draw: all 1 values were cut off":                 &figure.Boxes{Rows: []figure.Box{{Label: "a", Values: cut}}},
		"boxes: 46 rows; at most 45 fit a page":                             &figure.Boxes{Rows: make([]figure.Box, 46)},
		`boxes: row "a" has a value that is no number to draw: +Inf`:        &figure.Boxes{Rows: []figure.Box{{Label: "a", Values: []figure.Observation{{X: math.Inf(1)}}}}},
		"ecdf: nothing to draw: no series has a value":                      &figure.ECDF{},
		"ecdf: nothing to draw: all 1 values were cut off":                  &figure.ECDF{Series: []figure.Sample{{Label: "a", Values: cut}}},
		`ecdf: "a" has a value that is no number to draw: NaN`:              &figure.ECDF{Series: []figure.Sample{{Label: "a", Values: []figure.Observation{{X: math.NaN()}}}}},
		"timeline: nothing to draw: no node ever ran":                       &figure.Timeline{To: 1},
		"timeline: ends at 1s, and begins at 1s":                            &figure.Timeline{From: second, To: second, Rows: make([]figure.Row, 1)},
		"timeline: 501 nodes; at most 500 fit a page":                       &figure.Timeline{To: 1, Rows: make([]figure.Row, 501)},
		"map: nothing to draw: no node has a place at that time":            &figure.Map{},
		"map: node 3 stands at (NaN, 0)":                                    &figure.Map{Places: []figure.Place{{Node: 3, At: figure.Spot{X: math.NaN()}}}},
		"map: obstacle 1 has a corner at (0, +Inf)":                         &figure.Map{Places: make([]figure.Place, 1), Obstacles: [][]figure.Spot{{{Y: math.Inf(1)}}}},
		"map: the range is -1":                                              &figure.Map{Places: make([]figure.Place, 1), Range: -1},
		"map: 2001 nodes; at most 2000 can be told apart":                   &figure.Map{Places: make([]figure.Place, 2001)},
		"nothing to draw: the trace tells of no energy":                     &figure.Energy{},
		"node 1 has NaN J at 0s":                                            &figure.Energy{Nodes: []figure.Drain{{Node: 1, Values: []figure.Charge{{J: math.NaN()}}}}},
		"node 1: time runs backwards, from 1s to 0s":                        &figure.Energy{Nodes: []figure.Drain{{Node: 1, Values: []figure.Charge{{At: second}, {}}}}},
	} {
		file := filepath.Join(t.TempDir(), "f.svg")
		if err := figure.SaveFigure(file, f, figure.Single); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
		if _, err := os.Stat(file); err == nil {
			t.Errorf("%s: a file was written", want)
		}
	}
}

func TestWhereFiguresGo(t *testing.T) {
	f := crowd()
	for name, want := range map[string]string{
		"f.jpg":        `"f.jpg" ends in no format of figures; there are .svg, .png, .pdf and .eps`,
		"f":            `"f" ends in no format of figures; there are .svg, .png, .pdf and .eps`,
		"no/where.svg": "create no/where.svg: no such file or directory",
	} {
		if err := figure.SaveFigure(name, f, figure.Single); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if err := figure.WriteFigure(new(bytes.Buffer), "gif", f, figure.Single); err == nil {
		t.Error("wrote a gif")
	}
	if err := figure.WriteFigure(new(bytes.Buffer), figure.SVG, f, "wide"); err == nil || !strings.Contains(err.Error(), `"wide"`) {
		t.Errorf("got %v", err)
	}
	// 85 and 178 mm in points.
	for w, want := range map[figure.Width]float64{figure.Single: 85 / 25.4 * 72, figure.Double: 178 / 25.4 * 72} {
		if _, page, err := figure.Texts(f, w); err != nil || math.Abs(float64(page.Max.X)-want) > 0.01 {
			t.Errorf("%s is %v points wide, %v; want %v", w, page.Max.X, err, want)
		}
	}
}

// A battery that ran empty is not shown as a crash. The end of a fault is shown: that of a
// jam has a name and a line, and the time between is shaded.
func TestTimelineTellsBatteriesAndEnds(t *testing.T) {
	second := protocol.Time(time.Second)
	h := new(figure.History)
	for _, r := range []trace.Record{
		{At: 0, Kind: trace.Boot, Node: 1, Value: 1}, {At: 0, Kind: trace.Boot, Node: 2, Value: 1},
		{At: 10 * second, Kind: trace.Fault, Name: "jam"},
		{At: 20 * second, Kind: trace.Over, Name: "jam", Frame: 1},
		{At: 30 * second, Kind: trace.Fault, Name: "partition"},
		{At: 40 * second, Kind: trace.Fault, Name: "heal"},
		{At: 40 * second, Kind: trace.Over, Name: "partition", Frame: 2},
		{At: 50 * second, Kind: trace.Crash, Node: 1, Why: trace.WhyBattery},
		{At: 60 * second, Kind: trace.End},
	} {
		if h.Wants().Has(r.Kind) {
			h.Record(&r)
		}
	}
	texts, _, err := figure.Texts(h.Timeline("t"), figure.Double)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, w := range texts {
		count[w.Text]++
	}
	for text, want := range map[string]int{"jam": 1, "jam ends": 1, "partition": 1, "heal": 1, "partition ends": 0, "battery empty": 1, "crash": 0} {
		if count[text] != want {
			t.Errorf("%q stands there %d times, want %d: %v", text, count[text], want, count)
		}
	}
	m := &figure.Moment{At: 55 * second}
	for _, r := range []trace.Record{
		{Kind: trace.Boot, Node: 1}, {Kind: trace.Move, Node: 1, X: 3, Y: 4}, {At: 50 * second, Kind: trace.Crash, Node: 1, Why: trace.WhyBattery},
	} {
		m.Record(&r)
	}
	texts, _, err = figure.Texts(m.Map("m"), figure.Single)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range texts {
		if w.Text == "crashed" {
			t.Error("a map calls an empty battery a crash")
		}
		count[w.Text]++
	}
	if count["battery empty"] != 2 {
		t.Errorf("the map does not tell of the battery: %v", count)
	}
}
