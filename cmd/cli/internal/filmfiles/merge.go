package filmfiles

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/internal/base/wording"
	"bellwether/internal/live/merge"
	"bellwether/internal/live/replay"
	"bellwether/internal/study/registry"
	"bellwether/internal/viewer/film"
)

// mergeFilm merges the traces of live agents into one run, as live replay does, and films it. If they
// cannot be merged, for example because they come from two clusters, it says why and returns nil
// without an error.
func mergeFilm(ctx context.Context, said io.Writer, reg *registry.Registry, names []string, dir string) (*film.Film, error) {
	work, err := os.MkdirTemp("", "bellwether-merged-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	job := replay.Job{Inputs: names, Algorithms: reg, Trace: filepath.Join(work, "merged.ndjson"),
		Warn: func(text string) { fmt.Fprintln(said, text) }}
	result, err := job.Do(ctx)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		fmt.Fprintf(said, "warning: the traces are shown side by side, since they cannot be merged: %s\n", errs.ForPeople(err))
		return nil, nil
	}
	file, err := os.Open(job.Trace)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	one, err := film.Read(file, film.Options{Name: "merged.ndjson", Dir: dir, Progress: reading(said, "merged.ndjson")})
	if one != nil {
		one.Head.Note = mergedNote(result.Merge)
	}
	return one, err
}

// warningsShown bounds the merge's warnings on the page, where they stand above the field.
const warningsShown = 3

// mergedNote is the page's note about a merge: its traces, the error of their clocks, warnings.
func mergedNote(m *merge.Merge) string {
	var worst time.Duration
	clocks := "Their clocks are corrected, to within %v."
	for _, l := range m.Lives {
		worst = max(worst, l.Clock.Error)
		if l.Clock.Basis == merge.ByWallClock {
			clocks = "Not all of their clocks could be corrected; the others are, to within %v."
		}
	}
	note := fmt.Sprintf("%s of live agents as one. "+clocks, wording.Count(len(m.Lives), "trace"), worst.Round(10*time.Microsecond))
	for i, w := range m.Warnings {
		if i == warningsShown {
			return note + fmt.Sprintf(" There are %d more warnings.", len(m.Warnings)-i)
		}
		for _, l := range m.Lives {
			w = strings.TrimPrefix(w, l.File+": ") // the page may be given away: it names no local files
		}
		note += " Warning: " + w + "."
	}
	return note
}
