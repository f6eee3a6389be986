package figures

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bellwether/internal/contract/provenance"
	"bellwether/internal/draw/figure"
	"bellwether/internal/study/results"
	"bellwether/protocol"
	"bellwether/trace"
)

// resultsIn writes lines into a new directory, and returns its path.
func resultsIn(t *testing.T, file string, lines ...string) string {
	t.Helper()
	dir := t.TempDir()
	text := strings.Join(lines, "\n")
	if strings.HasSuffix(text, "}") {
		text += "\n"
	}
	if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// line returns a line of results with one metric, a time.
func line(label string, seed int, axes, value, censored string) string {
	return fmt.Sprintf(`{"plan":"density","axes":{%s},"label":%q,"name":"x","goal":"best","seed":%d,`+
		`"metrics":{"first_death_s":%s,"leaderless_fraction":null,"censored":{%s},"medians":{"first_death_s":null}},"new":1}`,
		axes, label, seed, value, censored)
}

func TestLinesOverAnAxis(t *testing.T) {
	dir := resultsIn(t, "results.ndjson",
		line("a", 1, `"nodes":100`, "30", ""), line("a", 2, `"nodes":100`, "50", `"first_death_s":1`),
		line("b", 1, `"nodes":100`, "7", ""), line("b", 1, `"nodes":20`, "null", ""),
		line("a", 1, `"nodes":20`, "10", ""), line("a", 2, `"nodes":20`, "20", ""), "")
	f, warning, err := Make(Request{Source: dir, Kind: Lines, Metric: "first_death_s"})
	if err != nil || warning != "" {
		t.Fatal(err, warning)
	}
	l := f.(*figure.Lines)
	if l.Title != "density" || l.X.Title != "nodes" || l.Y.Unit != "s" || l.Names != nil {
		t.Errorf("got %v over %v", l.Y, l.X)
	}
	type point struct {
		label    string
		x, mean  float64
		n, cut   int
		interval bool
	}
	var got []point
	for _, s := range l.Series {
		for _, p := range s.Points {
			if p.Y == nil {
				got = append(got, point{label: s.Label, x: p.X})
			} else {
				got = append(got, point{s.Label, p.X, p.Y.Mean, p.Y.N, p.Y.Censored, p.Y.Low != nil})
			}
		}
	}
	// If one time ended at 30 and another was censored at 50, the restricted mean is 30 +
	// 20/2.
	want := []point{{"a", 20, 15, 2, 0, true}, {"a", 100, 40, 2, 1, false}, {"b", 20, 0, 0, 0, false}, {"b", 100, 7, 1, 0, false}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(point{})); diff != "" {
		t.Error(diff)
	}
}

// If there are two axes, one is drawn and the other distinguishes the lines. Values that are
// no numbers are drawn with their names.
func TestTwoAxes(t *testing.T) {
	dir := resultsIn(t, "results.ndjson",
		line("a", 1, `"nodes":20,"signalling":"udp"`, "1", ""), line("a", 1, `"nodes":20,"signalling":"tcp"`, "2", ""))
	f, _, err := Make(Request{Source: dir, Kind: Lines, Metric: "first_death_s", Axis: "nodes"})
	if err != nil {
		t.Fatal(err)
	}
	var labels []string
	for _, s := range f.(*figure.Lines).Series {
		labels = append(labels, s.Label)
	}
	if want := []string{"a, signalling tcp", "a, signalling udp"}; !cmp.Equal(labels, want) {
		t.Errorf("lines %q, want %q", labels, want)
	}
	f, _, err = Make(Request{Source: dir, Kind: Lines, Metric: "first_death_s", Axis: "signalling"})
	if err != nil {
		t.Fatal(err)
	}
	l := f.(*figure.Lines)
	if want := []string{"tcp", "udp"}; !cmp.Equal(l.Names, want) || len(l.Series) != 1 || l.Series[0].Points[1].X != 1 {
		t.Errorf("%q, %v", l.Names, l.Series)
	}
}

// A condition keeps the points that meet it, and is in the title instead of the names of
// series.
func TestWhere(t *testing.T) {
	dir := resultsIn(t, "results.ndjson",
		line("a", 1, `"nodes":20,"range":100`, "1", ""), line("a", 1, `"nodes":40,"range":100`, "2", ""),
		line("a", 1, `"nodes":20,"range":250`, "3", ""), line("a", 1, `"nodes":40,"range":250`, "4", ""))
	f, _, err := Make(Request{Source: dir, Kind: Lines, Metric: "first_death_s", Where: []string{"range=250"}})
	if err != nil {
		t.Fatal(err)
	}
	l := f.(*figure.Lines)
	if l.Title != "density: range = 250" || len(l.Series) != 1 || l.Series[0].Label != "a" ||
		len(l.Series[0].Points) != 2 || l.Series[0].Points[0].Y.Mean != 3 || l.Series[0].Points[1].Y.Mean != 4 {
		t.Errorf("%q: %+v", l.Title, l.Series)
	}
	f, _, err = Make(Request{Source: dir, Kind: Box, Metric: "first_death_s", Where: []string{"range=100", "nodes=40"}})
	if err != nil {
		t.Fatal(err)
	}
	if b := f.(*figure.Boxes); b.Title != "density: range = 100, nodes = 40" || len(b.Rows) != 1 || b.Rows[0].Values[0].X != 2 {
		t.Errorf("%q: %+v", b.Title, b.Rows)
	}
	for where, want := range map[string]string{
		"range":     "--where range: must be axis=value",
		"rnage=100": `no axis is called "rnage"; did you mean range?`,
		"range=10":  "no run has that value; did you mean 100?",
	} {
		if _, _, err := Make(Request{Source: dir, Kind: Box, Metric: "first_death_s", Where: []string{where}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("--where %s: %v", where, err)
		}
	}
}

// A figure shows the part in which long values differ, and the last part of a path. Durations
// are seconds, in order.
func TestAbbreviations(t *testing.T) {
	const low, high = `"{model: bernoulli, probability: 0}"`, `"{model: bernoulli, probability: 0.3}"`
	at := func(loss, interval string) string {
		return `"radio.loss":` + loss + `,"detection.interval":"` + interval + `"`
	}
	dir := resultsIn(t, "results.ndjson",
		line("a", 1, at(low, "1m30s"), "1", ""), line("a", 1, at(low, "500ms"), "2", ""),
		line("a", 1, at(high, "1m30s"), "3", ""), line("a", 1, at(high, "500ms"), "4", ""))
	f, _, err := Make(Request{Source: dir, Kind: Lines, Metric: "first_death_s", Axis: "detection.interval"})
	if err != nil {
		t.Fatal(err)
	}
	l := f.(*figure.Lines)
	if l.X.Unit != "s" || l.Names != nil || l.Series[0].Label != "a, loss 0" || l.Series[1].Label != "a, loss 0.3" ||
		l.Series[0].Points[0].X != 0.5 || l.Series[0].Points[1].X != 90 || l.Series[0].Points[1].Y.Mean != 1 {
		t.Errorf("%v: %+v", l.X, l.Series)
	}
	f, _, err = Make(Request{Source: dir, Kind: Lines, Metric: "first_death_s", Axis: "radio.loss", Where: []string{"detection.interval=500ms"}})
	if err != nil {
		t.Fatal(err)
	}
	l = f.(*figure.Lines)
	if want := []string{"0", "0.3"}; !cmp.Equal(l.Names, want) || l.X.Title != "radio.loss = {model: bernoulli, probability: …}" {
		t.Errorf("%q over %v", l.Names, l.X)
	}
	for _, c := range []struct {
		values     []string
		head, tail string
	}{
		{[]string{"tcp", "udp"}, "", ""},
		{[]string{"{a: 1, b: 2, c: 3}", "{a: 1, b: 3, c: 3}"}, "{a: 1, b: ", ", c: 3}"},
		{[]string{"wifi-2.4GHz-a", "wifi-2.4GHz-b"}, "", ""},
		{[]string{"{a: 1, b: 2}", "{a: 1, b: 2, c: 3}"}, "{a: 1, b: ", "}"},
		{[]string{"[100, 200, 300]"}, "", ""},
	} {
		if head, tail := inCommon(c.values); head != c.head || tail != c.tail {
			t.Errorf("%q have %q and %q in common", c.values, head, tail)
		}
	}
}

// A map has the obstacles of its trace, and warns of those that the trace leaves out.
func TestMapHasTheObstaclesOfTheTrace(t *testing.T) {
	house := [][2]float64{{0, 0}, {10, 0}, {10, 5.25}, {0, 0}}
	obstacles := [][][2]float64{house, make([][2]float64, 20_000), house}
	file := filepath.Join(t.TempDir(), "t.ndjson")
	out, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	w := trace.NewWriter(out, trace.WriterOptions{Scenario: "town", Algorithm: "a", Seed: 1, Ground: provenance.Ground{Obstacles: obstacles}})
	w.Record(&trace.Record{Kind: trace.Boot, Node: 1, Value: 1})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	out.Close()
	f, warning, err := Make(Request{Source: file, Kind: Map, At: -1})
	if err != nil {
		t.Fatal(err)
	}
	want := [][]figure.Spot{{{X: 0, Y: 0}, {X: 10, Y: 0}, {X: 10, Y: 5.25}, {X: 0, Y: 0}}}
	if diff := cmp.Diff(want, f.(*figure.Map).Obstacles); diff != "" {
		t.Error(diff)
	}
	if warning != "the trace leaves out 2 obstacles, and so does the map" {
		t.Errorf("it says %q", warning)
	}
}

func TestBoxesAndDistributionsOfRuns(t *testing.T) {
	dir := resultsIn(t, "runs.ndjson",
		line("a", 1, "", "30", ""), line("b", 1, "", "null", ""), line("a", 2, "", "60", `"first_death_s":1`))
	want := []figure.Observation{{X: 30}, {X: 60, Censored: true}}
	f, _, err := Make(Request{Source: dir, Kind: Box, Metric: "first_death_s"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]figure.Box{{Label: "a", Values: want}, {Label: "b"}}, f.(*figure.Boxes).Rows); diff != "" {
		t.Error(diff)
	}
	f, _, err = Make(Request{Source: dir, Kind: ECDF, Metric: "first_death_s"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]figure.Sample{{Label: "a", Values: want}, {Label: "b"}}, f.(*figure.ECDF).Series); diff != "" {
		t.Error(diff)
	}
}

func TestALineThatWasCutOffIsLeftOut(t *testing.T) {
	dir := resultsIn(t, "runs.ndjson", line("a", 1, "", "30", ""), line("a", 2, "", "40", "")[:50])
	f, warning, err := Make(Request{Source: dir, Kind: Box, Metric: "first_death_s"})
	if err != nil || !strings.HasSuffix(warning, "runs.ndjson:2: the last line was cut off; it is ignored") {
		t.Fatal(err, warning)
	}
	if n := len(f.(*figure.Boxes).Rows[0].Values); n != 1 {
		t.Errorf("%d runs", n)
	}
}

func TestFaultyResults(t *testing.T) {
	good := line("a", 1, `"nodes":20`, "1", "")
	old := `{"label":"a","seed":1,"metrics":{"election_time_s":1.5}}`
	for name, c := range map[string]struct {
		lines []string
		ask   Request
		want  string
	}{
		"metric":      {[]string{good}, Request{Metric: "leaderles_fraction"}, `no metric is called "leaderles_fraction"; did you mean leaderless_fraction?`},
		"axis":        {[]string{good}, Request{Axis: "node"}, `no axis is called "node"; did you mean nodes?`},
		"no axis":     {[]string{line("a", 1, "", "1", "")}, Request{}, "the results have no axis; the kinds box, ecdf and survival need none"},
		"which axis":  {[]string{line("a", 1, `"x":1,"y":2`, "1", "")}, Request{}, "which axis? There are x, y"},
		"mixed":       {[]string{good, line("a", 2, "", "1", "")}, Request{}, "a run of a with seed 2 has no nodes"},
		"twice":       {[]string{good, good}, Request{}, "nodes 20: measure: two runs of a have seed 1"},
		"empty":       {nil, Request{}, "has no finished run"},
		"damaged":     {[]string{"{", good}, Request{}, ":1: no line of results: unexpected end of JSON input"},
		"other lines": {[]string{"{}", good}, Request{}, `:1: no line of results: it needs a "label"`},
		"odd axis":    {[]string{line("a", 1, `"x":[1]`, "1", ""), good}, Request{}, "axis x is neither a number nor a text"},
		"odd value":   {[]string{line("a", 1, "", `"1"`, ""), good}, Request{}, "first_death_s: json: cannot unmarshal string"},
		"kind":        {[]string{good}, Request{Kind: "time-line"}, `no kind of figure is called "time-line"; did you mean timeline?`},
		"no times":    {[]string{old}, Request{Kind: ECDF, Metric: "election_time_s"}, "of an earlier form, without the single values of election_time_s; run them again"},
		"a share":     {[]string{good}, Request{Kind: Survival, Metric: "leader_quality"}, "survival needs a metric of times that may not end: election_time_s, first_death_s, detection_time_s, mistake_duration_s; leader_quality is not one"},
		"a quantile":  {[]string{good}, Request{Kind: Box, Metric: "election_time_s.p90"}, "single runs: --metric election_time_s"},
		"trace":       {[]string{good}, Request{Kind: Map}, "map is of a trace, and"},
	} {
		r := c.ask
		r.Source = resultsIn(t, "results.ndjson", c.lines...)
		if r.Kind == "" {
			r.Kind = Lines
		}
		if r.Metric == "" {
			r.Metric = "first_death_s"
		}
		if _, _, err := Make(r); err == nil || !strings.HasPrefix(err.Error(), "") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
	if _, _, err := Make(Request{Source: t.TempDir(), Kind: Box, Metric: "first_death_s"}); err == nil || !strings.Contains(err.Error(), "holds no results: it has no index.json") {
		t.Errorf("got %v", err)
	}
}

// recorded is a short trace on disk.
func recorded(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	w := trace.NewWriter(&b, trace.WriterOptions{Scenario: "short", Algorithm: "bully", Seed: 3})
	for _, r := range []trace.Record{
		{Kind: trace.Boot, Node: 1}, {Kind: trace.Boot, Node: 2},
		{Kind: trace.Elected, Node: 1, Peer: 2, At: protocol.Time(time.Second)},
		{Kind: trace.Energy, Node: 1, X: 3, Value: -1, At: protocol.Time(2 * time.Second)},
		{Kind: trace.End, At: protocol.Time(4 * time.Second)},
	} {
		w.Record(&r)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "short.ndjson")
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestFiguresOfATrace(t *testing.T) {
	file := recorded(t)
	f, _, err := Make(Request{Source: file, Kind: Timeline, From: 1, To: protocol.Time(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	if l := f.(*figure.Timeline); l.Title != "short, bully, seed 3" || l.From != 1 || l.To != protocol.Time(4*time.Second) || len(l.Rows) != 2 {
		t.Errorf("got %+v", l)
	}
	for at, want := range map[time.Duration]figure.Condition{-1: figure.Following, time.Second - 1: figure.Leaderless, time.Second: figure.Following} {
		f, _, err := Make(Request{Source: file, Kind: Map, At: protocol.Time(at)})
		if err != nil {
			t.Fatal(err)
		}
		if got := f.(*figure.Map).Places[0].Condition; got != want {
			t.Errorf("at %v node 1 is %v, want %v", at, got, want)
		}
	}
	f, _, err = Make(Request{Source: file, Kind: Energy})
	if err != nil {
		t.Fatal(err)
	}
	if e := f.(*figure.Energy); len(e.Nodes) != 1 || e.Nodes[0].Values[0].J != 3 || e.Remaining {
		t.Errorf("got %+v", e)
	}
}

func TestFaultyTraces(t *testing.T) {
	file := recorded(t)
	torn := filepath.Join(t.TempDir(), "torn.ndjson")
	if err := os.WriteFile(torn, []byte("{}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for want, r := range map[string]Request{
		"ends at 4s, before 5s":                 {Source: file, Kind: Map, At: protocol.Time(5 * time.Second)},
		"torn.ndjson:1: not a trace":            {Source: torn, Kind: Timeline},
		"no such file or directory":             {Source: file + ".gone", Kind: Timeline},
		"box is of a directory of results, and": {Source: file, Kind: Box},
	} {
		if _, _, err := Make(r); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// Save writes a whole figure, or leaves the former file.
func TestSave(t *testing.T) {
	save := func(file string, f figure.Figure) (err error) { _, err = new(figure.Print).Save(file, f); return err }
	good := &figure.Energy{Title: "e", Nodes: []figure.Drain{{Node: 1, Values: []figure.Charge{{J: 1}}}}}
	file := filepath.Join(t.TempDir(), "f.svg")
	if err := save(file, good); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(file)
	if err != nil || !bytes.HasSuffix(before, []byte("</svg>\n")) {
		t.Fatalf("%v, ends in %.20q", err, before[max(len(before)-20, 0):])
	}
	if err := save(file, &figure.Energy{}); err == nil {
		t.Error("drew nothing")
	}
	if after, _ := os.ReadFile(file); !bytes.Equal(before, after) {
		t.Error("a figure that could not be drawn took the place of another")
	}
	if err := save(filepath.Join(file, "f.svg"), good); err == nil || !strings.HasPrefix(err.Error(), "") {
		t.Errorf("got %v", err)
	}
	if err := save("f.gif", good); err == nil {
		t.Error("saved a gif")
	}
}

// FuzzResults reads any bytes as results: they give runs or an error.
func FuzzResults(f *testing.F) {
	f.Add([]byte(line("a", 1, `"nodes":20`, "1", `"first_death_s":2`)))
	f.Add([]byte("{}\n{"))
	f.Fuzz(func(t *testing.T, data []byte) {
		lines, _, _, err := results.Read(bytes.NewReader(data), "fuzz")
		if err == nil && len(lines) > 0 {
			var runs []run
			for i := range lines {
				r := runOf(&lines[i])
				runs = append(runs, r)
				if r.Label == "" {
					t.Error("a run without a label")
				}
			}
			k, _ := metricOf("first_death_s")
			results := &Results{"fuzz", runs}
			results.lines(k, "")
			if boxes, err := results.boxes(k); err == nil {
				figure.WriteFigure(new(bytes.Buffer), figure.SVG, boxes, figure.Single)
			}
		}
	})
}
