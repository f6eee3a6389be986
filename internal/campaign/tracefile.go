package campaign

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"bellwether/internal/durable"
	"bellwether/internal/gz"
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
		if gz.Named(file) {
			ext = filepath.Ext(strings.TrimSuffix(file, ext)) + ext
		}
		return fmt.Sprintf("%s.%s.%s.seed%d%s", strings.TrimSuffix(file, ext), scenario, label, seed, ext)
	}
}

// traceFile is the trace of one run on its way to disk.
type traceFile struct {
	*trace.Writer
	packed *gzip.Writer // nil: as text
	file   *durable.File
}

func createTrace(name string, s *scenarios.Scenario, t task, build string) (*traceFile, error) {
	codec, err := protocol.NewCodec(s.Kinds(t.entry)...)
	if err != nil {
		return nil, err
	}
	file, err := durable.Create(durable.OS{}, name, readable)
	if err != nil {
		return nil, err
	}
	f := &traceFile{file: file}
	to := io.Writer(file)
	if gz.Named(name) {
		f.packed = gzip.NewWriter(file)
		to = f.packed
	}
	f.Writer = trace.NewWriter(to, trace.WriterOptions{
		Scenario: s.Name, Algorithm: t.entry.Label, Seed: t.seed, Codec: codec, Obstacles: outlines(s),
		Origin: s.Origin(t.entry, t.seed, build),
	})
	return f, nil
}

// outlines are the obstacles of a scenario, as a trace's header has them.
func outlines(s *scenarios.Scenario) [][][2]float64 {
	var out [][][2]float64
	for _, ring := range s.Obstacles() {
		corners := make([][2]float64, len(ring))
		for i, p := range ring {
			corners[i] = p
		}
		out = append(out, corners)
	}
	return out
}

// during makes the run that the trace is of, and ends the trace as the run ended,
// be it in a panic.
func (f *traceFile) during(run func() (*result, error)) (r *result, err error) {
	ended := false
	defer func() {
		if !ended {
			f.end(errors.New("panic"))
		}
	}()
	r, err = run()
	ended = true
	return r, errors.Join(err, f.end(err))
}

// end puts the trace in its place if the run ended well. That of a failed run is
// kept beside, since its finder wants to see it; that of an interrupted one is
// not.
func (f *traceFile) end(run error) error {
	err := f.Writer.Close()
	if f.packed != nil {
		err = errors.Join(err, f.packed.Close())
	}
	switch {
	case errors.Is(run, context.Canceled):
		f.file.Drop()
		return nil
	case run != nil || err != nil:
		f.file.Retarget(f.file.Target() + ".failed")
	}
	return errors.Join(err, f.file.Commit())
}
