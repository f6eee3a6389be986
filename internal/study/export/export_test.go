package export

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/internal/study/results"
	"bellwether/trace/measure"

	"github.com/google/go-cmp/cmp"
)

// run returns a line of a sweep with elections of these seconds; negative ones are
// censored.
func run(label string, seed uint64, speed, move string, elections ...float64) results.Line {
	l := results.Line{Schema: results.Form, Plan: "p", Scenario: "s", Label: label, Name: "vasudevan", Goal: "best", Seed: seed,
		Axes: results.At{{Path: "speed", Value: speed}, {Path: "seed", Value: move}}}
	l.Metrics.Set("leaderless_fraction", measure.Value{X: 0.1, Known: true})
	var spans []measure.Span
	cut := 0
	for _, e := range elections {
		s := measure.Span{Length: time.Duration(max(e, -e) * 1e9), Censored: e < 0}
		if s.Censored {
			cut++
		}
		spans = append(spans, s)
	}
	if spans != nil {
		l.Metrics.Set("election_time_s", measure.Value{X: 99, Known: true, N: len(spans), Censored: cut, Times: measure.TimesOf(spans)})
	}
	return l
}

// sweep writes lines into a directory.
func sweep(t *testing.T, lines ...results.Line) string {
	t.Helper()
	var b bytes.Buffer
	for i := range lines {
		text, err := lines[i].Encode()
		if err != nil {
			t.Fatal(err)
		}
		b.Write(text)
	}
	dir := t.TempDir()
	for name, text := range map[string][]byte{results.PlanFile: []byte("name: p\n"), "results.ndjson": b.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func exported(t *testing.T, dir string, table Table) string {
	t.Helper()
	var b bytes.Buffer
	if err := (&Job{Dir: dir, Table: table, Out: &b, Warn: func(string) {}}).Do(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// odd is a value that contains quotes and needs them.
const odd = `{model: "a, b"}`

// Runs are in the order of axes, label and seed, and so are their elections. An axis with
// the name of a column is renamed.
func TestElectionsAsATable(t *testing.T) {
	dir := sweep(t, run("b", 1, "10", odd, 1.5), run("a", 2, "2", odd, -3, 0.000000001), run("a", 1, "2", odd, 2), run("a", 3, "2", "", 2))
	want := "scenario,speed,axis.seed,label,algorithm,goal,seed,time_s,censored,rounded\r\n" +
		"s,2,,a,vasudevan,best,3,2,0,0\r\n" +
		`s,2,"{model: ""a, b""}",a,vasudevan,best,1,2,0,0` + "\r\n" +
		`s,2,"{model: ""a, b""}",a,vasudevan,best,2,0.000000001,0,0` + "\r\n" +
		`s,2,"{model: ""a, b""}",a,vasudevan,best,2,3,1,0` + "\r\n" +
		`s,10,"{model: ""a, b""}",b,vasudevan,best,1,1.5,0,0` + "\r\n"
	if diff := cmp.Diff(want, exported(t, dir, Elections)); diff != "" {
		t.Error(diff)
	}
	if got := exported(t, dir, Detections); got != strings.SplitAfter(want, "\r\n")[0] {
		t.Errorf("a table without deaths is %q", got)
	}
}

// There is a row for each run and metric, empty where the metric does not apply. Means of
// times have one horizon, the one of the ten elections at speed 2; half of them are censored
// at 2 s. The run that lasted only one second has a lower bound.
func TestRunsAsATable(t *testing.T) {
	dir := sweep(t, run("a", 1, "2", "x", 1, 1, 1, 1, 1, -2, -2, -2, -2, -2), run("a", 2, "2", "x", -1), run("a", 1, "3", "x", 1, 10), run("b", 1, "3", "x"))
	rows, err := csv.NewReader(strings.NewReader(exported(t, dir, ""))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if n := 1 + 4*len(measure.Keys()); len(rows) != n {
		t.Errorf("%d rows, want %d", len(rows), n)
	}
	var got []string
	for _, row := range rows {
		if slices.Contains(row, "election_time_s") || slices.Contains(row, "leaderless_fraction") && slices.Contains(row, "b") || row[0] == "scenario" {
			got = append(got, strings.Join(row, "|"))
		}
	}
	want := []string{
		"scenario|speed|axis.seed|label|algorithm|goal|seed|metric|value|unit|bound|n|censored|horizon_s",
		"s|2|x|a|vasudevan|best|1|election_time_s|1.5|s||10|5|2",
		"s|2|x|a|vasudevan|best|2|election_time_s|1|s|lower|1|1|2",
		"s|3|x|a|vasudevan|best|1|election_time_s|1.5|s||2|0|2",
		"s|3|x|b|vasudevan|best|1|leaderless_fraction|0.1|fraction||||",
		"s|3|x|b|vasudevan|best|1|election_time_s||s||||",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// RFC 4180, sections 2.1 and 2.4: every line ends in CR LF and has the same number of
// fields. Python's CSV reader, in its strict mode, returns the values that were written.
func TestTablesAreRFC4180(t *testing.T) {
	if testing.Short() {
		t.Skip("a sweep that is run")
	}
	dir := sweep(t, run("a", 1, "2", odd, 1, -2), run("a", 2, "2", "two\nlines", 3))
	for _, table := range Tables() {
		text := exported(t, dir, Table(table))
		if n := strings.Count(text, "\n"); n == 0 || n != strings.Count(text, "\r\n") {
			t.Errorf("%s: not all of %d lines end in CR LF", table, n)
		}
		python := exec.Command("python3", "-c", `
import csv, sys, io
rows = list(csv.reader(io.TextIOWrapper(sys.stdin.buffer, newline=""), strict=True))
assert len({len(row) for row in rows}) == 1
print(sorted({row[2] for row in rows[1:]}))`)
		if python.Err != nil {
			t.Log("python3 is not installed")
			continue
		}
		python.Stdin = strings.NewReader(text)
		out, err := python.CombinedOutput()
		want := `['two\r\nlines', '{model: "a, b"}']` + "\n"
		if table == "detections" || table == "mistakes" {
			want = "[]\n"
		}
		if err != nil || string(out) != want {
			t.Errorf("%s: %v: %s", table, err, out)
		}
	}
}

func TestFaultyExports(t *testing.T) {
	old := run("a", 1, "2", "x")
	old.Metrics.Set("election_time_s", measure.Value{X: 1, Known: true, N: 1})
	for want, job := range map[string]Job{
		"--table election: there is no such table; did you mean elections?": {Table: "election"},
		"--format parquet: unknown format; there is csv":                    {Format: "parquet"},
		"no finished run":                    {Dir: sweep(t)},
		"no such file or directory":          {Dir: filepath.Join(t.TempDir(), "none")},
		"kept no single values of election_": {Dir: sweep(t, old), Table: Elections},
	} {
		job.Out, job.Warn = io.Discard, func(string) {}
		if job.Dir == "" {
			job.Dir = sweep(t, old)
		}
		if err := job.Do(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	full := Job{Dir: sweep(t, old), Out: broken{}, Warn: func(string) {}}
	if err := full.Do(); err == nil || !strings.Contains(err.Error(), "the disk is full") {
		t.Error(err)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, fmt.Errorf("the disk is full") }
