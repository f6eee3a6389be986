package cmdline

import (
	"bellwether/cmd/cli/internal/terminal"
	"bellwether/cmd/cli/internal/version"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/registry"
	"bellwether/scenarios"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
)

// Worlds are the flags of verbs that run worlds and compare algorithms: which worlds are run,
// with what, and how the results are compared and printed. Values of the scenario are kept as
// text, so that the loader checks them in the same way as a file.
type Worlds struct {
	Registry                           *registry.Registry
	Algorithms                         []string
	Runs, seed, duration, nodes, until string
	set                                []string
	jobs                               int
	versus, Format                     string
	quiet                              bool
	memory                             Memory
	programs                           Programs
}

// Bind binds the flags.
func (f *Worlds) Bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringSliceVar(&f.Algorithms, "algorithms", nil, "run only these `labels`, or algorithms by name; all: every algorithm and its variants")
	flags.StringVar(&f.Runs, "runs", "", "`N` replications, with seeds S, S+1, …")
	flags.StringVar(&f.seed, "seed", "", "seed of the first run (`S`)")
	flags.StringVar(&f.duration, "duration", "", "simulated time of a run, a `duration` like 10m")
	flags.StringVar(&f.nodes, "nodes", "", "`number` of nodes")
	flags.StringVar(&f.until, "until", "", "end each run at this `time`, all else unchanged")
	flags.StringArrayVar(&f.set, "set", nil, "set a value of the scenario, as `path=value`; repeatable")
	flags.IntVar(&f.jobs, "jobs", runtime.GOMAXPROCS(0), "`N` runs at a time; results do not depend on it")
	f.programs.Bind(cmd)
	f.memory.Bind(cmd)
	flags.StringVar(&f.versus, "versus", "", "compare with the row of this `label` (default the first)")
	flags.StringVar(&f.Format, "format", "text", "print in this `form`: "+strings.Join(table.FormatNames(), ", "))
	flags.BoolVar(&f.quiet, "quiet", false, "no progress and no warnings")
	Complete(cmd, "algorithms", func() []string { return append(f.Registry.Names(), "all") })
	Complete(cmd, "format", table.FormatNames)
}

// Close removes what was written to start programs. Call it when the verb ends.
func (f *Worlds) Close() { f.programs.Close() }

// Quiet reports whether nothing is to be said beside the results.
func (f *Worlds) Quiet() bool { return f.quiet }

// Job makes a job from the flags. It keeps no results and hashes no traces.
func (f *Worlds) Job(cmd *cobra.Command, args []string) (*campaign.Job, error) {
	free, err := f.memory.Free()
	if err != nil {
		return nil, err
	}
	progress, load := terminal.NewProgress(cmd.ErrOrStderr(), f.quiet), f.Registry.Options()
	load.Algorithms = f.Algorithms
	if err := f.programs.Load(&load); err != nil {
		return nil, err
	}
	job := &campaign.Job{
		Scenarios: args,
		Load:      load,
		Options:   campaign.Options{Jobs: f.jobs, Versus: f.versus, Own: f.Registry.Metrics(), Program: f.Registry.Program(), NoHash: true, Progress: progress.Step},
		Format:    f.Format,
		Free:      free, Version: version.Of(f.Registry),
		Stdout: cmd.OutOrStdout(), Warn: progress.Line,
	}
	for _, flag := range []struct{ name, value string }{
		{"runs", f.Runs}, {"seed", f.seed}, {"duration", f.duration}, {"nodes", f.nodes},
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
