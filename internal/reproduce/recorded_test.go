package reproduce

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/internal/draw"
)

// The recorded studies are whole: each point of each figure has its ten runs, or as
// many as had an election at all, and the command that repeats them is the plain one.
func TestRecordedStudiesAreWhole(t *testing.T) {
	commands := []string{
		"bellwether reproduce vkt04 --merge exchange",
		"bellwether reproduce vkt04 --merge beacon",
		"bellwether reproduce vkt04 --merge exchange --neighbours beacon",
	}
	if len(Recordings()) != len(commands) {
		t.Fatalf("%d studies are recorded", len(Recordings()))
	}
	for i, m := range Recordings() {
		s, err := Recorded(m)
		if err != nil {
			t.Fatal(err)
		}
		if want := commands[i]; (Reading{s.Merge, s.List}) != m || s.Command() != want {
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
		if values != 25*6 {
			t.Errorf("%+v: %d values, want 150", m, values)
		}
	}
	for r, want := range map[Reading]error{{"magic", ByHello}: ErrMerge, {ByBeacon, "gossip"}: ErrList, {ByBeacon, AsBeacons}: ErrRecorded} {
		if _, err := Recorded(r); !errors.Is(err, want) {
			t.Errorf("%+v: error %v, want %v", r, err, want)
		}
	}
}

// What is recorded is what this version finds: the ten runs of the smallest point,
// whole, give the recorded values to the last digit but rounding.
func TestRecordedStudiesAreRepeated(t *testing.T) {
	for _, m := range Recordings() {
		s, err := Recorded(m)
		if err != nil {
			t.Fatal(err)
		}
		point := Point{5, "Opt", 20}
		values := map[Metric][]float64{}
		for seed := range uint64(paperRuns) {
			run := task{figure: s.Figures[0], series: s.Figures[0].Series[3], nodes: point.Nodes, merge: m.Merge, list: m.List, seed: seed + 1}
			if run.point() != point {
				t.Fatalf("a run of %+v", run.point())
			}
			metrics, err := run.run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			values[F] = append(values[F], metrics[F])
		}
		if got, want := valueOf(values[F]), s.Values[point][F]; math.Abs(got.Mean-want.Mean) > 1e-12 || math.Abs(got.Half-want.Half) > 1e-12 {
			t.Errorf("%+v: F is %v ± %v, recorded is %v ± %v: record the study anew", m, got.Mean, got.Half, want.Mean, want.Half)
		}
	}
}

// The part of a study about a figure has its values, and its claims, alone.
func TestPartOfAStudy(t *testing.T) {
	whole, err := Recorded(Reading{ByExchange, ByHello})
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
	if len(whole.Figures) != 4 || len(whole.Verdicts()) != len(Claims()) {
		t.Error("the whole study has changed")
	}
	if _, err := whole.Of(7); !errors.Is(err, ErrFigure) {
		t.Errorf("error %v", err)
	}
}

// TestResults works all that is shown of the recorded studies out anew: verdicts,
// tables and pictures.
func TestResults(t *testing.T) {
	var page bytes.Buffer
	fmt.Fprint(&page, `# VKT04, reproduced

Made by "go test ./internal/reproduce -update" from the values in exchange.json,
beacon.json and old-list.json: nothing here is typed. [WHY.md](WHY.md) is measured by the same test, and
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
		name := reading(m.Merge, m.List, Ideal)
		fmt.Fprintf(&page, "## %s%s\n\n`%s`, version %s. Table and pictures in print, without a run: `%s --recorded --out DIR`.\n\n",
			strings.ToUpper(name[:1]), name[1:], s.Command(), s.Version, s.Command())
		var tables strings.Builder
		if err := s.Write(&tables, draw.Markdown, recordedBut(t, m)...); err != nil {
			t.Fatal(err)
		}
		text, open, _ := strings.Cut(tables.String(), "**"+openTitle)
		page.WriteString(text)
		for _, p := range s.Pictures() {
			if m.List == AsBeacons && !strings.HasPrefix(p.Name, "fig5") && !strings.HasPrefix(p.Name, "fig8") {
				continue // what is published and comes out otherwise is shown
			}
			var svg bytes.Buffer
			if err := draw.WriteFigure(&svg, draw.SVG, p.Lines, draw.Single); err != nil {
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

// recordedBut are the other recorded studies.
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
