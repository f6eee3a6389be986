package study

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/cmd/cli/internal/framenames"
	"bellwether/internal/base/build"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/registry"
)

// runFlags are the flags of run.
type runFlags struct {
	cmdline.Worlds
	columns        []string
	out, trace     string
	hash, noCopy   bool
	viewed, noOpen bool
	stressed       bool
	keptFrames     []uint
}

func runCommand(reg *registry.Registry) *cobra.Command {
	f := runFlags{Worlds: cmdline.Worlds{Registry: reg}}
	cmd := &cobra.Command{
		Use:   "run SCENARIO…",
		Short: "Run scenarios and print comparison tables",
		Long: `Run each scenario, a built-in name or a file, with every algorithm it names and
every seed, and print a comparison with 95 % intervals. A trace that --trace wrote is a
scenario, too: its run is repeated.

The table goes to standard output, progress and warnings to standard error.
With --format json each scenario gives one JSON object on a line of its own.
Ctrl-C stops, and keeps and prints the runs that are finished.

--set changes any value of the file, by its path: radio.range, faults[0].at,
algorithms[vasudevan].params.child_timeout. The value is YAML and is checked like
the file.

--trace writes every record of a run as a line of JSON, for "bellwether show".
With more than one run each gets a file of its own: walk.ndjson becomes
walk.SCENARIO.LABEL.seedN.ndjson.

First the memory of the runs is estimated. If the machine, or its container, has too
little for --jobs runs at a time, fewer run; if there is too little for one, the world
is refused. --memory replaces the limit.

--out keeps each run as it ends, a line of runs.ndjson, with the scenario as run and
the files it names; and writes table.md, results.json and positions.geojson. If it was
stopped in any way, the same command continues from there; with more runs or algorithms
it makes the new ones. A directory with other contents is refused. Several scenarios get
a directory each below it. With --trace all runs are made, since kept runs have no trace.
"bellwether report DIR" makes a page of it, "bellwether plot DIR" figures.

--stress turns the assumptions of a scenario round, crossed: a medium that nodes share or an
ideal one; with and without the margin that lets a leader keep its office; routes that
cost nothing, or AODV, if a row sends along routes. One table says who leads best at each
corner, as far as tests permit, at what cost, and which assumption the order of rows hangs
on. Without --runs each row gets the fewest runs that can tell rows apart. First it says
about how long that takes. With --out it continues after a stop, and table and report show it.

--view makes one run with each algorithm, of the first four if there are more, prints the
table, and shows the runs side by side in the browser until Ctrl-C, as "bellwether view"
does. The traces are kept if --trace names a file.`,
		Example: `  bellwether run campus-walk
  bellwether run campus-walk --algorithms vasudevan,bully --runs 30 --out results
  bellwether run my.yaml --set radio.range=150 --format json
  bellwether run ten-nodes --algorithms vasudevan --runs 1 --trace ten.ndjson
  bellwether run campus-walk --stress --out stress
  bellwether run two-islands --algorithms vasudevan,bully --view`,
		Args:              cmdline.AtLeastOneScenario,
		ValidArgsFunction: cmdline.CompleteScenarios,
		RunE: func(cmd *cobra.Command, args []string) error {
			defer f.Close()
			if f.stressed {
				return f.stress(cmd, args)
			}
			if f.viewed {
				return f.view(cmd, args)
			}
			job, err := f.job(cmd, args)
			if err != nil {
				return err
			}
			return job.Do(cmd.Context())
		},
	}
	f.bind(cmd)
	return cmd
}

func (f *runFlags) bind(cmd *cobra.Command) {
	f.Bind(cmd)
	flags := cmd.Flags()
	flags.UintSliceVar(&f.keptFrames, "spare-frame", nil, "when the run of a trace is repeated: do not lose the `frame` with this number by chance")
	flags.Lookup("spare-frame").DefValue = ""
	flags.StringSliceVar(&f.columns, "columns", nil, "`metrics` to show (default those that say most; csv: all)")
	flags.StringVar(&f.out, "out", "", "keep each run, and the results of all, in this `directory`")
	flags.BoolVar(&f.noCopy, "no-copy", false, "leave the files that scenarios name where they are; the directory cannot be moved then")
	flags.StringVar(&f.trace, "trace", "", "write the records of each run to this `file`")
	flags.BoolVar(&f.stressed, "stress", false, "say who leads best if the scenario's assumptions are turned round: medium, margin, routes")
	flags.BoolVar(&f.viewed, "view", false, "show one run of each algorithm in the browser")
	flags.BoolVar(&f.noOpen, "no-open", false, "with --view: do not open a browser")
	flags.BoolVar(&f.hash, "hash", true, "hash the trace of each run, if the hash is printed (json) or kept (--out)")
	cmdline.NamesMetrics(cmd, "columns", f.Registry.Metrics()...)
}

// hashed reports whether traces are hashed. A table does not show the hash, and with it
// campus-walk takes a quarter more processor time (medians of four; other worlds:
// internal/proof/bench, rows run and run+hash).
func (f *runFlags) hashed() bool { return f.hash && (f.Format == "json" || f.out != "") }

// job makes a job from the flags.
func (f *runFlags) job(cmd *cobra.Command, args []string) (*campaign.Job, error) {
	if f.noOpen && !f.viewed {
		return nil, errors.New("--no-open goes with --view")
	}
	job, err := f.Worlds.Job(cmd, args)
	if err != nil {
		return nil, err
	}
	job.Columns, job.Out, job.Trace, job.Options.NoHash = f.columns, f.out, f.trace, !f.hashed()
	if f.trace != "" {
		program, err := build.This()
		if err != nil {
			return nil, fmt.Errorf("--trace: %w", err)
		}
		job.Options.Build = program.Build.Name()
	}
	if len(f.keptFrames) > 0 {
		if err := framenames.KeepFrames(&job.Load, args, f.keptFrames); err != nil {
			return nil, err
		}
	}
	if f.out != "" {
		program, err := build.This()
		if err != nil {
			return nil, err
		}
		job.Program, job.NoCopy = program, f.noCopy
	}
	return job, nil
}
