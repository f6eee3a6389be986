package campaign

import (
	"fmt"
	"path/filepath"
	"strings"

	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// TraceFiles names trace files after the file a user asked for: itself for a
// single run; else one file for each, walk.ndjson becoming
// walk.campus-walk.bully.seed3.ndjson.
func TraceFiles(file string, single bool) func(scenario, label string, seed uint64) string {
	return func(scenario, label string, seed uint64) string {
		if single {
			return file
		}
		ext := filepath.Ext(file)
		return fmt.Sprintf("%s.%s.%s.seed%d%s", strings.TrimSuffix(file, ext), scenario, label, seed, ext)
	}
}

// traceFile is the trace of one run on its way to disk.
type traceFile struct {
	*trace.Writer
	file *atomicFile
	over bool
}

func createTrace(name string, s *scenarios.Scenario, t task) (*traceFile, error) {
	codec, err := protocol.NewCodec(s.Kinds(t.entry)...)
	if err != nil {
		return nil, fmt.Errorf("campaign: %w", err)
	}
	file, err := createAtomic(name)
	if err != nil {
		return nil, fmt.Errorf("campaign: %w", err)
	}
	w := trace.NewWriter(file, trace.WriterOptions{
		Scenario: s.Name, Algorithm: t.entry.Label, Seed: t.seed, Codec: codec,
	})
	return &traceFile{Writer: w, file: file}, nil
}

// end puts the trace in its place if the run ended well; else it keeps it beside,
// since a failed run's trace is what its finder wants to see.
func (f *traceFile) end(well bool) error {
	if f.over {
		return nil
	}
	f.over = true
	err := f.Writer.Close()
	if err != nil || !well {
		f.file.name += ".failed"
	}
	if commit := f.file.commit(); err == nil {
		err = commit
	}
	return err
}
