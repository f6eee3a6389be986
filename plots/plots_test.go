package plots_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"bellwether/plots"
	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// runs returns values that spread about a middle; those beyond a horizon are censored.
func runs(label string, middle, spread, horizon float64) plots.Sample {
	s := plots.Sample{Label: label}
	for i := range 20 {
		x := middle * math.Exp(spread*(float64(i)-9.5)/6)
		if x > horizon {
			s.CutOff = append(s.CutOff, horizon)
		} else {
			s.Values = append(s.Values, x)
		}
	}
	return s
}

func electionTime() plots.Axis {
	key, _ := measure.FindKey("election_time_s")
	return plots.MetricAxis(&key)
}

// manyLabels are the rows of the figure with a panel for each.
var manyLabels = strings.Fields(`vasudevan vasudevan-udp vasudevan-optimised bully chang-roberts
	chang-roberts-replacing ring-list le-lann franklin a-elect-leader-c s-elect-leader-c simple-sync omega
	omega-crash-recovery raft flood-max link-reversal global-view topology-aware`)

// A figure of this package is, byte for byte, the one that the command line draws from the
// same data.
func TestFiguresAreThoseOfTheCommandLine(t *testing.T) {
	many := &plots.ECDF{Title: "Campus walk: how long elections take", X: plots.Axis{Title: "election time", Unit: "s", Log: true}, Of: "elections"}
	for i, label := range manyLabels {
		s := runs(label, 0.1*float64(3+i), 0.5+0.03*float64(i), 6)
		s.Runs = 10
		many.Samples = append(many.Samples, s)
	}
	ten := &plots.Lines{Title: "Ten algorithms", X: plots.Axis{Title: "nodes"}, Y: plots.Axis{Title: "leaderless", Percent: true}}
	for i, label := range []string{"vasudevan", "bully", "chang-roberts", "ring-list", "le-lann", "franklin", "raft", "flood-max", "global-view", "omega"} {
		s := plots.Series{Label: label}
		for _, n := range []float64{20, 40, 60, 80, 100} {
			mean := 0.02 + 0.004*float64(i) + 0.0003*n*float64(1+i%3)
			low, high := mean*0.8, mean*1.2
			s.Points = append(s.Points, plots.Point{X: n, Y: &measure.Summary{Mean: mean, Low: &low, High: &high, N: 10}})
		}
		ten.Series = append(ten.Series, s)
	}
	for name, f := range map[string]plots.Figure{
		"boxes": &plots.Boxes{Title: "Time to elect", X: electionTime(), Samples: []plots.Sample{
			runs("vasudevan", 4, 0.3, 60), runs("vasudevan-optimised", 2.5, 0.5, 60), runs("bully", 17, 0.8, 60),
			runs("chang-roberts", 25, 0.4, 60), runs("le-lann", 400, 0.2, 60),
		}},
		"ecdf": &plots.ECDF{Title: "Time to elect", X: electionTime(), Samples: []plots.Sample{
			runs("vasudevan", 4, 0.3, 60), runs("vasudevan-optimised", 2.5, 0.5, 60), runs("bully", 17, 0.8, 60), runs("chang-roberts", 25, 0.4, 60),
		}},
		"ecdf-many":  many,
		"lines-many": ten,
	} {
		var b bytes.Buffer
		if err := plots.WriteFigure(&b, plots.SVG, f, plots.Single); err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join("../internal/draw/figure/testdata", name+".svg"))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%s differs from internal/draw/figure/testdata/%[1]s.svg", name)
		}
	}
}

// A timeline takes the records of a run, and names their nodes and faults.
func TestTimeline(t *testing.T) {
	line := &plots.Timeline{Title: "One node"}
	for _, r := range []trace.Record{
		{Kind: trace.Boot, Node: 7, Value: 1},
		{At: protocol.Time(time.Second), Kind: trace.Elected, Node: 7, Peer: 7},
		{At: protocol.Time(2 * time.Second), Kind: trace.Fault, Name: "partition"},
		{At: protocol.Time(3 * time.Second), Kind: trace.End},
	} {
		if !line.Wants().Has(r.Kind) {
			t.Errorf("the timeline does not want %v", r.Kind)
		}
		line.Record(&r)
	}
	var b bytes.Buffer
	if err := plots.WriteFigure(&b, plots.SVG, line, plots.Double); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"One node", ">7<", "partition"} {
		if !strings.Contains(b.String(), text) {
			t.Errorf("the timeline lacks %q", text)
		}
	}
}

// Each width that has a name here is as wide as it says, in points of the page.
func TestWidthsAreThoseOfThePage(t *testing.T) {
	for width, mm := range map[plots.Width]float64{plots.Single: 85, plots.Double: 178, plots.Column: 88.9, plots.Page: 181.9} {
		var b bytes.Buffer
		f := &plots.Timeline{Title: "t"}
		f.Record(&trace.Record{Kind: trace.Boot, Node: 7, Value: 1})
		f.Record(&trace.Record{At: protocol.Time(time.Second), Kind: trace.End})
		if err := plots.WriteFigure(&b, plots.SVG, f, width); err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(b.String(), `<svg width="`)
		text, _, _ := strings.Cut(rest, `pt"`)
		points, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatalf("%s: %v in %.200s", width, err, &b)
		}
		if got := points / 72 * 25.4; math.Abs(got-mm) > 0.1 {
			t.Errorf("%s is %.1f mm wide, want %v", width, got, mm)
		}
	}
}

// An error names the package and the fault, and nothing is written.
func TestErrors(t *testing.T) {
	for want, f := range map[string]func(*bytes.Buffer) error{
		"plots: lines: nothing to draw: no series has a value": func(b *bytes.Buffer) error {
			return plots.WriteFigure(b, plots.SVG, &plots.Lines{}, plots.Single)
		},
		`plots: no width is called "triple"; there are single, double, column, page and screen, and millimetres like 122mm`: func(b *bytes.Buffer) error {
			return plots.WriteFigure(b, plots.SVG, &plots.Boxes{}, "triple")
		},
		`plots: no format is called "word"; there are text, markdown, html, latex, csv`: func(b *bytes.Buffer) error {
			return (&plots.Table{Header: []string{"a"}}).Write(b, "word")
		},
		"plots: there is no figure: it is nil": func(b *bytes.Buffer) error {
			return plots.WriteFigure(b, plots.SVG, nil, plots.Single)
		},
		"plots: there is no report: it is nil": func(b *bytes.Buffer) error {
			return plots.WriteReport(b, plots.Text, nil, plots.ReportOptions{})
		},
		`plots: no metric is called "speed"`: func(b *bytes.Buffer) error {
			return plots.WriteReport(b, plots.Text, &measure.Report{}, plots.ReportOptions{Columns: []string{"speed"}})
		},
	} {
		var b bytes.Buffer
		if err := f(&b); fmt.Sprint(err) != want || b.Len() > 0 {
			t.Errorf("%v and %d bytes, want %s and none", err, b.Len(), want)
		}
	}
}
