package study

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/browser"
	"bellwether/cmd/cli/internal/filmfiles"
	"bellwether/internal/study/campaign"
	"bellwether/scenarios"
)

// mostViewed bounds the runs that are shown side by side. With more, a field is too narrow for sixty
// nodes on a screen of 1280 pixels.
const mostViewed = 4

// view runs a scenario once with each algorithm, and shows the runs in the browser.
func (f *runFlags) view(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return errors.New("--view shows one scenario: name one")
	}
	if cmd.Flags().Changed("runs") && f.Runs != "1" {
		return errors.New("--view shows one run of each algorithm: leave out --runs, and choose the run by --seed")
	}
	f.Runs = "1"
	if err := cmd.Flags().Set("runs", f.Runs); err != nil {
		return err
	}
	if f.trace == "" {
		dir, err := os.MkdirTemp("", "bellwether-view-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		f.trace = filepath.Join(dir, "run.ndjson")
	}
	job, err := f.job(cmd, args)
	if err != nil {
		return err
	}
	s, err := scenarios.Load(args[0], job.Load)
	if err != nil {
		return err
	}
	rows := s.Algorithms
	if len(rows) > mostViewed {
		job.Warn(fmt.Sprintf("--view runs the first %d of %d algorithms; choose others by --algorithms", mostViewed, len(rows)))
		rows = rows[:mostViewed]
	}
	job.Load.Algorithms = nil
	name := campaign.TraceFiles(f.trace, len(rows) == 1)
	var traces []string
	for _, row := range rows {
		job.Load.Algorithms = append(job.Load.Algorithms, row.Label)
		traces = append(traces, name(s.Name, row.Label, s.Seed))
	}
	if err := job.Do(cmd.Context()); err != nil {
		return err
	}
	films, err := filmfiles.Read(cmd.Context(), cmd.ErrOrStderr(), f.Registry, traces, os.TempDir())
	defer filmfiles.Close(films)
	if err != nil {
		return err
	}
	return browser.ServeFilms(cmd, "127.0.0.1:0", films, !f.noOpen)
}
