package reproduce

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bellwether/internal/draw/figure"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/results"
	"bellwether/internal/study/sweep"
	"bellwether/internal/testkit/sample"
)

// The recorded studies are whole: each point of each figure, or of Fig. 10 alone, has ten
// runs, or as many as had an election, and the command that repeats them has no further
// options.
func TestRecordedStudiesAreWhole(t *testing.T) {
	commands := []string{
		"bellwether reproduce vkt04 --merge exchange",
		"bellwether reproduce vkt04 --merge beacon",
		"bellwether reproduce vkt04 --merge exchange --neighbours beacon",
		"bellwether reproduce vkt04 --merge exchange --child-timeout 2.4s --figure 10",
	}
	if len(Recordings()) != len(commands) {
		t.Fatalf("%d studies are recorded", len(Recordings()))
	}
	for i, m := range Recordings() {
		s, err := Recorded(m)
		if err != nil {
			t.Fatal(err)
		}
		if want := commands[i]; (Reading{s.Merge, s.List, s.Child}) != m || s.Command() != want {
			t.Errorf("recorded is what %q gives, want %q", s.Command(), want)
		}
		if s.Version == "" || s.Version == "(devel)" {
			t.Errorf("%+v: version %q repeats nothing", m, s.Version)
		}
		// 4 + 2·3 + 2·3 + 3·3 lines of six sizes.
		values := 0
		for p, metrics := range s.Values {
			for metric, v := range metrics {
				values++
				if v.Runs > paperRuns || v.Runs < paperRuns && (metric == F || metric == R) || v.Runs < 2 {
					t.Errorf("%+v: %+v, %s has %d runs", m, p, metric, v.Runs)
				}
			}
		}
		want := 25 * 6
		if m.Child == ChildBounded {
			want = 9 * 6
		}
		if values != want {
			t.Errorf("%+v: %d values, want %d", m, values, want)
		}
	}
	for r, want := range map[Reading]error{{"magic", ByHello, 0}: errMerge, {ByBeacon, "gossip", 0}: errList, {ByBeacon, AsBeacons, 0}: ErrRecorded, {ByBeacon, ByHello, 1}: errChild} {
		if _, err := Recorded(r); !errors.Is(err, want) {
			t.Errorf("%+v: error %v, want %v", r, err, want)
		}
	}
}

// This version gives the recorded values: ten whole runs of a smallest point of each
// figure agree with them to the last digit. On each change that is one point of the paper's
// reading; campaigns take one of each recorded study, and one of each figure.
func TestRecordedStudiesAreRepeated(t *testing.T) {
	for _, m := range Recordings() {
		s, err := Recorded(m)
		if err != nil {
			t.Fatal(err)
		}
		repeated := []Point{{5, "Opt", 20}}
		if m.Child == ChildBounded {
			repeated = []Point{{10, "Vmax 3", 20}}
		}
		switch papers := m == (Reading{ByExchange, ByHello, ChildAssumed}); {
		case !sample.Whole() && !papers:
			continue // each takes a second
		case sample.Whole() && papers:
			repeated = append(repeated, Point{9, "200 m", 20}, Point{10, "Vmax 3", 20}) // the former is also part of Fig. 8
		}
		for _, p := range repeated {
			values := repeat(t, Options{Figures: []int{p.Figure}, Merge: m.Merge, List: m.List, Child: m.Child}, p)
			for _, metric := range s.metrics(p.Figure) {
				if got, want := values[metric], s.Values[p][metric]; got != want {
					t.Errorf("%+v, %+v: %s is %+v, recorded is %+v: record the study again", m, p, metric, got, want)
				}
			}
		}
	}
}

// repeat makes the runs of a point by its study's plan.
func repeat(t *testing.T, o Options, point Point) map[Metric]value {
	t.Helper()
	if err := o.fill(); err != nil {
		t.Fatal(err)
	}
	p, err := o.plan()
	if err != nil {
		t.Fatal(err)
	}
	var lines []results.Line
	job := sweep.Job{Given: p, Jobs: 2, Warn: func(string) {}, Told: func(l *results.Line) { lines = append(lines, *l) },
		Part: func(at []string, _ int) bool {
			i := slices.IndexFunc(worlds(false), func(w world) bool { return w.name == at[0] })
			return slices.Contains(worlds(false)[i].of, line{point.Figure, point.Series}) && at[1] == strconv.Itoa(point.Nodes)
		}}
	if err := job.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(lines) != paperRuns {
		t.Fatalf("%+v: %d runs", point, len(lines))
	}
	s := o.study()
	s.gather(lines)
	return s.Values[point]
}

// metrics returns the metrics of a figure.
func (s *Study) metrics(number int) []Metric {
	return s.Figures[slices.IndexFunc(s.Figures, func(f Figure) bool { return f.Number == number })].Metrics
}

// The part of a study about a figure has only its values and claims.
func TestPartOfAStudy(t *testing.T) {
	whole, err := Recorded(Reading{ByExchange, ByHello, ChildAssumed})
	if err != nil {
		t.Fatal(err)
	}
	part, err := whole.Of(10)
	if err != nil {
		t.Fatal(err)
	}
	if len(part.Figures) != 1 || len(part.Values) != 3*6 || len(part.Verdicts()) != 4 {
		t.Errorf("%d figures, %d points, %d verdicts", len(part.Figures), len(part.Values), len(part.Verdicts()))
	}
	if want := "bellwether reproduce vkt04 --merge exchange --figure 10"; part.Command() != want {
		t.Errorf("command %q, want %q", part.Command(), want)
	}
	if len(whole.Figures) != 4 || len(whole.Verdicts()) != len(paperClaims()) {
		t.Error("the whole study has changed")
	}
	if two, err := whole.Of(5, 9); err != nil || two.Command() != "bellwether reproduce vkt04 --merge exchange --figure 5,9" {
		t.Errorf("command %q, %v", two.Command(), err)
	}
	if _, err := whole.Of(7); !errors.Is(err, errFigure) {
		t.Errorf("error %v", err)
	}
}

// TestResults makes the verdicts, tables and pictures of the recorded studies again and
// compares them with the stored ones.
func TestResults(t *testing.T) {
	var page bytes.Buffer
	fmt.Fprint(&page, `# VKT04, reproduced

Made by "go test ./internal/study/reproduce -update" from the values in exchange.json,
beacon.json, old-list.json and child.json: nothing here is typed. [WHY.md](WHY.md) is measured by the same test, and
the package's documentation says what follows.

`)
	for i, m := range Recordings() {
		s, err := Recorded(m)
		if err != nil {
			t.Fatal(err)
		}
		var numbers bytes.Buffer
		if err := s.WriteJSON(&numbers); err != nil {
			t.Fatal(err)
		}
		golden(t, filepath.Join("results", m.file()+".json"), numbers.Bytes()) // what follows from the values is up to date
		name := m.name(Ideal)
		fmt.Fprintf(&page, "## %s%s\n\n`%s`, version %s. Table and pictures in print, without a run: `%s --recorded --out DIR`.\n\n",
			strings.ToUpper(name[:1]), name[1:], s.Command(), s.Version, s.Command())
		var tables strings.Builder
		if err := s.Write(&tables, table.Markdown, recordedBut(t, m)...); err != nil {
			t.Fatal(err)
		}
		text, open, _ := strings.Cut(tables.String(), "**"+openTitle)
		page.WriteString(text)
		for _, p := range s.Pictures() {
			if m.Child == ChildBounded && p.Name != "fig10a" || m.List == AsBeacons && !strings.HasPrefix(p.Name, "fig5") && !strings.HasPrefix(p.Name, "fig8") {
				continue // only pictures that differ from the published are shown
			}
			var svg bytes.Buffer
			if err := figure.WriteFigure(&svg, figure.SVG, p.Lines, figure.Single); err != nil {
				t.Fatal(err)
			}
			if *update {
				if err := os.MkdirAll(filepath.Join("results", m.file()), 0o750); err != nil {
					t.Fatal(err)
				}
			}
			name := filepath.Join(m.file(), p.Name+".svg")
			golden(t, filepath.Join("results", name), svg.Bytes())
			fmt.Fprintf(&page, "![%s](%s)\n", p.Title, filepath.ToSlash(name))
		}
		fmt.Fprintln(&page)
		if i == len(Recordings())-1 {
			fmt.Fprintf(&page, "**%s%s", openTitle, open)
		}
	}
	golden(t, filepath.Join("results", "RESULTS.md"), page.Bytes())
}

// recordedBut returns the recorded studies without one.
func recordedBut(t *testing.T, but Reading) (out []*Study) {
	t.Helper()
	for _, m := range Recordings() {
		if m == but {
			continue
		}
		s, err := Recorded(m)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

// TestPrediction makes the page of the predicted figures again, and holds the recorded study to
// the setup and the command that it states.
func TestPrediction(t *testing.T) {
	s, err := RecordedSetup(asChosen)
	if err != nil {
		t.Fatal(err)
	}
	if s.Setup != asChosen || s.Version == "" || strings.Contains(s.Version, "(devel)") || s.Command() != "bellwether reproduce vkt04 --setup chosen --quick --figure 9,10 --runs 10" {
		t.Errorf("recorded is %q by %q", s.Command(), s.Version)
	}
	for _, f := range s.Figures {
		for _, m := range f.Metrics {
			for _, series := range f.Series {
				for _, n := range s.Nodes {
					if v := s.Values[Point{f.Number, series.Label, n}][m]; v.Runs == 0 {
						t.Errorf("Fig. %d, %s, N = %d: no %s", f.Number, series.Label, n, m)
					}
				}
			}
		}
	}
	var page bytes.Buffer
	fmt.Fprintf(&page, `# Figs. 9 and 10 of VKT04, predicted

Made by "go test ./internal/study/reproduce -update" from chosen.json: nothing here is typed.
The configuration was chosen by Figs. 5, 8 and 10a, and committed, before these runs; the first three
runs of each point were committed before any published value of Figs. 9 and 10b was looked at, and
seven more of the next seeds a day later, when still none had been.

`+"`%s`, version %s. Without a run: `bellwether reproduce vkt04 --setup chosen --recorded`.\n\n", s.Command(), s.Version)
	if err := s.Write(&page, table.Markdown); err != nil {
		t.Fatal(err)
	}
	golden(t, filepath.Join("results", "PREDICTION.md"), page.Bytes())
	var numbers bytes.Buffer
	if err := s.WriteJSON(&numbers); err != nil {
		t.Fatal(err)
	}
	golden(t, filepath.Join("results", "chosen.json"), numbers.Bytes()) // what follows from the values is up to date
	if _, err := s.Of(9, 8); !errors.Is(err, ErrRecorded) || !strings.Contains(err.Error(), "of Fig. 8 with setup chosen") {
		t.Errorf("a figure that is not recorded: %v", err)
	}
	if part, err := s.Of(10); err != nil || len(part.Figures) != 1 || len(part.Values) == 0 {
		t.Errorf("Fig. 10 alone: %v", err)
	}
	if _, err := RecordedSetup("luck"); !errors.Is(err, errSetup) {
		t.Errorf("error %v", err)
	}
	if _, err := RecordedSetup(asGloMoSim); !errors.Is(err, ErrRecorded) {
		t.Errorf("error %v", err)
	}
}
