package cli

import (
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"bellwether/internal/base/build"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/registry"
	"bellwether/scenarios"
)

// runFlags are the flags of run. Values of the scenario are kept as text, so that the
// loader checks them in the same way as a file.
type runFlags struct {
	registry                           *registry.Registry
	algorithms, columns                []string
	runs, seed, duration, nodes, until string
	set                                []string
	jobs                               int
	versus, format, out, trace         string
	quiet, hash, noCopy                bool
	viewed, noOpen                     bool
	memory                             memoryFlag
	spared                             []uint
}

func runCommand(reg *registry.Registry) *cobra.Command {
	f := runFlags{registry: reg}
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

--view makes one run with each algorithm, of the first four if there are more, prints the
table, and shows the runs side by side in the browser until Ctrl-C, as "bellwether view"
does. The traces are kept if --trace names a file.`,
		Example: `  bellwether run campus-walk
  bellwether run campus-walk --algorithms vasudevan,bully --runs 30 --out results
  bellwether run my.yaml --set radio.range=150 --format json
  bellwether run ten-nodes --algorithms vasudevan --runs 1 --trace ten.ndjson
  bellwether run two-islands --algorithms vasudevan,bully --view`,
		Args:              atLeastOneScenario,
		ValidArgsFunction: completeScenarios,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.viewed {
				return f.view(cmd, args)
			}
			if f.noOpen {
				return errors.New("--no-open goes with --view")
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

// bindWorlds binds the flags that say which worlds are run, with what, and how the results are compared and printed.
func (f *runFlags) bindWorlds(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringSliceVar(&f.algorithms, "algorithms", nil, "run only these `labels`, or algorithms by name; all: every algorithm and its variants")
	flags.StringVar(&f.runs, "runs", "", "`N` replications, with seeds S, S+1, …")
	flags.StringVar(&f.seed, "seed", "", "seed of the first run (`S`)")
	flags.StringVar(&f.duration, "duration", "", "simulated time of a run, a `duration` like 10m")
	flags.StringVar(&f.nodes, "nodes", "", "`number` of nodes")
	flags.StringVar(&f.until, "until", "", "end each run at this `time`, all else unchanged")
	flags.StringArrayVar(&f.set, "set", nil, "set a value of the scenario, as `path=value`; repeatable")
	flags.IntVar(&f.jobs, "jobs", runtime.GOMAXPROCS(0), "`N` runs at a time; results do not depend on it")
	f.memory.bind(cmd)
	flags.StringVar(&f.versus, "versus", "", "compare with the row of this `label` (default the first)")
	flags.StringVar(&f.format, "format", "text", "print in this `form`: "+strings.Join(table.FormatNames(), ", "))
	flags.BoolVar(&f.quiet, "quiet", false, "no progress and no warnings")
	complete(cmd, "algorithms", func() []string { return append(f.registry.Names(), "all") })
	complete(cmd, "format", table.FormatNames)
}

func (f *runFlags) bind(cmd *cobra.Command) {
	f.bindWorlds(cmd)
	flags := cmd.Flags()
	flags.UintSliceVar(&f.spared, "spare-frame", nil, "of the run of a trace: do not lose the `frame` of this number by chance")
	flags.Lookup("spare-frame").DefValue = ""
	flags.StringSliceVar(&f.columns, "columns", nil, "`metrics` to show (default those that say most; csv: all)")
	flags.StringVar(&f.out, "out", "", "keep each run, and the results of all, in this `directory`")
	flags.BoolVar(&f.noCopy, "no-copy", false, "leave the files that scenarios name where they are; the directory cannot be moved then")
	flags.StringVar(&f.trace, "trace", "", "write the records of each run to this `file`")
	flags.BoolVar(&f.viewed, "view", false, "show one run of each algorithm in the browser")
	flags.BoolVar(&f.noOpen, "no-open", false, "with --view: do not open a browser")
	flags.BoolVar(&f.hash, "hash", true, "hash the trace of each run, if the hash is printed (json) or kept (--out)")
	namesMetrics(cmd, "columns", f.registry.Metrics()...)
}

// hashed reports whether traces are hashed. A table does not show the hash, and with it
// campus-walk takes a quarter more processor time (medians of four; other worlds:
// internal/proof/bench, rows run and run+hash).
func (f *runFlags) hashed() bool { return f.hash && (f.format == "json" || f.out != "") }

// job makes a job from the flags.
func (f *runFlags) job(cmd *cobra.Command, args []string) (*campaign.Job, error) {
	free, err := f.memory.free()
	if err != nil {
		return nil, err
	}
	progress, load := newProgress(cmd.ErrOrStderr(), f.quiet), f.registry.Options()
	load.Algorithms = f.algorithms
	job := &campaign.Job{
		Scenarios: args,
		Load:      load,
		Options:   campaign.Options{Jobs: f.jobs, Versus: f.versus, Own: f.registry.Metrics(), Program: f.registry.Program(), NoHash: !f.hashed(), Progress: progress.step},
		Format:    f.format, Columns: f.columns, Out: f.out, Trace: f.trace,
		Free: free, Version: version(f.registry),
		Stdout: cmd.OutOrStdout(), Warn: progress.line,
	}
	if f.trace != "" {
		program, err := build.This()
		if err != nil {
			return nil, fmt.Errorf("--trace: %w", err)
		}
		job.Options.Build = program.Build.Name()
	}
	for _, flag := range []struct{ name, value string }{
		{"runs", f.runs}, {"seed", f.seed}, {"duration", f.duration}, {"nodes", f.nodes},
	} {
		if cmd.Flags().Changed(flag.name) {
			job.Load.Set = append(job.Load.Set, scenarios.Set(flag.name, flag.name, flag.value))
		}
	}
	for _, assignment := range f.set {
		path, value, ok := strings.Cut(assignment, "=")
		if !ok {
			return nil, fmt.Errorf("--set %s: must be path=value, like radio.range=150", assignment)
		}
		job.Load.Set = append(job.Load.Set, scenarios.Assign(path, value))
	}
	if len(f.spared) > 0 {
		if err := spared(&job.Load, args, f.spared); err != nil {
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
	if cmd.Flags().Changed("until") {
		if err := job.Load.Until.UnmarshalText([]byte(f.until)); err != nil {
			return nil, fmt.Errorf("--until %s: %w", f.until, err)
		}
		if job.Load.Until == 0 {
			return nil, fmt.Errorf("--until %s: must be longer than 0s", f.until)
		}
	}
	return job, nil
}
