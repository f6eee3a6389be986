package report

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"bellwether/internal/base/durable"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/results"
)

// defaultFile is the default name of a report.
const defaultFile = "report.html"

// A Job is one report to write.
type Job struct {
	Algorithms *registry.Registry // of this program; nil: those built in
	Dir        string             // of a sweep, of "run --out" or of "reproduce --out"
	Out        string             // the file; "": File in Dir
	Metrics    []string           // keys, for tables and figures; none: the most important ones
	Columns    []string           // axis of a sweep along which tables and lines go, none: the first; or keys of metrics
	Versus     string             // label of the row to compare with; "": that of the run, else the first

	Program Program // the program that writes the report
}

// A Program names the program and its platform.
type Program struct {
	Version string // after its name
	Go      string // version and platform
}

// Do writes the report, whole or not at all, and returns the name of its file. The error
// is campaign.ErrInterrupted if the context ends first.
func (j *Job) Do(ctx context.Context) (file string, err error) {
	p, err := j.study()
	if p == nil && err == nil {
		p, err = j.ofResults(ctx)
	}
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := p.write(&b); err != nil {
		return "", err
	}
	file = j.Out
	if file == "" {
		file = filepath.Join(j.Dir, defaultFile)
	}
	if err := durable.Write(durable.OS{}, file, results.Readable, b.Bytes()); err != nil {
		return "", fmt.Errorf("cannot write: %w", err)
	}
	return file, nil
}

// ofResults returns the page of a sweep or of a run.
func (j *Job) ofResults(ctx context.Context) (*page, error) {
	s, err := j.read(ctx)
	if errors.Is(err, context.Canceled) {
		return nil, campaign.ErrInterrupted
	}
	if err != nil {
		return nil, err
	}
	return j.page(s)
}
