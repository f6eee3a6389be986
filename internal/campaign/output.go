package campaign

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"bellwether/internal/draw"
	"bellwether/internal/durable"
	"bellwether/internal/results"
)

// Files of a directory of results, beside those of package results.
const (
	ScenarioFile  = results.ScenarioFile // as run; the files that it names are beside it
	RunsFile      = results.RunLines     // a line for each finished run
	TableFile     = "table.md"
	PositionsFile = "positions.geojson"
	ResultsFile   = "results.json" // the report
)

// writable returns an error if a file of this name cannot be made.
func writable(file string) error {
	probe, err := durable.Create(durable.OS{}, file, results.Readable)
	if err != nil {
		return fmt.Errorf("cannot write: %w", err)
	}
	probe.Drop()
	return nil
}

// write writes a whole file.
func write(name string, data []byte) error {
	if err := durable.Write(durable.OS{}, name, results.Readable, data); err != nil {
		return err
	}
	return nil
}

// write writes the table and the report of a directory again, the report last.
func (o *Outcome) write(dir string, columns []string, footer string) error {
	for _, part := range []struct {
		file string
		make func() ([]byte, error)
	}{
		{TableFile, func() ([]byte, error) { return o.table(columns, footer) }},
		{ResultsFile, func() ([]byte, error) { return json.MarshalIndent(o.Report, "", "  ") }},
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

// table returns the report as Markdown with its warnings, for readers who did not see them
// during the run.
func (o *Outcome) table(columns []string, footer string) ([]byte, error) {
	var b bytes.Buffer
	if err := draw.WriteReport(&b, draw.Markdown, &o.Report, draw.ReportOptions{Columns: columns}); err != nil {
		return nil, err
	}
	for i, w := range o.Report.Warnings {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "- warning: %s\n", strings.ReplaceAll(w, "\n", " "))
	}
	fmt.Fprintf(&b, "\n%s\n", footer)
	return b.Bytes(), nil
}
