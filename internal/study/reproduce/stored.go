package reproduce

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"bellwether/internal/study/results"
)

// ErrNoStudy marks a directory without a study.
var ErrNoStudy = errors.New("no study")

// Stored returns the study of a directory with the runs that are finished, also while a
// session writes there. If the directory has no runs, it returns the study that
// [Study.Save] wrote. The error is ErrNoStudy if there is neither.
func Stored(dir string) (*Study, error) {
	if !results.Indexed(dir) {
		return saved(dir)
	}
	o, is, err := keptIn(dir)
	switch {
	case err != nil:
		return nil, err
	case !is:
		return nil, fmt.Errorf("%w: %s has the results of a run or a sweep", ErrNoStudy, dir)
	}
	stored, err := results.Load(dir, func(string) {})
	if err == nil {
		err = stored.Strays()
	}
	if err != nil {
		return nil, err
	}
	s := o.study()
	s.Version = stored.Index.Programs[0].Build.Name()
	s.gather(stored.Lines)
	return s, nil
}

// saved reads the study that Save wrote.
func saved(dir string) (*Study, error) {
	file, err := os.Open(filepath.Join(dir, jsonFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s has no %s", ErrNoStudy, dir, jsonFile)
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	s, err := readJSON(file)
	if err == nil {
		err = (Reading{s.Merge, s.List, s.Child}).check()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file.Name(), err)
	}
	return s, nil
}

// runsOf returns how many runs a point has. Each run has a value of at least one metric.
func runsOf(values map[Metric]value) int {
	most := 0
	for _, v := range values {
		most = max(most, v.Runs)
	}
	return most
}

// Done returns how many runs a study has, and how many it wants. A run that two figures share
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

// behind returns the least and the greatest number of runs of a figure's points.
func (s *Study) behind(f Figure) (least, most int) {
	least = s.Runs
	for _, series := range f.Series {
		for _, n := range s.Nodes {
			runs := runsOf(s.Values[Point{f.Number, series.Label, n}])
			least, most = min(least, runs), max(most, runs)
		}
	}
	return least, most
}

// runsBehind returns how many runs the points of a figure have, as text.
func (s *Study) runsBehind(f Figure) string {
	least, most := s.behind(f)
	switch {
	case least >= s.Runs:
		return count(s.Runs)
	case least == most:
		return fmt.Sprintf("%d of %d runs", least, s.Runs)
	}
	return fmt.Sprintf("%d to %d of %d runs", least, most, s.Runs)
}

// count returns a number of runs as text.
func count(runs int) string {
	if runs == 1 {
		return "1 run"
	}
	return fmt.Sprintf("%d runs", runs)
}
