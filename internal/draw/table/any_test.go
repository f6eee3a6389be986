package table

import (
	"bytes"
	"encoding/csv"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"bellwether/protocol"
	"bellwether/trace/measure"

	"pgregory.net/rapid"
)

// anyReport returns a report of any campaign: few or many runs, any numbers, some
// missing, some cut off.
func anyReport(t *rapid.T) *measure.Report {
	runs := rapid.IntRange(0, 4).Draw(t, "runs")
	var results []measure.RunResult
	for _, label := range []string{"a", "a label of some length", "ü"} {
		goal := rapid.SampledFrom([]protocol.Goal{protocol.GoalBest, protocol.GoalAny, protocol.GoalStablest}).Draw(t, "goal")
		for seed := range rapid.IntRange(0, runs).Draw(t, "finished") {
			r := measure.RunResult{Label: label, Goal: goal, Seed: uint64(seed)}
			for _, name := range DefaultColumns() {
				if rapid.IntRange(0, 4).Draw(t, "known") == 0 {
					continue
				}
				v := measure.Value{X: rapid.Float64Range(-1e6, 1e6).Draw(t, name), Known: true, N: 1}
				if v.Median = v.X; rapid.Bool().Draw(t, "cut off") {
					v.Median, v.Censored = math.Inf(1), 1
				}
				r.Metrics.Set(name, v)
			}
			results = append(results, r)
		}
	}
	versus := ""
	if len(results) > 0 {
		versus = results[0].Label
	}
	r, err := measure.Summarise("any", versus, 1, runs, results, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &r
}

// Any report gives tables whose lines have one width and whose rows have one
// number of cells, none of which is NaN or infinite.
func TestTablesOfAnyReport(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		report := anyReport(t)
		for _, f := range Formats() {
			var b bytes.Buffer
			if err := WriteReport(onScreen(&b), f, report, ReportOptions{}); err != nil {
				t.Fatal(err)
			}
			text := b.String()
			if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || strings.Contains(text, "nil") {
				t.Fatalf("%s has what is no number:\n%s", f, text)
			}
			switch f {
			case Text, Markdown:
				evenLines(t, text)
			case HTML:
				if cells := strings.Count(text, "<td"); cells != len(report.Algorithms)*(1+len(DefaultColumns())) {
					t.Fatalf("%d cells:\n%s", cells, text)
				}
			case CSV:
				rows, err := csv.NewReader(&b).ReadAll()
				if err != nil || len(rows) != 1+len(report.Algorithms)*(len(measure.Keys())+len(measure.QuantileNames())) {
					t.Fatalf("%d rows, %v", len(rows), err)
				}
			}
		}
	})
}

// evenLines checks that all lines of a table have one width.
func evenLines(t *rapid.T, text string) {
	width, bars := 0, 0
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "│") {
			continue
		}
		w, n := utf8.RuneCountInString(line), strings.Count(line, "|")+strings.Count(line, "│")
		if width == 0 {
			width, bars = w, n
		}
		if w != width || n != bars {
			t.Fatalf("a line of %d columns and %d bars among lines of %d and %d:\n%s", w, n, width, bars, text)
		}
	}
	if width == 0 {
		t.Fatalf("no table:\n%s", text)
	}
}
