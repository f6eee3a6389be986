package study

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/cmd/cli/internal/version"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/report"
)

func reportCommand(reg *registry.Registry) *cobra.Command {
	job := report.Job{Algorithms: reg}
	cmd := &cobra.Command{
		Use:   "report DIR",
		Short: "Write results as one page of HTML",
		Long: `Write the results in a directory, of a sweep, of "run --out" or of "reproduce --out", as
one page of HTML. It opens with the question, the verdict, a figure that shows it, and what
each axis of a sweep does to each row. Tables, other figures, parameters, versions, how to
repeat it and how to read it are folded below, and printed whole. The page needs no other
file, no network and no script. If results are not finished it says what is missing.`,
		Example: `  bellwether report density
  bellwether report density --metric leaderless_fraction,election_time_s --versus bully
  bellwether run campus-walk --out walk && bellwether report walk --out walk.html
  bellwether reproduce vkt04 --quick --out vkt04 && bellwether report vkt04`,
		Args: cmdline.OneDirectory("the directory of results"),
		RunE: func(cmd *cobra.Command, args []string) error {
			job.Dir = args[0]
			job.Program = report.Program{Version: version.Of(reg),
				Go: fmt.Sprintf("%s, %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)}
			file, err := job.Do(cmd.Context())
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), file)
			return err
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&job.Out, "out", "", "the `file` to write (default report.html in DIR)")
	flags.StringSliceVar(&job.Metrics, "metric", nil, "`metrics` of tables and figures (default those that say most)")
	flags.StringSliceVar(&job.Columns, "columns", nil, "the `axis` of a sweep along which tables and lines go (default the first); or metrics, as --metric")
	flags.StringVar(&job.Versus, "versus", "", "compare with the row of this `label` (default as run, else the first)")
	cmdline.NamesMetrics(cmd, "columns", reg.Metrics()...)
	cmdline.NamesMetrics(cmd, "metric", reg.Metrics()...)
	return cmd
}
