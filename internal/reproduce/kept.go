package reproduce

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"sync"

	"bellwether/internal/lock"
)

// kept are the runs of this study and of former ones: by world and seed, so that
// figures which share a world share its runs, and a run of other assumptions is
// never taken for one of these. With a directory each is a line of its runsFile
// once it is finished: whatever kills a study, it loses the runs under way alone.
type kept struct {
	mu      sync.Mutex
	version string
	runs    map[place]map[Metric]float64
	file    *os.File // nil: in memory only
	whole   int64    // bytes of whole lines in it
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
const readable = 0o644

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
		return nil, fmt.Errorf("reproduce: %w", err)
	}
	held, err := lock.Take(filepath.Join(o.Out, lockFile), readable)
	if err != nil {
		return nil, fmt.Errorf("reproduce: %s: %w", o.Out, err)
	}
	k.held = held
	k.file, err = os.OpenFile(filepath.Join(o.Out, runsFile), os.O_RDWR|os.O_CREATE, readable)
	if err == nil {
		err = k.read()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("reproduce: %w", err), k.Close())
	}
	return k, nil
}

// read takes what is there. A last line without an end was being written when the
// program was killed: it is written over.
func (k *kept) read() error {
	in := bufio.NewReader(k.file)
	for n := 1; ; n++ {
		text, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return k.drop()
		}
		if err != nil {
			return err
		}
		var l line
		if err := json.Unmarshal(text, &l); err != nil {
			return fmt.Errorf("%s:%d: %w", k.file.Name(), n, err)
		}
		if l.Version != k.version {
			return fmt.Errorf("%s:%d: a run of version %s, this is %s; begin in another directory", k.file.Name(), n, l.Version, k.version)
		}
		k.runs[place{l.World, l.Seed}] = l.Metrics
		k.whole += int64(len(text))
	}
}

// drop leaves whole lines only.
func (k *kept) drop() error {
	_, err := k.file.Seek(k.whole, io.SeekStart)
	return errors.Join(err, k.file.Truncate(k.whole))
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
	if k.file == nil {
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
		return fmt.Errorf("reproduce: %w", err)
	}
	if _, err := k.file.Write(append(text, '\n')); err != nil { // a full disk, most often
		return fmt.Errorf("reproduce: a run cannot be kept: %w", errors.Join(err, k.drop()))
	}
	k.whole += int64(len(text)) + 1
	if err := k.file.Sync(); err != nil { // some milliseconds, after a run of a second
		return fmt.Errorf("reproduce: a run cannot be kept: %w", err)
	}
	return nil
}

// Close ends the file, and gives the directory free.
func (k *kept) Close() error {
	var err error
	if k.file != nil {
		err = k.file.Close()
	}
	if k.held != nil {
		err = errors.Join(err, k.held.Close())
	}
	return err
}
