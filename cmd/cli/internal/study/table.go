package study

import (
	"strings"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/cmd/cli/internal/terminal"
	"bellwether/cmd/cli/internal/version"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/sweep"
)

func tableCommand(reg *registry.Registry) *cobra.Command {
	t := sweep.Table{Algorithms: reg}
	var quiet, ranked bool
	cmd := &cobra.Command{
		Use:   "table DIR",
		Short: "Print tables of kept results",
		Long: `Print tables of the results of "bellwether sweep" so far: mean over runs and its 95 %
interval. Rows and columns are axes of the plan, algorithm or metric; the rest makes
a table for each of its values. --columns with metrics makes a column for each.

Of a directory that "bellwether run --out" wrote, the table is the one that run prints
with the same --columns, --versus and --format, so also the arrows and the notes. With
--rows it is laid out like that of a sweep.

--where chooses points, and with algorithm=LABEL rows: with several labels each of them.
The verdict is that of all points and rows.

With --versus, cells are marked ↑ or ↓ if they differ significantly from that row, in
the typical run and in the mean: signed ranks and t of the differences on common seeds,
p at most 5 % after Holm's correction for the rows of a metric at a point. † marks
a typical run that differs where the mean is not shown to: more runs could make it
an arrow. A second table has the differences, with the
typical run and Cohen's d_z as effect size.

With --ranking it says what decides the order of rows: which share of the variance of
their ranks, and of the metric, is the algorithm's own, and which depends on an axis;
and where two rows change places, with the command that says why.

LaTeX needs the package booktabs. csv and json have the plain numbers of every metric, a
row for each point, algorithm and metric. What warns of few runs goes to standard error.`,
		Example: `  bellwether table density
  bellwether table density --columns nodes --metric leaderless_fraction,instability_fraction
  bellwether table density --where radio.range=250 --versus bully --format latex > table.tex
  bellwether table density --ranking
  bellwether table density --rows nodes --columns metric --format csv
  bellwether run campus-walk --out walk && bellwether table walk --columns leader_quality,energy_j_per_node`,
		Args: cmdline.OneDirectory("the directory of results"),
		RunE: func(cmd *cobra.Command, args []string) error {
			t.Dir, t.Stdout, t.Version = args[0], cmd.OutOrStdout(), version.Of(reg)
			if ranked {
				t.Shown = sweep.Ranking
			}
			t.Warn = terminal.NewProgress(cmd.ErrOrStderr(), quiet).Line
			return t.Do(cmd.Context())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&t.Rows, "rows", "", "what rows are: an `axis`, algorithm or metric (default algorithm)")
	flags.StringSliceVar(&t.Columns, "columns", nil, "what columns are: an `axis`, algorithm or metric (default the first axis); or metrics to show")
	flags.StringSliceVar(&t.Metrics, "metric", nil, "`metrics` to show (default instability_fraction,leaderless_fraction; of a run those that say most; csv, json: all)")
	flags.StringArrayVar(&t.Where, "where", nil, "only points with this `axis=value`, or rows with algorithm=LABEL; repeatable")
	flags.StringVar(&t.Versus, "versus", "", "compare with the row of this `label` (default none; of a run as run, else the first)")
	flags.StringVar(&t.Format, "format", "text", "print in this `form`: "+strings.Join(table.FormatNames(), ", "))
	flags.BoolVar(&ranked, "ranking", false, "say what decides the order of rows: the algorithms or an axis, and where two rows change places")
	flags.BoolVar(&quiet, "quiet", false, "no warnings on standard error")
	cmdline.Complete(cmd, "columns", func() []string { return campaign.ColumnNames(reg.Metrics()...) }) // an axis may have the title of a metric
	cmdline.NamesMetrics(cmd, "metric", reg.Metrics()...)
	cmdline.Complete(cmd, "format", table.FormatNames)
	return cmd
}
