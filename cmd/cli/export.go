package cli

import (
	"bytes"

	"github.com/spf13/cobra"

	"bellwether/internal/durable"
	"bellwether/internal/export"
)

func exportCommand() *cobra.Command {
	var job export.Job
	var table, out string
	var quiet bool
	cmd := &cobra.Command{
		Use:   "export DIR",
		Short: "Write results as a table for pandas, DuckDB or R",
		Long: `Write what "bellwether run --out" or "bellwether sweep" found, so far or in the end, as
one tidy table: CSV by RFC 4180, to standard output or into a file.

  runs        a row for each run and metric: scenario, axes, label, algorithm, goal,
              seed, metric, value, unit, bound, n, censored, horizon_s
  elections   a row for each election: how long it took (time_s), and 1 under censored
              if it had not ended then
  detections  the same of deaths that detectors found
  mistakes    the same of suspicions that were wrong

An empty field is a value that does not apply. bound is "lower" if the true value may
be greater. Means of times are restricted to horizon_s, the same for all rows.`,
		Example: `  bellwether export results > runs.csv
  bellwether export density --table elections --out elections.csv`,
		Args: oneDirectory("the directory of results"),
		RunE: func(cmd *cobra.Command, args []string) error {
			job.Dir, job.Table = args[0], export.Table(table)
			warn := newProgress(cmd.ErrOrStderr(), quiet).line
			job.Warn = func(text string) { warn("warning: " + text) }
			if out == "" {
				job.Out = cmd.OutOrStdout()
				return job.Do()
			}
			var b bytes.Buffer
			job.Out = &b
			if err := job.Do(); err != nil {
				return err
			}
			const readable = 0o644 // tables are for others to see
			return durable.Write(durable.OS{}, out, readable, b.Bytes())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&table, "table", string(export.Runs), "what `rows` are: runs, elections, detections or mistakes")
	flags.StringVar(&job.Format, "format", export.CSV, "the `form`: csv, the one there is")
	flags.StringVar(&out, "out", "", "write into this `file`, which is never left incomplete")
	flags.BoolVar(&quiet, "quiet", false, "no warnings on standard error")
	complete(cmd, "table", export.Tables)
	complete(cmd, "format", export.Formats)
	return cmd
}
