package table

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bellwether/internal/base/wording"
	"bellwether/protocol"
	"bellwether/trace/measure"
)

// onScreen returns a screen so wide that no column is left out.
func onScreen(w io.Writer) *Screen { return &Screen{Writer: w, Columns: 240} }

// shownAt returns the comparison as a terminal of that width shows it.
func shownAt(t *testing.T, r *measure.Report, columns int) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteReport(&Screen{Writer: &b, Columns: columns}, Text, r, ReportOptions{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// nineteen returns a report with many rows, whose names are as long as the longest built-in
// one.
func nineteen(t *testing.T) *measure.Report {
	t.Helper()
	var all []measure.RunResult
	for _, r := range runs() {
		for i := range 7 {
			r.Label = fmt.Sprintf("%.9s-replacing-of-%d", r.Name, i)
			all = append(all, r)
		}
	}
	r, err := measure.Summarise("campus-walk", "", 1, 4, all, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &r
}

// A comparison fits terminals of 80 and 120 columns: it has fewer columns, and a note names
// the others and their keys. On narrow terminals it has cards.
func TestComparisonsFitTheirTerminal(t *testing.T) {
	for _, columns := range []int{80, 100, 120, 160} {
		text := shownAt(t, nineteen(t), columns)
		fits(t, text, columns)
		comparison, _, _ := strings.Cut(text, "batteries\n")
		if got := strings.Count(comparison, "\n│ vasudevan-replacing"); got != 7 {
			t.Errorf("width %d: %d of 7 rows in a box:\n%s", columns, got, text)
		}
		missing := !strings.Contains(text, "messages/election │")
		if told := strings.Contains(strings.Join(strings.Fields(text), " "), "(leader_quality), messages/election (messages_per_election); --columns"); columns <= 100 && (!missing || !told) {
			t.Errorf("width %d: what is left out is told %v, is missing %v:\n%s", columns, told, missing, text)
		}
	}
	golden(t, "report.80.golden", []byte(shownAt(t, comparison(t), 80)))
	golden(t, "report.120.golden", []byte(shownAt(t, comparison(t), 120)))
	golden(t, "report.cards.golden", []byte(shownAt(t, comparison(t), 45)))
}

// fits fails on lines that a terminal would wrap.
func fits(t interface{ Errorf(string, ...any) }, text string, columns int) {
	for line := range strings.Lines(text) {
		if n := wording.Width(strings.TrimSuffix(line, "\n")); n > columns {
			t.Errorf("%d columns on a screen of %d: %s", n, columns, line)
		}
	}
}

// At the width that a note names, all columns are shown.
func TestTheWidthANoteNamesShowsAll(t *testing.T) {
	at := regexp.MustCompile(`--width (\d+)`)
	for columns := 46; columns < 150; columns++ {
		if testing.Short() && columns%4 != 0 {
			continue
		}
		text := strings.Join(strings.Fields(shownAt(t, comparison(t), columns)), " ")
		found := at.FindStringSubmatch(text)
		if found == nil {
			continue
		}
		var enough int
		fmt.Sscan(found[1], &enough)
		if again := shownAt(t, comparison(t), enough); strings.Contains(again, "no room in a width") {
			t.Fatalf("at %d columns %d are said to be enough:\n%s", columns, enough, again)
		}
	}
}

// Any table fits any screen, and a note names every column that is left out.
func TestAnyTableFitsAnyScreen(t *testing.T) {
	word := rapid.StringMatching(`[a-z]{1,12}|[0-9]{1,3}\.[0-9]{2} ± [0-9]\.[0-9]|[a-z ]{0,90}`)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "columns")
		table := Table{Title: word.Draw(t, "title")}
		for i := range n {
			table.Header = append(table.Header, fmt.Sprintf("h%d %s", i, word.Draw(t, "header")))
			table.Right = append(table.Right, rapid.Bool().Draw(t, "right"))
		}
		for i := range rapid.IntRange(0, 5).Draw(t, "rows") {
			row := []string{fmt.Sprintf("row%d", i)}
			for range rapid.IntRange(0, n-1).Draw(t, "cells") {
				row = append(row, word.Draw(t, "cell"))
			}
			table.Rows = append(table.Rows, row)
		}
		columns := rapid.IntRange(20, 200).Draw(t, "width")
		var b bytes.Buffer
		if err := table.Write(&Screen{Writer: &b, Columns: columns}, Text); err != nil {
			t.Fatal(err)
		}
		fits(t, b.String(), columns)
		for i := range table.Rows {
			if !strings.Contains(b.String(), fmt.Sprintf("row%d", i)) {
				t.Fatalf("row %d is lost:\n%s", i, b.String())
			}
		}
		for i := range table.Header {
			if len(table.Rows) > 0 && !strings.Contains(b.String(), fmt.Sprintf("h%d", i)) && strings.Contains(b.String(), "┌") {
				t.Fatalf("column %d is lost:\n%s", i, b.String())
			}
		}
	})
}

// A column of words that has no room is shown below each row.
func TestWordsGoBelowTheirRow(t *testing.T) {
	table := scenarios()
	table.Rows[1][3] = "Partition and merge, and a long story of what happens to those who were parted, told in full."
	var b bytes.Buffer
	if err := table.Write(&Screen{Writer: &b, Columns: 40}, Text); err != nil {
		t.Fatal(err)
	}
	golden(t, "scenarios.40.golden", b.Bytes())
	fits(t, b.String(), 40)
	if told := strings.Join(strings.Fields(strings.ReplaceAll(b.String(), "│", " ")), " "); !strings.Contains(told, table.Rows[1][3]) {
		t.Errorf("the story is cut:\n%s", b.String())
	}
}

// In a pipe a row is one line, whose cells cut and awk can split.
func TestPipedTablesArePlainLines(t *testing.T) {
	var b bytes.Buffer
	if err := WriteReport(&b, Text, comparison(t), ReportOptions{}); err != nil {
		t.Fatal(err)
	}
	golden(t, "report.piped.golden", b.Bytes())
	var rows [][]string
	comparison, _, _ := strings.Cut(b.String(), "\n\n")
	for line := range strings.Lines(comparison) {
		if strings.ContainsAny(line, "│┌─└├\x1b") {
			t.Errorf("a drawn line: %s", line)
		}
		if !strings.HasPrefix(line, "# ") {
			rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		}
	}
	if len(rows) != 4 {
		t.Fatalf("%d lines for a header and three rows:\n%s", len(rows), b.String())
	}
	for i, row := range rows {
		if len(row) != 1+len(DefaultColumns()) {
			t.Errorf("line %d has %d cells: %q", i, len(row), row)
		}
	}
	if got := strings.TrimSpace(rows[1][0]); got != "vasudevan" {
		t.Errorf("the first cell of the first row is %q", got)
	}
	if got := strings.TrimSpace(rows[2][7]); !strings.HasPrefix(got, "50.00") {
		t.Errorf("the eighth cell of the second row is %q", got)
	}
}

// Without its colours a coloured text is the plain one.
func TestColoursAreOnlyAdded(t *testing.T) {
	escape := regexp.MustCompile("\x1b\\[[0-9]+m")
	for _, columns := range []int{0, 40, 80, 200} {
		var grey, coloured bytes.Buffer
		if err := WriteReport(&Screen{Writer: &grey, Columns: columns}, Text, comparison(t), ReportOptions{}); err != nil {
			t.Fatal(err)
		}
		if err := WriteReport(&Screen{Writer: &coloured, Columns: columns, Ink: Coloured}, Text, comparison(t), ReportOptions{}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(coloured.String(), amber+"↑"+plain) {
			t.Errorf("width %d: arrows have no colour", columns)
		}
		bare := trimLines([]byte(escape.ReplaceAllString(coloured.String(), "")))
		if string(bare) != grey.String() {
			t.Errorf("width %d: without its colours it is\n%s\nwant\n%s", columns, bare, grey.String())
		}
	}
}

// The title of an interrupted campaign states how many runs it has, and rows with fewer runs
// are marked.
func TestInterruptedRunsAreToldInTheTitle(t *testing.T) {
	results := func(a, b int) []measure.RunResult {
		var out []measure.RunResult
		for i := range max(a, b) {
			for label, n := range map[string]int{"a": a, "b": b} {
				if i < n {
					r := measure.RunResult{Label: label, Name: label, Goal: protocol.GoalBest, Seed: uint64(i + 1)}
					r.Metrics.Set("leader_quality", measure.Value{X: 0.5, Known: true})
					out = append(out, r)
				}
			}
		}
		return out
	}
	for _, c := range []struct {
		a, b        int
		title, mark string
	}{
		{10, 10, "s: 10 runs from seed 1", ""},
		{7, 7, "s: 7 of 10 runs from seed 1", ""},
		{7, 6, "s: 6 to 7 of 10 runs from seed 1", "b (6 of 10)"},
		{1, 0, "s: 1 of 10 runs from seed 1", ""},
	} {
		r, err := measure.Summarise("s", "", 1, 10, results(c.a, c.b), nil)
		if err != nil {
			t.Fatal(err)
		}
		text := wrote(t, Text, &r, ReportOptions{Columns: []string{"leader_quality"}})
		if !strings.HasPrefix(text, c.title+"\n") || !strings.Contains(text, c.mark) || c.mark == "" && strings.Contains(text, "of 10)") {
			t.Errorf("%d and %d of 10 runs: want %q, mark %q:\n%s", c.a, c.b, c.title, c.mark, text)
		}
	}
}
