package study

import (
	"runtime"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/cmd/cli/internal/terminal"
	"bellwether/internal/base/build"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/verify"
)

func verifyCommand(reg *registry.Registry) *cobra.Command {
	var memory cmdline.Memory
	var programs cmdline.Programs
	job := verify.Job{Algorithms: reg}
	var quiet bool
	cmd := &cobra.Command{
		Use:   "verify DIR",
		Short: "Make runs of kept results again and compare",
		Long: `Repeat some runs of a directory that "run --out" or a sweep wrote, and compare them with
what is kept: the hash of the trace and every number. Differences are printed, with
their three possible causes: program, scenario and processor.

The runs are drawn with --seed. If the results are the same, this program may continue
the results of another program: the directory's index.json says so then.

Exit code 0: all are the same; 1: something differs.`,
		Example: `  bellwether verify density
  bellwether verify density --sample 50 --seed 7
  bellwether verify walk --all`,
		Args: cmdline.OneDirectory("the directory of results"),
		RunE: func(cmd *cobra.Command, args []string) error {
			program, err := build.This()
			if err != nil {
				return err
			}
			if job.Free, err = memory.Free(); err != nil {
				return err
			}
			defer programs.Close()
			p := terminal.NewProgress(cmd.ErrOrStderr(), quiet)
			job.Dir, job.Program, job.Stdout = args[0], program, cmd.OutOrStdout()
			job.Progress, job.Warn = p.Step, p.Line
			return job.Do(cmd.Context())
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&job.Sample, "sample", 5, "make `N` runs again")
	flags.BoolVar(&job.All, "all", false, "make all runs again")
	flags.Uint64Var(&job.Seed, "seed", 1, "`seed` of the choice")
	flags.IntVar(&job.Jobs, "jobs", runtime.GOMAXPROCS(0), "`N` runs at a time; results do not depend on it")
	memory.Bind(cmd)
	programs.BindLeave(cmd)
	job.Start = programs.Start
	flags.BoolVar(&quiet, "quiet", false, "no progress and no warnings")
	cmd.MarkFlagsMutuallyExclusive("sample", "all")
	return cmd
}
