package reproduce

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"sync"
)

// Options say what to reproduce.
type Options struct {
	Figure int    // 5, 8, 9 or 10; 0: all
	Quick  bool   // shorter runs, fewer of them and fewer sizes
	Runs   int    // for a point; default the paper's 10, quick 3
	Jobs   int    // runs at a time
	Out    string // a directory that keeps runs, for another time; none if empty
	// Progress is told after each run; may be nil.
	Progress func(done, all int)
}

// A Study is what came of it.
type Study struct {
	Figures []Figure
	Nodes   []int
	Runs    int
	Quick   bool
	Values  map[Point]map[Metric]Value
}

// quickNodes are the sizes of a quick study: both ends and the middle of what rises
// and falls.
var quickNodes = []int{20, 60, 120}

const (
	paperRuns = 10
	quickRuns = 3
)

// task is one run.
type task struct {
	figure Figure
	series Series
	nodes  int
	seed   uint64
}

func (t task) point() Point { return Point{t.figure.Number, t.series.Label, t.nodes} }

// key names a run in a file: what else it depends on is in the file's name.
func (t task) key() string {
	return fmt.Sprintf("%d %s %d %d", t.figure.Number, t.series.Label, t.nodes, t.seed)
}

// ErrFigure is a figure that is not reproduced.
var ErrFigure = errors.New("reproduce: no such figure")

// plan lists the runs of a study, the longest figures last.
func plan(o Options) (*Study, []task, error) {
	s := &Study{Nodes: Nodes, Runs: paperRuns, Quick: o.Quick, Values: map[Point]map[Metric]Value{}}
	if o.Quick {
		s.Nodes, s.Runs = quickNodes, quickRuns
	}
	if o.Runs > 0 {
		s.Runs = o.Runs
	}
	for _, f := range Figures() {
		if o.Figure != 0 && f.Number != o.Figure {
			continue
		}
		if o.Quick {
			f = f.quick()
		}
		s.Figures = append(s.Figures, f)
	}
	if len(s.Figures) == 0 {
		return nil, nil, fmt.Errorf("%w %d: there are 5, 8, 9 and 10", ErrFigure, o.Figure)
	}
	var tasks []task
	for i := range s.Runs { // run by run, so that an interrupted study has some of each point
		for _, f := range s.Figures {
			for _, series := range f.Series {
				for _, n := range s.Nodes {
					tasks = append(tasks, task{f, series, n, uint64(i) + 1})
				}
			}
		}
	}
	return s, tasks, nil
}

// Run reproduces. Interrupted, it gives what is finished with ctx's error.
func Run(ctx context.Context, o Options) (*Study, error) {
	s, tasks, err := plan(o)
	if err != nil {
		return nil, err
	}
	kept, err := openKept(o, s)
	if err != nil {
		return nil, err
	}
	defer kept.Close()
	results, err := execute(ctx, tasks, o, kept)
	s.gather(tasks, results)
	return s, err
}

// execute runs what is not kept yet.
func execute(ctx context.Context, tasks []task, o Options, k *kept) ([]map[Metric]float64, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results := make([]map[Metric]float64, len(tasks))
	var mu sync.Mutex
	done := 0
	finished := func(i int, r map[Metric]float64) {
		mu.Lock()
		defer mu.Unlock()
		results[i] = r
		done++
		if o.Progress != nil {
			o.Progress(done, len(tasks))
		}
	}
	next := make(chan int)
	var wait sync.WaitGroup
	for range max(1, o.Jobs) {
		wait.Go(func() {
			for i := range next {
				t := tasks[i]
				if r, known := k.find(t); known {
					finished(i, r)
					continue
				}
				r, err := one(ctx, t.figure, t.series, t.nodes, t.seed)
				if err == nil {
					err = k.add(t, r)
				}
				if err != nil {
					cancel(err)
					continue
				}
				finished(i, r)
			}
		})
	}
feed:
	for i := range tasks {
		select {
		case next <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	wait.Wait()
	return results, context.Cause(ctx)
}

// gather sums the runs of each point up.
func (s *Study) gather(tasks []task, results []map[Metric]float64) {
	runs := map[Point]map[Metric][]float64{}
	for i, t := range tasks {
		for m, x := range results[i] {
			if runs[t.point()] == nil {
				runs[t.point()] = map[Metric][]float64{}
			}
			if !math.IsNaN(x) {
				runs[t.point()][m] = append(runs[t.point()][m], x)
			}
		}
	}
	for p, metrics := range runs {
		s.Values[p] = map[Metric]Value{}
		for m, values := range metrics {
			s.Values[p][m] = valueOf(values)
		}
	}
}

// kept are the runs of former studies of the same worlds.
type kept struct {
	mu   sync.Mutex
	runs map[string]map[Metric]float64
	file *os.File // nil: nothing is kept
}

// A line is one run in a file. JSON has no NaN: a metric without a value is left out.
type line struct {
	Key     string             `json:"key"`
	Metrics map[Metric]float64 `json:"metrics"`
}

func openKept(o Options, s *Study) (*kept, error) {
	k := &kept{runs: map[string]map[Metric]float64{}}
	if o.Out == "" {
		return k, nil
	}
	if err := os.MkdirAll(o.Out, 0o755); err != nil {
		return nil, fmt.Errorf("reproduce: %w", err)
	}
	name := "vkt04.ndjson"
	if s.Quick {
		name = "vkt04-quick.ndjson"
	}
	f, err := os.OpenFile(filepath.Join(o.Out, name), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("reproduce: %w", err)
	}
	k.file = f
	if err := k.read(); err != nil {
		f.Close()
		return nil, fmt.Errorf("reproduce: %s: %w", f.Name(), err)
	}
	return k, nil
}

// read takes what is there. A last line without an end was being written when the
// program was killed: it is written over.
func (k *kept) read() error {
	in := bufio.NewReader(k.file)
	var whole int64
	for n := 1; ; n++ {
		text, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			_, err := k.file.Seek(whole, io.SeekStart)
			return errors.Join(err, k.file.Truncate(whole))
		}
		if err != nil {
			return err
		}
		var l line
		if err := json.Unmarshal(text, &l); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		k.runs[l.Key] = l.Metrics
		whole += int64(len(text))
	}
}

func (k *kept) find(t task) (map[Metric]float64, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	r, known := k.runs[t.key()]
	return r, known
}

func (k *kept) add(t task, r map[Metric]float64) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.file == nil {
		return nil
	}
	l := line{t.key(), map[Metric]float64{}}
	for m, x := range r {
		if !math.IsNaN(x) {
			l.Metrics[m] = x
		}
	}
	text, err := json.Marshal(l)
	if err != nil {
		return fmt.Errorf("reproduce: %w", err)
	}
	if _, err := k.file.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("reproduce: a run cannot be kept: %w", err)
	}
	return nil
}

// Close ends the file.
func (k *kept) Close() error {
	if k.file == nil {
		return nil
	}
	return k.file.Close()
}
