package study

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/terminal"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/sweep"
)

// ErrMissing means that a merged sweep lacks runs.
var ErrMissing = errors.New("runs are missing")

func sweepMergeCommand(reg *registry.Registry) *cobra.Command {
	m := sweep.Merge{Algorithms: reg}
	var quiet bool
	cmd := &cobra.Command{
		Use:   "merge DIR… --out DIR",
		Short: "Put the shards of a sweep together",
		Long: `Put directories of one plan together, shards or others, in a directory of results like that
of a sweep on one machine: the same runs give the same file, byte for byte, however they were
spread. Runs that several directories have must be the same, and count once. --out may be one that
an earlier merge has made: it gets what it lacks.

A plan with stop is made in rounds. In each one every shard makes its part of the runs that the
merged directory wants; merge says whether a further round is needed, and exits with 3 then:

  bellwether sweep merge part-* --out all
  bellwether sweep all --shard 3/7 --out part-3        # each shard, then merge again

Exit codes: 0 all runs that the plan wants are there, 1 two directories differ, 2 bad input,
3 runs are missing.`,
		Example: `  bellwether sweep merge part-1 part-2 part-3 --out density
  bellwether sweep merge part-* --out density && bellwether table density`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if m.Out == "" {
				return errors.New("--out is missing: name the directory that gets all runs")
			}
			p := terminal.NewProgress(cmd.ErrOrStderr(), quiet)
			m.Dirs, m.Warn = args, p.Line
			merged, err := m.Do(cmd.Context())
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %d runs, %d of them new; %d were in several directories\n", merged.Name, merged.Runs, merged.Added, merged.Twice)
			switch {
			case merged.Missing == 0:
				return nil
			case merged.Adaptive:
				return fmt.Errorf("%w: %d more are wanted, for precision or because a shard was not finished: in each shard bellwether sweep %s --shard I/N --out …, then merge again", ErrMissing, merged.Missing, m.Out)
			}
			return fmt.Errorf("%w: %d of %d: the shards that were not finished, or bellwether sweep %s", ErrMissing, merged.Missing, merged.Asked, m.Out)
		},
	}
	cmd.Flags().StringVar(&m.Out, "out", "", "the `directory` that gets all runs")
	cmd.Flags().BoolVar(&quiet, "quiet", false, "no warnings")
	return cmd
}
