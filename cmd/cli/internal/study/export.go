package study

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/cmd/cli/internal/terminal"
	"bellwether/internal/base/durable"
	"bellwether/internal/formats/export/pcapng"
	"bellwether/internal/formats/export/source"
	"bellwether/internal/study/export"
	"bellwether/internal/study/registry"
	"bellwether/protocol"
)

// exportFlags are the flags of export.
type exportFlags struct {
	registry                      *registry.Registry
	table, format, out, dissector string
	from, to                      time.Duration
	quiet                         bool
}

func exportCommand(reg *registry.Registry) *cobra.Command {
	f := exportFlags{registry: reg}
	cmd := &cobra.Command{
		Use:   "export DIR|TRACE",
		Short: "Write results as a table, or a trace for Wireshark, Perfetto or ShiViz",
		Long: `Of a directory, write what "bellwether run --out" or "bellwether sweep" found, so far or
in the end, as one tidy table for pandas, DuckDB or R: CSV by RFC 4180, to standard output
or into a file.

  runs        a row for each run and metric: scenario, axes, label, algorithm, goal,
              seed, metric, value, unit, bound, n, censored, horizon_s
  elections   a row for each election: how long it took (time_s), and 1 under censored
              if it had not ended then
  detections  the same of deaths that detectors found
  mistakes    the same of suspicions that were wrong

An empty field is a value that does not apply. bound is "lower" if the true value may
be greater. Means of times are restricted to horizon_s, the same for all rows.

Of a trace, write what other viewers read:

  pcapng      frames for Wireshark, an interface for each node; --dissector writes the
              program in Lua with which Wireshark shows them by name
  perfetto    what each node was at any time, messages with their receptions, and
              counters, for ui.perfetto.dev
  shiviz      a log with vector clocks, of some thousand events at most: take a part of
              the run by --from and --to`,
		Example: `  bellwether export results > runs.csv
  bellwether export density --table elections --out elections.csv
  bellwether export walk.ndjson --format pcapng --out walk.pcapng --dissector bellwether.lua
  bellwether export walk.ndjson --format perfetto --out walk.pftrace
  bellwether export walk.ndjson --format shiviz --from 2m --to 2m10s --out walk.log`,
		Args: f.args,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.dissector != "" {
				if err := f.writeDissector(); err != nil {
					return err
				}
			}
			if len(args) == 0 {
				return nil
			}
			stat, err := os.Stat(args[0])
			switch {
			case err == nil && !stat.IsDir():
				return f.trace(cmd, args[0])
			case err != nil && slices.Contains(export.TraceFormats(), f.format):
				return err
			}
			return f.results(cmd, args[0])
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.table, "table", string(export.Runs), "what `rows` of a table are: runs, elections, detections or mistakes")
	flags.StringVar(&f.format, "format", "", "the `form`: csv of a directory (default); pcapng, perfetto or shiviz of a trace")
	flags.StringVar(&f.out, "out", "", "write into this `file`, which is never left incomplete")
	flags.DurationVar(&f.from, "from", 0, "of a trace: only from this `time` on, like 2m")
	flags.DurationVar(&f.to, "to", 0, "of a trace: only before this `time`")
	flags.StringVar(&f.dissector, "dissector", "", "write Wireshark's program for pcapng into this `file`; needs no trace")
	flags.BoolVar(&f.quiet, "quiet", false, "no warnings on standard error")
	cmdline.Complete(cmd, "table", export.Tables)
	cmdline.Complete(cmd, "format", func() []string { return append(export.Formats(), export.TraceFormats()...) })
	return cmd
}

// args refuses arguments and flags that exclude each other. A dissector needs no trace.
func (f *exportFlags) args(cmd *cobra.Command, args []string) error {
	if len(args) == 0 && f.dissector != "" {
		return nil
	}
	if err := cmdline.OneArgument("a directory of results or a trace")(cmd, args); err != nil {
		return err
	}
	stat, err := os.Stat(args[0])
	if err != nil {
		return nil // opening it gives the error
	}
	ofTrace := strings.Join(export.TraceFormats(), ", ")
	if stat.IsDir() {
		return f.ofDirectory(cmd.Flags(), args[0])
	}
	switch {
	case f.format == "":
		return fmt.Errorf("%s is a file: --format says what is made of a trace: %s; a table is made of a directory of results", args[0], ofTrace)
	case f.format == export.CSV:
		return fmt.Errorf("--format csv is a table of a directory of results, and %s is a file; of a trace there are %s", args[0], ofTrace)
	case cmd.Flags().Changed("table"):
		return errors.New("--table is for a directory of results, not for a trace")
	case f.to > 0 && f.to <= f.from:
		return fmt.Errorf("--to %v is not after --from %v", f.to, f.from)
	case f.from < 0 || f.to < 0:
		return errors.New("--from and --to must not be negative")
	case f.dissector != "" && f.format != export.PCAPNG:
		return fmt.Errorf("--dissector goes with --format pcapng, not with %s", f.format)
	}
	return nil
}

// ofDirectory refuses flags of traces.
func (f *exportFlags) ofDirectory(flags *pflag.FlagSet, dir string) error {
	for _, name := range []string{"from", "to", "dissector"} {
		if flags.Changed(name) {
			return fmt.Errorf("--%s is for a trace, and %s is a directory", name, dir)
		}
	}
	for _, format := range export.TraceFormats() {
		if f.format == format {
			return fmt.Errorf("--format %s is made of a trace, a file, and %s is a directory", format, dir)
		}
	}
	return nil
}

// results writes a table of a directory.
func (f *exportFlags) results(cmd *cobra.Command, dir string) error {
	job := export.Job{Dir: dir, Table: export.Table(f.table), Format: f.format, Warn: f.warn(cmd), Out: cmd.OutOrStdout()}
	if f.out == "" {
		return job.Do()
	}
	var b bytes.Buffer
	job.Out = &b
	if err := job.Do(); err != nil {
		return err
	}
	return durable.Write(durable.OS{}, f.out, readable, b.Bytes())
}

// readable is the mode of files that other users may read.
const readable = 0o644

// trace writes a trace in another format.
func (f *exportFlags) trace(cmd *cobra.Command, name string) error {
	job := export.Trace{File: name, Format: f.format, Window: source.Window{From: protocol.Time(f.from), To: protocol.Time(f.to)}, Warn: f.warn(cmd)}
	if f.out == "" {
		job.Out = cmd.OutOrStdout()
		if file, is := job.Out.(*os.File); is && f.format != export.ShiViz && term.IsTerminal(int(file.Fd())) {
			return fmt.Errorf("--format %s is not for a terminal: name a file by --out", f.format)
		}
		return job.Do()
	}
	if err := cmdline.Apart(f.out, []string{name}); err != nil {
		return err
	}
	file, err := durable.Create(durable.OS{}, f.out, readable)
	if err != nil {
		return err
	}
	job.Out = io.Writer(file)
	if err := job.Do(); err != nil {
		file.Drop()
		return err
	}
	return file.Commit()
}

// writeDissector writes Wireshark's program, with the messages of all algorithms.
func (f *exportFlags) writeDissector() error {
	var b bytes.Buffer
	if err := pcapng.Dissector(&b, f.registry.Messages()); err != nil {
		return err
	}
	return durable.Write(durable.OS{}, f.dissector, readable, b.Bytes())
}

func (f *exportFlags) warn(cmd *cobra.Command) func(string) {
	line := terminal.NewProgress(cmd.ErrOrStderr(), f.quiet).Line
	return func(text string) { line("warning: " + text) }
}
