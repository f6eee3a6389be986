package reproduce

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"sync"

	"bellwether/internal/lock"
	lines "bellwether/internal/results"
)

// kept are the runs of this study and of former ones: by world and seed, so that
// figures which share a world share its runs, and a run of other assumptions is
// never taken for one of these. With a directory each is a line of its runsFile
// once it is finished: whatever kills a study, it loses the runs under way alone.
type kept struct {
	mu      sync.Mutex
	version string
	runs    map[place]map[Metric]float64
	log     *lines.Log // nil: in memory only
	held    io.Closer
}

// A place is what a run depends on beside the version.
type place struct {
	World string
	Seed  uint64
}

// Names of files.
const (
	runsFile = "runs.ndjson"
	lockFile = "lock"
)

// readable is the mode of what a study writes: results are for others to see.
const readable = lines.Readable

// A line is one run in a file. JSON has no NaN: a metric without a value is left out.
type line struct {
	About   string             `json:"about"`
	World   string             `json:"world_sha256"`
	Seed    uint64             `json:"seed"`
	Version string             `json:"version"`
	Metrics map[Metric]float64 `json:"metrics"`
}

// openKept takes the directory for this process, and reads what is there.
func openKept(o Options) (*kept, error) {
	k := &kept{version: o.Version, runs: map[place]map[Metric]float64{}}
	if o.Out == "" {
		return k, nil
	}
	if err := os.MkdirAll(o.Out, 0o755); err != nil {
		return nil, err
	}
	if err := foreign(o.Out); err != nil {
		return nil, err
	}
	held, err := lock.Take(filepath.Join(o.Out, lockFile), readable)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Out, err)
	}
	k.held = held
	study := studied{o.Figure, o.Merge, o.List, o.Access, o.Quick, o.Runs}
	if err := study.check(o.Out); err != nil {
		return nil, errors.Join(err, k.Close())
	}
	name := filepath.Join(o.Out, runsFile)
	whole, err := k.read(name, k.take)
	if err == nil {
		k.log, err = lines.OpenLog(name, whole)
	}
	if err == nil {
		err = study.save(o.Out)
	}
	if err != nil {
		return nil, errors.Join(err, k.Close())
	}
	return k, nil
}

// take takes a run of this version, and refuses those of others.
func (k *kept) take(l *line) error {
	if l.Version != k.version {
		return fmt.Errorf("a run of version %s, this is %s; begin in another directory", l.Version, k.version)
	}
	k.runs[place{l.World, l.Seed}] = l.Metrics
	return nil
}

// read hands over each run that is there, and says how many bytes are whole lines. A last
// line that is cut off or damaged was being written when the program was killed, or is being
// written now: the next run is written over it.
func (k *kept) read(name string, take func(*line) error) (whole int64, err error) {
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer file.Close()
	whole, _, err = lines.ReadLines(file, name, func(_ int, text []byte) error {
		var l line
		if err := json.Unmarshal(text, &l); err != nil {
			return err
		}
		return take(&l)
	})
	return whole, err
}

func (k *kept) find(t task) (map[Metric]float64, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	r, known := k.runs[t.place()]
	return r, known
}

func (k *kept) add(t task, r map[Metric]float64) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, known := k.runs[t.place()]; known {
		return nil // a figure that shares this world was as fast
	}
	k.runs[t.place()] = r
	if k.log == nil {
		return nil
	}
	p := t.place()
	l := line{About: t.String(), World: p.World, Seed: p.Seed, Version: k.version, Metrics: map[Metric]float64{}}
	for m, x := range r {
		if !math.IsNaN(x) {
			l.Metrics[m] = x
		}
	}
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	if err := k.log.Add(append(text, '\n')); err != nil { // a full disk, most often
		return fmt.Errorf("a run cannot be kept: %w", err)
	}
	return nil
}

// Close ends the file, and gives the directory free.
func (k *kept) Close() error {
	var err error
	if k.log != nil {
		err = k.log.Close()
	}
	if k.held != nil {
		err = errors.Join(err, k.held.Close())
	}
	return err
}
