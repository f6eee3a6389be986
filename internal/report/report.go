package report

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"bellwether/internal/campaign"
	"bellwether/internal/durable"
	"bellwether/internal/registry"
)

// File is what a report is called where no other name is given.
const File = "report.html"

// readable is the mode of a report: it is for others to see.
const readable = 0o644

// A Job is one report that is asked for.
type Job struct {
	Algorithms *registry.Registry // of this program; nil: those built in
	Dir        string             // of a sweep, of "run --out" or of "reproduce --out"
	Out        string             // the file; "": File in Dir
	Metrics    []string           // keys, for tables and figures; none: those that say most
	Columns    string             // axis of a sweep along which tables and lines go; "": the first
	Versus     string             // label of the row that others are compared with; "": as run, else the first

	Program Program // that writes the report
}

// A Program says of itself what it is.
type Program struct {
	Version string // of bellwether
	Go      string // version and platform
}

// Do writes the report, whole or not at all, and gives the name of its file. The error
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
		file = filepath.Join(j.Dir, File)
	}
	if err := durable.Write(durable.OS{}, file, readable, b.Bytes()); err != nil {
		return "", fmt.Errorf("cannot write %s: %w", file, err)
	}
	return file, nil
}

// ofResults is the page of a sweep or of a run.
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
