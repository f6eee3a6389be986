package daemon

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"bellwether/internal/base/build"
	"bellwether/internal/contract/provenance"
	"bellwether/protocol"
	"bellwether/trace"
)

// A traceFile writes the trace of one life of an agent.
type traceFile struct {
	*trace.Writer
	file *os.File
}

// openTrace makes the file of this incarnation. It returns nil if no trace is wanted.
func openTrace(s *Settings, incarnation uint32, codec *protocol.Codec) (*traceFile, error) {
	if s.Trace == "" {
		return nil, nil
	}
	if err := os.MkdirAll(s.Trace, 0o755); err != nil {
		return nil, err
	}
	path := filepath.Join(s.Trace, fmt.Sprintf("%s.%d.ndjson", safe(s.Name), incarnation))
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, err
	}
	scenario := s.Radio
	if scenario == "" {
		scenario = "live"
	}
	program, err := build.This()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &traceFile{file: f, Writer: trace.NewWriter(f, trace.WriterOptions{
		Origin:   provenance.Origin{Build: program.Build.Name(), Row: provenance.Row{Label: s.Algorithm, Name: s.algorithm.Name, Params: s.effective()}},
		Scenario: scenario, Algorithm: s.Algorithm, Zero: s.epoch.UnixNano(), HelloTimeout: s.timing.Hello.Timeout, Codec: codec})}, nil
}

// Record writes r at once: the last records of a killed agent matter most. A busy agent
// makes hundreds of records a second, which costs a thousandth of a core.
func (t *traceFile) Record(r *trace.Record) {
	t.Writer.Record(r)
	t.Flush()
}

// Close ends the file. A nil traceFile has nothing to end.
func (t *traceFile) Close() error {
	if t == nil {
		return nil
	}
	return errors.Join(t.Writer.Close(), t.file.Close())
}
