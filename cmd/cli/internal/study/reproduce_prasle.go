package study

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bellwether/cmd/cli/internal/terminal"
	"bellwether/cmd/cli/internal/workers"
	"bellwether/internal/base/build"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/reproduce/prasle"
)

// runsOfPrasle are the runs of a point: those of the authors' program.
const runsOfPrasle = 10

// flagsOfPrasle are the flags that its study has.
var flagsOfPrasle = []string{"runs", "quick", "jobs", "quiet", "format", "out", "shard", "study"}

// optionsOfPrasle checks the flags of a study of PraSLE.
func (f *reproduceFlags) optionsOfPrasle(cmd *cobra.Command) (o prasle.Options, err error) {
	var others []string
	cmd.Flags().Visit(func(given *pflag.Flag) {
		if !slices.Contains(flagsOfPrasle, given.Name) {
			others = append(others, "--"+given.Name)
		}
	})
	switch {
	case len(others) > 0:
		return o, fmt.Errorf("%v is of reproduce vkt04: reproduce prasle has --runs, --quick, --study, --out, --shard, --jobs, --quiet and --format", others)
	case f.study != "" && f.study != "unknowns":
		return o, fmt.Errorf("--study %s is of reproduce vkt04: that of reproduce prasle is unknowns", f.study)
	case f.Runs < 1 && cmd.Flags().Changed("runs"):
		return o, fmt.Errorf("--runs: at least 1, not %d", f.Runs)
	case f.Jobs < 1:
		return o, fmt.Errorf("--jobs: at least 1, not %d", f.Jobs)
	}
	if err := f.format.Check(); err != nil {
		return o, err
	}
	program, err := build.This()
	if err != nil {
		return o, err
	}
	o = prasle.Options{Runs: f.Runs, Jobs: f.Jobs, Unknowns: f.study != "", Out: f.Out, Build: program.Build.Name()}
	switch {
	case o.Runs > 0:
	case f.Quick:
		o.Runs = 3
	default:
		o.Runs = runsOfPrasle
	}
	o.Shard, err = workers.Shard(cmd, f.shard)
	return o, err
}

// runPrasle makes the study of PraSLE's Table I, and prints it.
func (f *reproduceFlags) runPrasle(cmd *cobra.Command) error {
	o, err := f.optionsOfPrasle(cmd)
	if err != nil {
		return err
	}
	p := terminal.NewProgress(cmd.ErrOrStderr(), f.quiet)
	o.Progress = func(done, all int) {
		p.Step(campaign.Progress{Scenario: "prasle", Done: done, Total: all, Fraction: float64(done) / float64(all)})
	}
	s, err := prasle.Run(cmd.Context(), o)
	switch {
	case cmd.Context().Err() != nil:
		return fmt.Errorf("%w: %w", campaign.ErrInterrupted, err)
	case err != nil:
		return err
	case s == nil:
		p.Line(fmt.Sprintf("shard %v is made; once all are, write their files prasle.ndjson one after another into that of one directory ALL, and this command with --out ALL and without --shard prints the study", o.Shard))
		return nil
	case f.format == table.FormatJSON:
		return s.WriteJSON(cmd.OutOrStdout())
	}
	return s.Write(cmd.OutOrStdout(), table.Format(f.format))
}
