package campaign

import (
	"fmt"

	"bellwether/internal/base/durable"
	"bellwether/internal/study/results"
)

// Files of a directory of results, beside the files of package results.
const (
	ScenarioFile  = results.ScenarioFile // as run; the files that it names are beside it
	RunsFile      = results.RunLines     // a line for each finished run
	TableFile     = "table.md"
	positionsFile = "positions.geojson"
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
