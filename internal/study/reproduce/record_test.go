package reproduce

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bellwether/internal/draw/figure"
	"bellwether/internal/draw/table"
)

var update = flag.Bool("update", false, "write again what follows from the recorded studies")

// golden compares a file with its expected content.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (go test -update accepts it):\n%s", name, diff)
	}
}

// small is an invented study of two sizes of Fig. 8: one point has one run, one
// has a plain interval that reaches below zero, one has no value.
func small(t *testing.T) *Study {
	t.Helper()
	f, err := figureOf(8, true)
	if err != nil {
		t.Fatal(err)
	}
	s := &Study{Merge: ByExchange, List: ByHello, Access: Ideal, Child: ChildAssumed, Version: "v1", Figures: []Figure{f}, Nodes: []int{20, 60}, Runs: 3, Quick: true,
		Values: map[Point]map[Metric]value{}}
	for p, v := range map[Point]value{
		{8, "Vmax 3", 20}: {0.1, 0.02, 3}, {8, "Vmax 3", 60}: {0.2, 0.01, 3},
		{8, "Vmax 9", 20}: {0.15, 0, 1}, {8, "Vmax 9", 60}: {0.05, 0.07, 3},
		{8, "Vmax 19", 60}: {0.03, 0.01, 2},
	} {
		s.Values[p] = map[Metric]value{R: v}
	}
	return s
}

// The study has one picture, compared byte by byte: only R has values.
func TestPictureOfASmallStudy(t *testing.T) {
	pictures := small(t).Pictures()
	if len(pictures) != 1 || pictures[0].Name != "fig8-r" {
		t.Fatalf("%d pictures: %+v", len(pictures), pictures)
	}
	p := pictures[0]
	if got := p.Series[1]; len(got.Points) != 2 || got.Points[0].Y.Low != nil || *got.Points[1].Y.Low <= 0 || len(got.Beside) != 6 {
		t.Errorf("Vmax 9 is drawn as %+v", got)
	}
	if notes := strings.Join(p.Notes, " "); strings.Contains(notes, "Predicted") {
		t.Errorf("notes: %s", notes)
	}
	var svg bytes.Buffer
	if err := figure.WriteFigure(&svg, figure.SVG, p.Lines, figure.Single); err != nil {
		t.Fatal(err)
	}
	golden(t, filepath.Join("testdata", "small.svg"), svg.Bytes())
}

// Each line names its series, since programs may read single lines. No interval reaches
// below zero, since no metric does.
func TestLinesNameTheirSeriesAndIntervalsStayAboveZero(t *testing.T) {
	var text bytes.Buffer
	if err := small(t).Write(&text, table.Text); err != nil {
		t.Fatal(err)
	}
	labels := map[string]int{}
	for line := range strings.Lines(text.String()) {
		cells := strings.Split(line, "\t")
		if len(cells) < 3 || !slices.Contains([]string{"here", "paper", "ratio"}, strings.TrimSpace(cells[1])) {
			continue
		}
		labels[strings.TrimSpace(cells[0])]++
	}
	if labels[""] > 0 || labels["Vmax 3"] == 0 || labels["Vmax 3"] != labels["Vmax 9"] {
		t.Errorf("lines by series: %v", labels)
	}
	if got := text.String(); !strings.Contains(got, "0.05 [0.012, 0.2]") || strings.Contains(got, "0.05 ±") {
		t.Errorf("the interval 0.05 ± 0.07 is printed otherwise than by ends above zero:\n%s", got)
	}
}

// Save writes the tables, the numbers and each picture twice. The numbers are read back and
// give the same tables.
func TestSavedStudyIsReadBack(t *testing.T) {
	s, dir := small(t), t.TempDir()
	if err := s.Save(dir); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if want := []string{"fig8-r.png", "fig8-r.svg", "vkt04.json", "vkt04.md"}; !slices.Equal(names, want) {
		t.Errorf("saved %q", names)
	}
	text, err := os.ReadFile(filepath.Join(dir, "vkt04.json"))
	if err != nil {
		t.Fatal(err)
	}
	again, err := readJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s, again); diff != "" {
		t.Errorf("read back otherwise:\n%s", diff)
	}
	var r record
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	if want := "bellwether reproduce vkt04 --merge exchange --quick --figure 8"; r.Command != want {
		t.Errorf("command %q, want %q", r.Command, want)
	}
	for _, v := range r.Values {
		// Published at N = 60: 0.180, 0.207 and 0.186; at 20 nothing happened.
		if v.Series == "Vmax 3" && v.Nodes == 60 && (*v.Paper != 0.18 || *v.Ratio != 0.2/0.18 || *v.Half != 0.01) ||
			v.Nodes == 20 && (*v.Paper != 0 || v.Ratio != nil) || v.Runs == 1 && v.Half != nil {
			t.Errorf("%+v", v)
		}
	}
}

// Verdicts in the file are ignored: they are computed from the values.
func TestVerdictsAreNotRead(t *testing.T) {
	var b bytes.Buffer
	if err := small(t).WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	forged := strings.Replace(b.String(), `"holds": false`, `"holds": true`, 1)
	if forged == b.String() {
		t.Fatal("no claim falls in the small study")
	}
	s, err := readJSON(strings.NewReader(forged))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(holding(small(t)), holding(s)); diff != "" {
		t.Error(diff)
	}
}

func holding(s *Study) (out []string) {
	for _, v := range s.Verdicts() {
		if v.holds() {
			out = append(out, v.Says)
		}
	}
	return out
}

func TestStrangeRecordsAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		`{"figures": [7]}`: "no such figure 7",
		`{"figures": [8], "nodes": [20], "values": [{"figure": 8, "series": "Vmax 4", "nodes": 20, "metric": "F"}]}`:   "value 1 is of no point",
		`{"figures": [8], "nodes": [20], "values": [{"figure": 8, "series": "Vmax 3", "nodes": 20, "metric": "T s"}]}`: "value 1 is of no point",
		`{"figures": [8], "nodes": [20], "values": [{"figure": 8, "series": "Vmax 3", "nodes": 60, "metric": "F"}]}`:   "value 1 is of no point",
		`{"verdicts": 3}`: "unknown field",
		`{`:               "EOF",
	} {
		if _, err := readJSON(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
