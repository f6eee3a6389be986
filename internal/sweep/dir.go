package sweep

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"bellwether/internal/campaign"
	"bellwether/internal/durable"
	"bellwether/internal/lock"
	"bellwether/internal/plan"
)

// Names of files.
const (
	PlanFile    = "plan.yaml"
	ResultsFile = "results.ndjson"
	lockFile    = "lock"
)

// readable is the mode of what a sweep writes: results are for others to see.
const readable = 0o644

// A directory is one that this process has to itself.
type directory struct {
	path    string
	held    io.Closer
	lines   []Line // that were there
	results *resultsFile
}

// open takes the directory for a plan, making it if there is none, and reads what
// is there.
func open(path string, p *plan.Plan, warn func(string)) (*directory, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, fmt.Errorf("sweep: %w", err)
	}
	held, err := lock.Take(filepath.Join(path, lockFile), readable)
	if errors.Is(err, lock.ErrInUse) {
		return nil, fmt.Errorf("sweep: %s is %w; two cannot share it", path, err)
	}
	if err != nil {
		return nil, fmt.Errorf("sweep: cannot lock %s: %w", path, err)
	}
	d := &directory{path: path, held: held}
	if err := d.adopt(p); err != nil {
		held.Close()
		return nil, err
	}
	if err := d.resume(warn); err != nil {
		held.Close()
		return nil, err
	}
	return d, nil
}

// adopt compares the plan with the one whose results are here, or makes the
// directory this plan's.
func (d *directory) adopt(p *plan.Plan) error {
	name := filepath.Join(d.path, PlanFile)
	ours := p.YAML()
	theirs, err := os.ReadFile(name)
	switch {
	case err == nil && sha256.Sum256(ours) == sha256.Sum256(theirs):
		return nil
	case err == nil:
		return fmt.Errorf("sweep: %s has the results of another plan (%s): %s; give each plan a directory of its own",
			d.path, PlanFile, difference(ours, theirs))
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("sweep: %w", err)
	}
	if info, err := os.Stat(filepath.Join(d.path, ResultsFile)); err == nil && info.Size() > 0 {
		return fmt.Errorf("sweep: %s has results but no %s to tell of which plan", d.path, PlanFile)
	}
	if err := durable.Write(durable.OS{}, name, readable, ours); err != nil {
		return fmt.Errorf("sweep: %w: %w", ErrWrite, err)
	}
	return nil
}

// difference shows the first line in which two plans differ.
func difference(ours, theirs []byte) string {
	a, b := strings.Split(string(ours), "\n"), strings.Split(string(theirs), "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("it has %q, this plan %q", strings.TrimSpace(b[i]), strings.TrimSpace(a[i]))
		}
	}
	return "one has lines the other lacks"
}

// resume reads the results, and takes off a last line that was cut off.
func (d *directory) resume(warn func(string)) error {
	name := filepath.Join(d.path, ResultsFile)
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, readable)
	if err != nil {
		return fmt.Errorf("sweep: %w: %w", ErrWrite, err)
	}
	lines, whole, warning, err := Read(f, name)
	if err == nil && warning != "" {
		warn("warning: " + warning + ", and its run is made again")
		err = f.Truncate(whole)
	}
	if err == nil && whole == 0 {
		err = durable.OS{}.SyncDir(d.path)
	}
	if err != nil {
		f.Close()
		return err
	}
	d.lines, d.results = lines, &resultsFile{file: f, size: whole}
	return nil
}

func (d *directory) close() error { return errors.Join(d.results.close(), d.held.Close()) }

// Stored reads the plan and the results of a directory, which may be at work. It
// warns of a last line that was cut off.
func Stored(path string, warn func(string)) (*plan.Plan, []Line, error) {
	p, err := plan.Load(filepath.Join(path, PlanFile))
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(filepath.Join(path, campaign.RunsFile)); err == nil {
			return nil, nil, fmt.Errorf("sweep: %s is the directory of a run, not of a sweep; its table is %s, and report makes a page of it",
				path, filepath.Join(path, campaign.TableFile))
		}
		return nil, nil, fmt.Errorf("sweep: %s is no directory of a sweep: it has no %s", path, PlanFile)
	}
	if err != nil {
		return nil, nil, err
	}
	name := filepath.Join(path, ResultsFile)
	data, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("sweep: %w", err)
	}
	lines, _, warning, err := Read(bytes.NewReader(data), name)
	if warning != "" {
		warn(warning)
	}
	return p, lines, err
}
