package sweep

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"bellwether/internal/base/durable"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/results"
	"bellwether/scenarios"
)

// traced makes a run and returns its line, followed by its packed trace; only the line if the
// trace is larger than most bytes.
func traced(ctx context.Context, name results.Task, s *scenarios.Scenario, of campaign.Row, program *registry.Registry, most int) ([]byte, error) {
	run, packed, failure := campaign.Traced(ctx, s, of, program, campaign.Packing{Most: most, Build: name.Build})
	if failure != nil {
		return nil, failure.Err
	}
	line, err := results.NewLine(name, s.Name, &run).Encode()
	return append(line, packed...), err
}

// takeApart returns the line of an answer, and the trace behind it, nil without a trace.
func takeApart(answer []byte) (*results.Line, []byte, error) {
	end := bytes.IndexByte(answer, '\n') + 1
	if end == 0 {
		return nil, nil, errors.New("the answer is no line")
	}
	line, err := results.Decode(answer[:end])
	return line, answer[end:], err
}

// keepTrace writes the trace of a run into the directory.
func (j *Job) keepTrace(line *results.Line, packed []byte) error {
	if len(packed) == 0 {
		j.Warn(fmt.Sprintf("warning: the trace of %s, seed %d, has more than %d bytes (--trace-most), and is left out", line.Label, line.Seed, j.TraceMost))
		return nil
	}
	dir := filepath.Join(j.Dir, tracesDir)
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		name := fmt.Sprintf("%s.seed%d.%.12s.ndjson.gz", line.Label, line.Seed, line.ID)
		err = durable.Write(durable.OS{}, filepath.Join(dir, name), results.Readable, packed)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", results.ErrWrite, err)
	}
	return nil
}
