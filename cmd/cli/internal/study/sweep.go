package study

import (
	"context"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/cmd/cli/internal/terminal"
	"bellwether/cmd/cli/internal/workers"
	"bellwether/internal/base/build"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/sweep"
	"bellwether/internal/study/tasks"
)

// sweepFlags are what a sweep is asked for.
type sweepFlags struct {
	registry *registry.Registry
	job      sweep.Job
	memory   cmdline.Memory
	programs cmdline.Programs
	many     workers.Flags
	shard    string
	quiet    bool
}

func sweepCommand(reg *registry.Registry) *cobra.Command {
	f := sweepFlags{registry: reg, job: sweep.Job{Algorithms: reg}}
	f.many = workers.Flags{Registry: reg, Quiet: &f.quiet}
	cmd := &cobra.Command{
		Use:   "sweep PLAN|DIR --out DIR",
		Short: "Run a plan: a scenario over axes of values, resumable",
		Long: `Run a plan: a scenario, varied along axes, with each of some algorithms, on common
seeds. A plan is a file:

  schema: 2
  name: density
  scenario: campus-walk              # built in, or a file beside the plan
  set: {duration: 3m}                # changes the scenario at every point
  axes:
    nodes: [20, 40, 80]
    radio.range: {from: 150, to: 250, step: 50}
    area:                            # a name, for values that set several paths each
      small: {world.width: 200, world.height: 200}
      large: {world.width: 800, world.height: 800}
  algorithms: [vasudevan, bully]     # default: the scenario's
  runs: 30                           # default: the scenario's
  # or: stop: {metric: leaderless_fraction, half_width: 5%, min: 10, max: 200}

With stop, a point gets more runs, min at a time, until half the width of the metric's
95 % interval is at most this share of the mean for all algorithms, or until max.

Each finished run is a line of DIR/results.ndjson. If the sweep was stopped in any way,
also by Ctrl-C or kill -9, the same command continues from there, and repeats no run
that has a line; so does "bellwether sweep DIR". If a finished plan gets more values,
algorithms or runs, only the new ones are made. DIR contains the plan, the scenario and
the files it names, and can be moved. "bellwether table DIR" shows the results,
"bellwether plot DIR" draws them, and "bellwether report DIR" puts everything on one
page, also while the sweep runs.

More than one machine: with --serve the runs are made by "bellwether sweep work" on any number
of machines, with --nats over an existing NATS cluster, and with --shard 3/7 this
machine makes every seventh run, for batch schedulers; "bellwether sweep merge" puts shards
together. The lines are the same in all cases, byte for byte.`,
		Example: `  bellwether sweep density.yaml --out density
  bellwether sweep density --jobs 1
  bellwether table density --columns nodes --metric leaderless_fraction
  bellwether report density
  bellwether sweep density.yaml --out density --serve --listen 192.168.1.10:4222
  bellwether sweep density.yaml --out part-$SLURM_ARRAY_TASK_ID --shard $SLURM_ARRAY_TASK_ID/40`,
		Args: cmdline.OneArgument("the plan, or the directory of a sweep"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	f.bind(cmd)
	cmd.AddCommand(sweepStatusCommand(reg), sweepMergeCommand(reg), workCommand(reg))
	return cmd
}

func (f *sweepFlags) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.job.Dir, "out", "", "the `directory` of the results")
	flags.IntVar(&f.job.Jobs, "jobs", runtime.GOMAXPROCS(0), "`N` runs at a time; results do not depend on it; with --serve or --nats none here unless given")
	flags.StringVar(&f.shard, "shard", "", "make the runs of one part of several, `I/N`, numbered from 1/N")
	flags.IntVar(&f.job.Traces, "traces", 0, "keep the traces of the first `N` runs of each row at each point, of those made now, in DIR/traces")
	flags.IntVar(&f.job.TraceMost, "trace-most", sweep.DefaultTraceMost, "leave out traces of more than `BYTES`, packed")
	f.many.Bind(cmd)
	f.memory.Bind(cmd)
	f.programs.BindLeave(cmd)
	flags.BoolVar(&f.job.NoCopy, "no-copy", false, "leave the files that the scenario names where they are; DIR cannot be moved then")
	flags.BoolVar(&f.quiet, "quiet", false, "no progress and no warnings")
}

// run makes the runs of a plan, or of the plan in a directory: here, or elsewhere.
func (f *sweepFlags) run(cmd *cobra.Command, plan string) error {
	job, p := &f.job, terminal.NewProgress(cmd.ErrOrStderr(), f.quiet)
	program, err := build.This()
	if err != nil {
		return err
	}
	if job.Free, err = f.memory.Free(); err != nil {
		return err
	}
	if job.Shard, err = workers.Shard(cmd, f.shard); err != nil {
		return err
	}
	if job.TraceMost < 1 {
		return fmt.Errorf("--trace-most: from 1 to %d bytes, not %d", sweep.MaxTraceMost, job.TraceMost)
	}
	job.Plan, job.Program, job.Start = plan, program, f.programs.Start
	defer f.programs.Close()
	job.Progress, job.Warn = p.Step, p.Line
	others, err := f.many.Asked(cmd)
	switch {
	case err != nil:
		return err
	case !others:
		return job.Do(cmd.Context())
	}
	if !cmd.Flags().Changed("jobs") {
		job.Jobs = 0 // a coordinator coordinates
	}
	job.Progress = f.many.Progress(p.Step)
	starter := &sweep.Starter{Allowed: []string{"*"}} // as the user has allowed when the plan was read
	defer starter.Close()
	job.Engine = func(ctx context.Context) (tasks.Engine, error) {
		return f.many.Engine(ctx, job.Name(), job.Dir, job.Jobs, workers.Handlers(f.registry, program, nil, starter))
	}
	return f.many.Close(job.Dir, job.Do(cmd.Context()))
}
