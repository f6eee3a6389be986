package study

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/draw/figure"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/figures"
	"bellwether/internal/study/registry"
	"bellwether/protocol"
)

// plotFlags are the flags of plot.
type plotFlags struct {
	kind, axis, out     string
	metrics             []string
	at, from, to, lasts time.Duration
	reach               float64
	where, rows         []string
	logX, logY          bool
	paper               cmdline.Print
}

// aboutPlot is the help of plot.
const aboutPlot = `Draw a figure as SVG, PNG, PDF or EPS, or a map that moves as GIF, by the end of the name of --out.

Of a trace, as "run --trace" writes it:
  timeline  each node's leader over time; elections, crashes, partitions, faults
  map       one moment: places of nodes, links, election tree, leaders; as .gif, a span
            of time with the messages on their way
  side      the same moment from the side, of worlds with altitudes
  energy    what batteries held, or what was spent

Of a directory of results, as "run --out" or a sweep writes it:
  box       the runs of each algorithm, with median and quartiles
  ecdf      the share of the runs with at most a value; for elections and other times
            that a run has many of, the share of all of them that took at most so long
  survival  of such times, the share that had not ended by then (Kaplan-Meier)
  lines     a metric over an axis of a sweep, with 95 % intervals
  shares    what decides the order of a sweep's rows: the algorithms or the axes, for one or several metrics

For a paper --width column or page is as wide as those of IEEE's journals. --without title,notes
leaves out what a caption says, and prints it. --labels gives rows, their order and their names.`

func plotCommand(reg *registry.Registry) *cobra.Command {
	var f plotFlags
	cmd := &cobra.Command{
		Use:   "plot TRACE|DIR",
		Short: "Draw a figure of a trace or of results",
		Long:  aboutPlot,
		Example: `  bellwether plot walk.ndjson --kind timeline --out walk.svg
  bellwether plot walk.ndjson --kind map --at 2m30s --out walk.png
  bellwether plot survey.ndjson --kind side --at 2m30s --out side.svg
  bellwether plot walk.ndjson --kind map --from 2m30s --to 2m31s --lasts 10s --out walk.gif
  bellwether plot results --kind box --metric instability_fraction --out box.pdf
  bellwether plot results --kind survival --metric election_time_s --out elections.svg
  bellwether plot density --kind lines --axis nodes --metric leaderless_fraction --out f.svg
  bellwether plot density --kind lines --width column --without title,notes --labels vasudevan=VKT04,bully --out f.pdf`,
		Args: cmdline.OneArgument("the trace or the directory of results"),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, name := range f.metrics {
				if _, err := campaign.MetricCalled(name, reg.Metrics()...); err != nil {
					return fmt.Errorf("--metric %s: %w", name, err)
				}
			}
			return f.draw(cmd, args[0])
		},
	}
	f.bind(cmd)
	cmdline.Complete(cmd, "kind", figures.Kinds)
	cmdline.NamesMetrics(cmd, "metric", reg.Metrics()...)
	return cmd
}

func (f *plotFlags) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.kind, "kind", "", "the `figure`: timeline, map, side, energy, lines, box, ecdf, survival or shares")
	flags.StringVar(&f.out, "out", "", "`file` to write: its name ends in .svg, .png, .pdf, .eps or, of a map, .gif")
	f.paper.Bind(cmd, figure.Single)
	flags.DurationVar(&f.at, "at", 0, "`instant` of a map, like 2m30s (default the end)")
	flags.DurationVar(&f.from, "from", 0, "first `instant` of a timeline or a map that moves")
	flags.DurationVar(&f.to, "to", 0, "last `instant` of a timeline or a map that moves (default the end)")
	flags.DurationVar(&f.lasts, "lasts", 0, "for how `long` a map that moves plays (default its span, 30s at most)")
	flags.Float64Var(&f.reach, "range", 0, "range of the radios in `metres`, for maps of traces without links")
	flags.StringSliceVar(&f.metrics, "metric", []string{"instability_fraction"}, "`metric` of figures of results; of shares several, separated by commas")
	flags.StringVar(&f.axis, "axis", "", "`axis` of lines, a path like nodes (default the only one)")
	flags.StringArrayVar(&f.where, "where", nil, "of results, only points with this `axis=value`; repeatable")
	flags.StringSliceVar(&f.rows, "labels", nil, "of results, draw only these `rows`, in this order; row=name writes another name")
	flags.BoolVar(&f.logX, "log-x", false, "a logarithmic horizontal axis, for lines, box, ecdf and survival")
	flags.BoolVar(&f.logY, "log-y", false, "a logarithmic vertical axis, for lines")
}

// draw draws what the flags ask for of a source.
func (f *plotFlags) draw(cmd *cobra.Command, source string) error {
	if f.kind == "" {
		return fmt.Errorf("--kind is missing: which figure: %s", strings.Join(figures.Kinds(), ", "))
	}
	if f.out == "" {
		return errors.New("--out is missing: which file is drawn: its name ends in .svg, .png, .pdf or .eps")
	}
	if err := f.checkTimes(); err != nil {
		return err
	}
	request := figures.Request{
		Source: source, Kind: figures.Kind(f.kind), At: -1,
		From: protocol.Time(f.from), To: protocol.Time(f.to),
		LogX: scaleOf(f.logX), LogY: scaleOf(f.logY),
		Range: f.reach, Metrics: f.metrics, Axis: f.axis, Where: f.where, Rows: f.rows,
	}
	switch {
	case len(f.metrics) == 1:
		request.Metric = f.metrics[0]
	case request.Kind != figures.Shares:
		return fmt.Errorf("--metric: %s shows one metric, got %s; only shares shows several", f.kind, strings.Join(f.metrics, ","))
	}
	if cmd.Flags().Changed("at") {
		request.At = protocol.Time(f.at)
	}
	as, err := f.paper.Settings(cmd)
	if err != nil {
		return err
	}
	if strings.EqualFold(filepath.Ext(f.out), ".gif") {
		return f.animate(cmd, request, as)
	}
	if _, err := figure.ImageOf(f.out); err != nil {
		return err
	}
	drawn, warning, err := figures.Make(request)
	if err != nil {
		return err
	}
	if warning != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "warning: %s\n", warning)
	}
	left, err := as.Save(f.out, drawn)
	if err != nil {
		return err
	}
	return cmdline.Caption(cmd.OutOrStdout(), &left)
}

// checkTimes refuses instants before a run begins, and spans that end before they begin.
func (f *plotFlags) checkTimes() error {
	for _, one := range []struct {
		name string
		time time.Duration
	}{{"at", f.at}, {"from", f.from}, {"to", f.to}, {"lasts", f.lasts}} {
		if one.time < 0 {
			return fmt.Errorf("--%s must not be negative, got %v", one.name, one.time)
		}
	}
	if f.to > 0 && f.to <= f.from {
		return fmt.Errorf("--to %v is not after --from %v", f.to, f.from)
	}
	return nil
}

// animate draws a map that moves.
func (f *plotFlags) animate(cmd *cobra.Command, request figures.Request, as figure.Print) error {
	if request.Kind != figures.Map {
		return fmt.Errorf("a .gif is of a map that moves, and --kind is %s", f.kind)
	}
	if cmd.Flags().Changed("at") {
		return errors.New("--at is for one moment: a .gif has --from and --to")
	}
	a, each, err := figures.Animate(request, f.lasts)
	if err != nil {
		return err
	}
	return figure.SaveAnimation(f.out, a, as, each)
}

func scaleOf(log bool) figure.Scale {
	if log {
		return figure.Log
	}
	return figure.Linear
}
