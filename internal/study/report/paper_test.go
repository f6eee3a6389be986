package report

import (
	"fmt"
	"strings"
	"testing"

	"bellwether/internal/draw/table"
	"bellwether/trace/measure"
)

// A table of nineteen columns is split so that each part fits on paper, and no cell is
// lost.
func TestWideTablesAreTakenApartForPaper(t *testing.T) {
	wide := table.Table{Title: "every metric", Header: []string{"metric"}, Right: []bool{false}, Rows: [][]string{{"instability"}}}
	for i := range 19 {
		wide.Header = append(wide.Header, fmt.Sprintf("row %d", i))
		wide.Right = append(wide.Right, true)
		wide.Rows[0] = append(wide.Rows[0], fmt.Sprintf("25.35 [17.90, 36.40] %d", i))
	}
	parts := onPaper([]table.Table{wide})
	if len(parts) < 4 {
		t.Fatalf("%d parts", len(parts))
	}
	seen := 0
	for _, p := range parts {
		line := strings.Join(p.Rows[0], "  ")
		if len(line) > paperLetters || p.Rows[0][0] != "instability" || len(p.Header) != len(p.Rows[0]) || len(p.Right) != len(p.Header) {
			t.Errorf("a part of %d letters: %q", len(line), line)
		}
		seen += len(p.Header) - 1
	}
	if seen != 19 {
		t.Errorf("%d of 19 columns", seen)
	}
	if small := onPaper([]table.Table{{Title: "t", Header: []string{"a", "b"}}}); len(small) != 1 || small[0].Title != "t" {
		t.Errorf("a small table became %v", small)
	}
}

// With one algorithm the metrics are rows; with many they are columns, which takes fewer
// lines of paper.
func TestMetricsStandWhereTheyTakeLessPaper(t *testing.T) {
	if first := everyOf(t, "vasudevan"); first != "metric" {
		t.Errorf("one algorithm: the first column is of each %s", first)
	}
	if first := everyOf(t, "vasudevan,bully,chang-roberts,flood-max,omega,raft,ring-list,simple-sync,franklin"); first != "algorithm" {
		t.Errorf("nine algorithms: the first column is of each %s", first)
	}
}

// everyOf returns the header of the first column of the table of every metric, for one run
// of each algorithm.
func everyOf(t *testing.T, labels string) string {
	t.Helper()
	var names []string
	for _, k := range measure.Keys() {
		names = append(names, k.Name)
	}
	var runs []measure.RunResult
	for label := range strings.SplitSeq(labels, ",") {
		r := measure.RunResult{Name: label, Label: label, Seed: 1}
		for _, name := range names {
			r.Metrics.Set(name, measure.Value{X: 1, Known: true})
		}
		runs = append(runs, r)
	}
	report, err := measure.SummariseMetrics(names, "", 1, runs, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &source{cross: &table.Cross{Points: []table.CrossPoint{{Report: report}}}}
	means, _, err := s.everyMetric(names)
	if err != nil || len(means) != 1 {
		t.Fatalf("%d tables, %v", len(means), err)
	}
	return means[0].Header[0]
}
