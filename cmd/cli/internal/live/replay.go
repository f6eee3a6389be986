package live

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/cmd/cli/internal/interrupt"
	"bellwether/cmd/cli/internal/terminal"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/draw/table"
	"bellwether/internal/live/replay"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/registry"
	"bellwether/scenarios"
)

// replayFlags are the flags of live replay and live calibrate.
type replayFlags struct {
	registry                                *registry.Registry
	scenario, epoch, warmup, timeout, every string
	format, trace, out, contacts            string
	columns                                 []string
	runs, jobs                              int
	memory                                  cmdline.Memory
	quiet                                   bool
}

func liveReplayCommand(reg *registry.Registry) *cobra.Command {
	f := replayFlags{registry: reg}
	cmd := &cobra.Command{
		Use:         "replay DIR|FILE…",
		Annotations: map[string]string{interrupt.OwnTime: ""},
		Short:       "Measure a live run like an emulated one",
		Long: `Merge the traces that live agents wrote (*.ndjson of a directory, or files), and
print the table of "bellwether run" for them; below it the agents' clocks with their
errors, the results for the properties that every election should have, and where the
live run and the emulator's prediction differ.

For agents under a mask the scenario says which nodes heard each other. Their traces
name it and their epoch; --scenario and --epoch replace these. Without a mask that is
estimated from the hellos that were heard, and marked so. The prediction uses the
scenario; without one, the network of these traces (see "bellwether live calibrate").`,
		Example: `  bellwether live replay traces
  bellwether live replay traces --scenario campus-walk
  bellwether live replay traces --runs 0 --trace merged.ndjson --format json`,
		Args: atLeastOneTrace,
		RunE: func(cmd *cobra.Command, args []string) error {
			job, err := f.job(cmd, args)
			if err != nil {
				return err
			}
			result, err := job.Do(cmd.Context())
			if err != nil {
				return err
			}
			return result.Print(cmd.OutOrStdout(), f.format, f.columns)
		},
	}
	f.common(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.scenario, "scenario", "", "the `scenario` of the mask, or of the prediction")
	flags.StringVar(&f.epoch, "epoch", "", "the agents' `time` 0 under their mask, like 2026-01-02T15:04:05Z")
	flags.StringVar(&f.warmup, "warmup", "", "`time` after the first record that is not measured (default the scenario's, else none)")
	flags.StringVar(&f.timeout, "hello-timeout", "", "`silence` after which a link counts as lost, if truth is estimated (default the agents')")
	flags.StringVar(&f.every, "every", "", "`time` between two looks at the links, for component truth (default measure.every of the scenario, else 1s)")
	flags.IntVar(&f.runs, "runs", 39, "`N` runs of the emulator for the prediction; 0 for none")
	flags.IntVar(&f.jobs, "jobs", runtime.GOMAXPROCS(0), "`N` runs of the emulator at a time")
	f.memory.Bind(cmd)
	flags.StringVar(&f.trace, "trace", "", "write the merged trace to this `file`")
	flags.StringSliceVar(&f.columns, "columns", nil, "`metrics` to show (default those that say most; csv: all)")
	cmdline.Complete(cmd, "scenario", scenarios.Builtin)
	cmdline.NamesMetrics(cmd, "columns")
	return cmd
}

func (f *replayFlags) common(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.format, "format", "text", "print in this `form`: "+strings.Join(table.FormatNames(), ", "))
	flags.BoolVar(&f.quiet, "quiet", false, "no warnings")
	cmdline.Complete(cmd, "format", table.FormatNames)
}

func atLeastOneTrace(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("name the traces: a directory, or files")
	}
	return nil
}

// job makes a job from the flags.
func (f *replayFlags) job(cmd *cobra.Command, args []string) (*replay.Job, error) {
	progress := terminal.NewProgress(cmd.ErrOrStderr(), f.quiet)
	job := &replay.Job{Inputs: args, Algorithms: f.registry, Scenario: f.scenario, Runs: f.runs, Jobs: f.jobs, Trace: f.trace, Contacts: f.contacts, Out: f.out, Warn: progress.Line}
	var err error
	if job.Free, err = f.memory.Free(); err != nil {
		return nil, err
	}
	for _, d := range []struct {
		flag, text string
		into       *time.Duration
	}{{"warmup", f.warmup, &job.Warmup}, {"hello-timeout", f.timeout, &job.HelloTimeout}, {"every", f.every, &job.Every}} {
		if d.text == "" {
			continue
		}
		var given scenarios.Duration
		if err := given.UnmarshalText([]byte(d.text)); err != nil {
			return nil, fmt.Errorf("--%s %s: %w", d.flag, d.text, err)
		}
		*d.into = given.Std()
	}
	if f.epoch != "" {
		at, err := time.Parse(time.RFC3339Nano, f.epoch)
		if err != nil {
			return nil, fmt.Errorf("--epoch %s: must be a time like 2026-01-02T15:04:05Z", f.epoch)
		}
		job.Epoch = at
	}
	if f.runs < 0 {
		return nil, fmt.Errorf("--runs must be at least 0, got %d", f.runs)
	}
	for _, name := range f.columns {
		if _, err := campaign.KeyOf(name); err != nil {
			return nil, fmt.Errorf("--columns %s: %w", name, err)
		}
	}
	if !slices.Contains(table.FormatNames(), f.format) {
		return nil, fmt.Errorf("--format %s: unknown format%s", f.format, strictyaml.Hint(f.format, table.FormatNames()))
	}
	return job, nil
}
