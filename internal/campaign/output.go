package campaign

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"bellwether/internal/durable"
	"bellwether/plots"
	"bellwether/trace/measure"
)

// Files that Write makes, in the order in which it makes them.
const (
	ScenarioFile  = "scenario.yaml" // as run, its trace beside it
	RunsFile      = "runs.ndjson"   // a line for each finished run
	TableFile     = "table.md"
	PositionsFile = "positions.geojson"
	ResultsFile   = "results.json" // the report
)

// readable is the mode of what a campaign writes: results are for others to see.
const readable = 0o644

// Prepare makes the directory and sees that files can be written there, before
// hours of work depend on it.
func Prepare(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("campaign: cannot write into %s: %w", dir, err)
	}
	return writable(dir)
}

// writable sees that a file can be made in a directory.
func writable(dir string) error {
	probe, err := durable.Create(durable.OS{}, filepath.Join(dir, "probe"), readable)
	if err != nil {
		return fmt.Errorf("campaign: cannot write into %s: %w", dir, err)
	}
	probe.Drop()
	return nil
}

// write writes a whole file.
func write(name string, data []byte) error {
	if err := durable.Write(durable.OS{}, name, readable, data); err != nil {
		return fmt.Errorf("campaign: %w", err)
	}
	return nil
}

// Write puts the outcome into a directory, each file whole or not at all, the
// report last.
func (o *Outcome) Write(dir string, columns []string, footer string) error {
	if err := Prepare(dir); err != nil {
		return err
	}
	for _, file := range o.Scenario.Files() {
		if err := write(filepath.Join(dir, file.Name), file.Data); err != nil {
			return err
		}
	}
	if err := write(filepath.Join(dir, ScenarioFile), o.Scenario.YAML()); err != nil {
		return err
	}
	for _, part := range []struct {
		file string
		make func() ([]byte, error)
	}{
		{RunsFile, o.runLines},
		{TableFile, func() ([]byte, error) { return o.table(columns, footer) }},
		{PositionsFile, func() ([]byte, error) { return geoJSON(o.Positions, o.Scenario.NodeNames()) }},
		{ResultsFile, func() ([]byte, error) { return json.MarshalIndent(o.Report, "", "  ") }},
	} {
		data, err := part.make()
		if err != nil {
			return fmt.Errorf("campaign: %s: %w", part.file, err)
		}
		if err := write(filepath.Join(dir, part.file), append(bytes.TrimRight(data, "\n"), '\n')); err != nil {
			return err
		}
	}
	return nil
}

// A runLine is a line of RunsFile.
type runLine struct {
	Scenario      string          `json:"scenario"`
	Label         string          `json:"label"`
	Name          string          `json:"name"`
	Goal          string          `json:"goal"`
	Seed          uint64          `json:"seed"`
	Version       string          `json:"version"`
	SimulatedS    float64         `json:"simulated_s"`
	WallS         float64         `json:"wall_s"`
	Events        uint64          `json:"events"`
	Transmissions uint64          `json:"transmissions"`
	Deliveries    uint64          `json:"deliveries"`
	TraceSHA256   string          `json:"trace_sha256,omitempty"`
	Metrics       measure.Metrics `json:"metrics"`
}

func (o *Outcome) runLines() ([]byte, error) {
	var b bytes.Buffer
	lines := json.NewEncoder(&b)
	for _, r := range o.Runs {
		err := lines.Encode(runLine{o.Scenario.Name, r.Label, r.Name, string(r.Goal), r.Seed, o.Version, r.SimulatedS, r.WallS,
			r.Events, r.Transmissions, r.Deliveries, r.TraceSHA256, r.Metrics})
		if err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

func (o *Outcome) table(columns []string, footer string) ([]byte, error) {
	var b bytes.Buffer
	if err := plots.WriteReport(&b, plots.Markdown, &o.Report, plots.ReportOptions{Columns: columns}); err != nil {
		return nil, err
	}
	fmt.Fprintf(&b, "\n%s\n", footer)
	return b.Bytes(), nil
}
