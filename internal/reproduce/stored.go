package reproduce

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrNoStudy marks a directory without a study.
var ErrNoStudy = errors.New("no study")

// Stored gives the study that a directory keeps, as far as it has come, whether or not
// it is at work. The error is ErrNoStudy if there is none.
//
// The values are worked out from the runs that are kept. Where [Study.Save] wrote more of
// a point than there are runs, as of a recorded study, they are the saved ones.
func Stored(dir string) (*Study, error) {
	file, err := os.Open(filepath.Join(dir, jsonFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s has no %s", ErrNoStudy, dir, jsonFile)
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	saved, err := ReadJSON(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file.Name(), err)
	}
	s, tasks, err := plan(saved.options())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file.Name(), err)
	}
	name := filepath.Join(dir, runsFile)
	k := &kept{runs: map[place]map[Metric]float64{}}
	if _, err := k.read(name, func(l *line) error {
		if l.Version == s.Version { // else the saved study came from elsewhere, as a recorded one does
			k.runs[place{l.World, l.Seed}] = l.Metrics
		}
		return nil
	}); err != nil {
		return nil, err
	}
	s.gather(tasks, k.results(tasks))
	for p, values := range saved.Values {
		if runsOf(values) > runsOf(s.Values[p]) {
			s.Values[p] = values
		}
	}
	return s, nil
}

// options ask for the study once more.
func (s *Study) options() Options {
	o := Options{Merge: s.Merge, List: s.List, Access: s.Access, Quick: s.Quick, Runs: s.Runs, Version: s.Version}
	if len(s.Figures) == 1 {
		o.Figure = s.Figures[0].Number
	}
	return o
}

// results are those of the tasks that are kept, nil for the others.
func (k *kept) results(tasks []task) []map[Metric]float64 {
	out := make([]map[Metric]float64, len(tasks))
	for i, t := range tasks {
		out[i], _ = k.find(t)
	}
	return out
}

// runsOf is how many runs a point has. Each run has a value of at least one metric.
func runsOf(values map[Metric]Value) int {
	most := 0
	for _, v := range values {
		most = max(most, v.Runs)
	}
	return most
}

// Done says how many runs a study has, and of how many. A run that two figures share
// counts for both.
func (s *Study) Done() (done, all int) {
	for _, f := range s.Figures {
		for _, series := range f.Series {
			for _, n := range s.Nodes {
				done += min(runsOf(s.Values[Point{f.Number, series.Label, n}]), s.Runs)
				all += s.Runs
			}
		}
	}
	return done, all
}

// runsBehind says how many runs stand behind the points of a figure.
func (s *Study) runsBehind(f Figure) string {
	least, most := s.Runs, 0
	for _, series := range f.Series {
		for _, n := range s.Nodes {
			runs := runsOf(s.Values[Point{f.Number, series.Label, n}])
			least, most = min(least, runs), max(most, runs)
		}
	}
	switch {
	case least >= s.Runs:
		return count(s.Runs)
	case least == most:
		return fmt.Sprintf("%d of %d runs", least, s.Runs)
	}
	return fmt.Sprintf("%d to %d of %d runs", least, most, s.Runs)
}

// count is a number of runs in words.
func count(runs int) string {
	if runs == 1 {
		return "1 run"
	}
	return fmt.Sprintf("%d runs", runs)
}
