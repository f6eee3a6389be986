package campaign

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"bellwether/internal/base/durable"
	"bellwether/internal/base/gz"
	"bellwether/internal/study/results"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// TraceFiles returns the names of trace files. A single run has the file that the user
// named. Otherwise each run has a file of its own: for walk.ndjson, for example,
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

// traceFile is the file to which the trace of one run is written.
type traceFile struct {
	*trace.Writer
	packed *gzip.Writer // nil: the file is not compressed
	file   *durable.File
}

func createTrace(name string, s *scenarios.Scenario, t task, build string) (*traceFile, error) {
	codec, err := protocol.NewCodec(s.Kinds(t.entry)...)
	if err != nil {
		return nil, err
	}
	file, err := durable.Create(durable.OS{}, name, results.Readable)
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
		Scenario: s.Name, Algorithm: t.entry.Label, Seed: t.seed, Codec: codec, Ground: s.Ground(),
		Origin: s.Origin(t.entry, t.seed, build),
	})
	return f, nil
}

// during calls run and then ends the trace according to the result, also after a panic.
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

// end gives the file its name if the run ended without an error. The trace of a failed run
// is kept as NAME.failed, to look for the cause. The trace of an interrupted run is removed.
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
