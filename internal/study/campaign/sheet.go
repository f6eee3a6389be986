package campaign

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bellwether/internal/base/wording"
	"bellwether/internal/draw/table"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// A Sheet is the table of the runs of one scenario: what run prints, what it keeps as table.md
// and results.json, and what table prints of a directory that run wrote. This type and the
// report decide what such a table contains.
type Sheet struct {
	Report  *measure.Report
	Columns []string // keys of metrics; none: a default choice, in CSV all
	Again   string   // the line that tells how to make it again; "": none does
}

// Write writes the table in a format of table.FormatNames.
func (t *Sheet) Write(w io.Writer, format string) error {
	if format == table.FormatJSON {
		return json.NewEncoder(w).Encode(t.Report)
	}
	f := table.Format(format)
	if err := t.table(w, f); err != nil {
		return err
	}
	if t.Again == "" {
		return nil
	}
	if f == table.Text || f == table.Markdown {
		fmt.Fprintln(w)
	}
	return table.WriteRemark(w, f, t.Again)
}

func (t *Sheet) table(w io.Writer, f table.Format) error {
	return table.WriteReport(w, f, t.Report, table.ReportOptions{Columns: t.Columns})
}

// follow writes the table below that of another scenario: in CSV without a header.
func (t *Sheet) follow(w io.Writer, format string) error {
	switch format {
	case table.FormatJSON:
		return t.Write(w, format)
	case string(table.CSV):
		var b strings.Builder
		if err := t.table(&b, table.CSV); err != nil {
			return err
		}
		_, rows, _ := strings.Cut(b.String(), "\n")
		_, err := io.WriteString(w, rows)
		return err
	}
	fmt.Fprintln(w)
	return t.Write(w, format)
}

// keep writes the table and the report of a directory again, the report last.
func (t *Sheet) keep(dir string) error {
	for _, part := range []struct {
		file string
		make func() ([]byte, error)
	}{
		{TableFile, t.page},
		{ResultsFile, func() ([]byte, error) { return json.MarshalIndent(t.Report, "", "  ") }},
	} {
		data, err := part.make()
		if err != nil {
			return fmt.Errorf("%s: %w", part.file, err)
		}
		if err := write(filepath.Join(dir, part.file), append(bytes.TrimRight(data, "\n"), '\n')); err != nil {
			return err
		}
	}
	return nil
}

// page returns the report as Markdown with its warnings, for readers who did not see them
// during the run.
func (t *Sheet) page() ([]byte, error) {
	var b bytes.Buffer
	if err := t.table(&b, table.Markdown); err != nil {
		return nil, err
	}
	for i, w := range t.Report.Warnings {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "- warning: %s\n", strings.ReplaceAll(w, "\n", " "))
	}
	fmt.Fprintf(&b, "\n%s\n", t.Again)
	return b.Bytes(), nil
}

// again returns the line that tells how to make a table again: every flag that the values, the
// arrows or the columns of the table depend on.
func again(version string, o Options, columns []string, s *scenarios.Scenario) string {
	line := fmt.Sprintf("The same again, with %s: %s %s", version, o.name(), s.Again())
	if o.Versus != "" {
		line += " --versus " + wording.Quote(o.Versus)
	}
	if len(columns) > 0 {
		line += " --columns " + wording.Quote(strings.Join(columns, ","))
	}
	return line
}

// Kept are finished runs of a scenario that run --out keeps, and how they are shown.
type Kept struct {
	Dir      string
	Scenario *scenarios.Scenario // as it was run
	Runs     []measure.RunResult
	Options  Options
	Columns  []string
	Version  string
}

// Sheet returns the table that run prints of the runs with the same flags. If the flags name
// no row to compare with, it uses the row of the command that made the directory.
func (k *Kept) Sheet(ctx context.Context) (*Sheet, error) {
	if k.Options.Versus == "" {
		k.Options.Versus = versusOf(k.Dir, k.Scenario)
	}
	versus, err := versusRow(k.Scenario, k.Options.Versus)
	if err != nil {
		return nil, err
	}
	out := &Outcome{Scenario: k.Scenario, Interrupted: len(k.Runs) < k.Scenario.Runs*len(k.Scenario.Algorithms)}
	for _, e := range k.Scenario.Algorithms {
		first := len(out.Runs)
		for _, r := range k.Runs {
			if r.Label == e.Label {
				out.Runs = append(out.Runs, r)
			}
		}
		slices.SortStableFunc(out.Runs[first:], func(a, b measure.RunResult) int { return cmp.Compare(a.Seed, b.Seed) })
	}
	if err := k.Options.summarise(ctx, out, versus); err != nil {
		return nil, err
	}
	return &Sheet{Report: &out.Report, Columns: k.Columns, Again: again(k.Version, k.Options, k.Columns, k.Scenario)}, nil
}

// versusOf returns the row with which the report in a directory compares the others, if it is
// not the first; "" if it is, or there is no report yet.
func versusOf(dir string, s *scenarios.Scenario) string {
	var told struct{ Versus string }
	data, err := os.ReadFile(filepath.Join(dir, ResultsFile))
	if err != nil || json.Unmarshal(data, &told) != nil {
		return ""
	}
	rows := s.Algorithms
	if i := slices.IndexFunc(rows, func(e scenarios.Entry) bool { return e.Label == told.Versus }); i > 0 {
		return told.Versus
	}
	return ""
}
