package study

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bellwether/cmd/cli/internal/terminal"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/reproduce/prasle"
)

// runsOfPrasle are the runs of a point: those of the authors' program.
const runsOfPrasle = 10

// flagsOfPrasle are the flags that its study has.
var flagsOfPrasle = []string{"runs", "quick", "jobs", "quiet", "format"}

// runPrasle makes the study of PraSLE's Table I, and prints it.
func (f *reproduceFlags) runPrasle(cmd *cobra.Command) error {
	var others []string
	cmd.Flags().Visit(func(given *pflag.Flag) {
		if !slices.Contains(flagsOfPrasle, given.Name) {
			others = append(others, "--"+given.Name)
		}
	})
	switch {
	case len(others) > 0:
		return fmt.Errorf("%v is of reproduce vkt04: reproduce prasle has --runs, --quick, --jobs, --quiet and --format", others)
	case f.Runs < 1 && cmd.Flags().Changed("runs"):
		return fmt.Errorf("--runs: at least 1, not %d", f.Runs)
	case f.Jobs < 1:
		return fmt.Errorf("--jobs: at least 1, not %d", f.Jobs)
	}
	if err := f.format.Check(); err != nil {
		return err
	}
	if f.format == table.FormatJSON {
		return errors.New("--format: reproduce prasle prints tables alone")
	}
	o := prasle.Options{Runs: f.Runs, Jobs: f.Jobs}
	switch {
	case o.Runs > 0:
	case f.Quick:
		o.Runs = 3
	default:
		o.Runs = runsOfPrasle
	}
	p := terminal.NewProgress(cmd.ErrOrStderr(), f.quiet)
	o.Progress = func(done, all int) { p.Step(campaign.Progress{Done: done, Total: all}) }
	s, err := prasle.Run(cmd.Context(), o)
	if err != nil {
		return err
	}
	return s.Write(cmd.OutOrStdout(), table.Format(f.format))
}
