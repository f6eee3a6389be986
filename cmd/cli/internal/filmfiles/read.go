// Package filmfiles reads files into films: traces, traces of live agents merged into one run,
// and stories, which are played while they are read. A trace that ends within a line is shown up
// to there, with a note. It never changes a file. Large films keep their frames in the directory
// that the caller names, until Close.
package filmfiles

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/internal/study/registry"
	"bellwether/internal/viewer/film"
	"bellwether/scenarios"
	"bellwether/trace"
)

// Read reads the traces. A trace that ends within a line is shown up to there. The traces of several
// live agents become one film.
func Read(ctx context.Context, said io.Writer, reg *registry.Registry, names []string, dir string) ([]*film.Film, error) {
	for _, name := range names {
		if err := unrun(name); err != nil {
			return nil, err
		}
	}
	var films []*film.Film
	zero := earliest(names)
	if zero != 0 {
		if one, err := mergeFilm(ctx, said, reg, names, dir); one != nil {
			return []*film.Film{one}, err
		} else if err != nil {
			return nil, err
		}
	}
	for _, name := range names {
		if strings.HasSuffix(name, storySuffix) {
			one, err := filmStory(reg, name, said)
			if err != nil {
				return films, err
			}
			films = append(films, one)
			continue
		}
		file, err := os.Open(name)
		if err != nil {
			return films, err
		}
		one, err := film.Read(file, film.Options{Name: name, Dir: dir, Zero: zero, Progress: reading(said, name)})
		file.Close()
		if one == nil {
			return films, err
		}
		films = append(films, one)
		if err != nil {
			one.Head.Note = fmt.Sprintf("The trace is damaged, and shown up to there: %s.", errs.ForPeople(err))
			fmt.Fprintf(said, "warning: %s\n", one.Head.Note)
		}
	}
	return films, nil
}

// unrun refuses a scenario, of which there is nothing to see before it is run, with the commands
// to type. It returns nil for all that may be a trace.
func unrun(name string) error {
	base, yaml := strings.CutSuffix(name, ".yaml")
	if !yaml {
		base, yaml = strings.CutSuffix(name, ".yml")
	}
	if _, err := os.Stat(name); !yaml && !(err != nil && slices.Contains(scenarios.Builtin(), name)) {
		return nil
	}
	to, row := base+".ndjson", "vasudevan"
	if s, err := scenarios.Load(name, scenarios.Options{}); err == nil {
		row = s.Algorithms[0].Label
	}
	return fmt.Errorf("%s is a scenario, not a trace; run it first: bellwether run %s --runs 1 --algorithms %s --trace %s; then: bellwether view %s",
		name, name, row, to, to)
}

// earliest is the first instant of several traces of live agents, in nanoseconds since 1970. It is 0
// if there is only one trace, or if one of them is no trace of a live agent. It reports no errors:
// reading the whole files does.
func earliest(names []string) (zero int64) {
	if len(names) < 2 {
		return 0
	}
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			return 0
		}
		in, err := trace.NewReader(file, name)
		file.Close()
		if err != nil || in.Header.Zero == 0 {
			return 0
		}
		if zero == 0 || in.Header.Zero < zero {
			zero = in.Header.Zero
		}
	}
	return zero
}

// betweenLines is the time between two lines of progress. Traces of usual size are read before it
// has passed.
const betweenLines = 3 * time.Second

// reading prints progress while a trace is read.
func reading(said io.Writer, name string) func(records int) {
	last := time.Now()
	return func(records int) {
		if time.Since(last) < betweenLines {
			return
		}
		last = time.Now()
		fmt.Fprintf(said, "%s: %.1f million records read\n", name, float64(records)/1e6)
	}
}

func Close(films []*film.Film) {
	for _, x := range films {
		x.Close()
	}
}
