package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bellwether/internal/traces"
	"bellwether/mobility"
	"bellwether/mobility/formats"
	"bellwether/mobility/geo"
	"bellwether/plots"
	"bellwether/scenarios"
)

func mobilityCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mobility",
		Short: "Look at, convert and make traces of movement",
		Long: `Look at, convert and make traces of movement: ns-2, BonnMotion, The ONE, SUMO,
GPX, GeoJSON and tables. The end of a file's name says its format, with .gz after
it or not. A scenario replays any of them:

  mobility: {model: trace, file: cars.fcd.xml.gz}`,
		Example: "  bellwether mobility info walk.gpx\n  bellwether mobility convert cars.fcd.xml.gz cars.ns_movements",
	}
	cmd.AddCommand(infoCommand(), convertCommand(), generateCommand(), formatsCommand())
	return cmd
}

func formatsCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "formats",
		Short:   "List the formats of traces",
		Example: "  bellwether mobility formats",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			table := plots.Table{Header: []string{"format", "files", "beside", "about"}, Right: make([]bool, 4)}
			for _, f := range formats.List() {
				table.Rows = append(table.Rows, []string{f.Name, strings.Join(f.Extensions, " "), f.Companion, f.About})
			}
			return table.Write(cmd.OutOrStdout(), plots.Text)
		},
	}
}

// sourceFlags say how a trace is read.
type sourceFlags struct {
	format, coordinates string
	dimensions          int
	quiet               bool
}

func (f *sourceFlags) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.format, "from", "", "the trace's `format` (default: as the end of its name says)")
	flags.StringVar(&f.coordinates, "coordinates", "auto", "what the trace's coordinates are: auto, metres or degrees")
	flags.IntVar(&f.dimensions, "dimensions", 0, "of a BonnMotion trace: 2 or 3 (default: as its lines say)")
	flags.BoolVar(&f.quiet, "quiet", false, "no progress and no warnings")
	complete(cmd, "from", formats.Names)
	complete(cmd, "coordinates", coordinateNames)
}

func coordinateNames() []string { return []string{"auto", "metres", "degrees"} }

// read reads the trace of a file.
func (f *sourceFlags) read(cmd *cobra.Command, file string) (*mobility.Trace, error) {
	coordinates, err := geo.ParseCoordinates(f.coordinates)
	if err != nil {
		return nil, fmt.Errorf("--coordinates: %w", err)
	}
	if f.dimensions != 0 && f.dimensions != 2 && f.dimensions != 3 {
		return nil, fmt.Errorf("--dimensions %d: want 2 or 3", f.dimensions)
	}
	news := newProgress(cmd.ErrOrStderr(), f.quiet)
	t, err := traces.Read(cmd.Context(), traces.Source{File: file, Format: f.format, Coordinates: coordinates, Dimensions: f.dimensions}, news.fraction)
	news.clear()
	return t, interruptedOr(err)
}

// errNothingLeft is an interrupt that leaves no file.
var errNothingLeft = errors.New("interrupted; nothing was written")

// interruptedOr makes the error of an interrupt one that people understand.
func interruptedOr(err error) error {
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("mobility: %w", errNothingLeft)
	}
	return err
}

func infoCommand() *cobra.Command {
	var source sourceFlags
	var look traces.Look
	var format string
	cmd := &cobra.Command{
		Use:   "info FILE",
		Short: "Say what a trace holds: nodes, duration, speeds, who is in whose range",
		Long: `Say what a trace holds: nodes, duration, world, speeds, and how connected its
nodes are over time if those within --range of each other are linked.`,
		Example: `  bellwether mobility info walk.gpx
  bellwether mobility info cars.fcd.xml.gz --range 150 --every 10s
  bellwether mobility info table.txt --from csv --format json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "text" && format != "json" {
				return fmt.Errorf("--format %s: want text or json", format)
			}
			t, err := source.read(cmd, args[0])
			if err != nil {
				return err
			}
			info, err := traces.Inspect(t, look)
			if err != nil {
				return err
			}
			if format == "json" {
				return info.PrintJSON(cmd.OutOrStdout(), look)
			}
			return info.Print(cmd.OutOrStdout(), look)
		},
	}
	source.bind(cmd)
	flags := cmd.Flags()
	flags.Float64Var(&look.RangeM, "range", 250, "radio range in `metres`")
	flags.DurationVar(&look.Every, "every", 0, "between two moments (default: a twentieth of the trace)")
	flags.StringVar(&format, "format", "text", "text or json")
	return cmd
}

// targetFlags say how a trace is written.
type targetFlags struct {
	format, unit, origin, start string
	step                        time.Duration
}

func (f *targetFlags) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.format, "to", "", "the `format` to write (default: as the end of the file's name says)")
	flags.StringVar(&f.unit, "as", "auto", "coordinates to write: metres, degrees, or auto: degrees if the trace has a place on Earth")
	flags.DurationVar(&f.step, "step", 0, "between two steps, of formats that have steps (default 1s)")
	flags.StringVar(&f.origin, "origin", "", "put the trace's (0, 0) there, as `LON,LAT` in degrees")
	flags.StringVar(&f.start, "start", "", "the `date` of the trace's time 0, like 2026-05-01T12:00:00Z")
	complete(cmd, "to", formats.Names)
	complete(cmd, "as", coordinateNames)
}

// write writes a trace into a file, and warns of what is lost.
func (f *targetFlags) write(cmd *cobra.Command, t *mobility.Trace, file string, quiet bool) error {
	unit, err := geo.ParseCoordinates(f.unit)
	if err != nil {
		return fmt.Errorf("--as: %w", err)
	}
	to := traces.Target{File: file, Format: f.format, Coordinates: unit, Step: f.step}
	anchor, err := traces.Reanchor(t.Anchor(), f.origin, f.start)
	if err != nil {
		return err
	}
	to.Anchor = &anchor
	losses, err := traces.Write(cmd.Context(), t, to)
	if errors.Is(err, geo.ErrNowhere) {
		return fmt.Errorf("%w: --origin LON,LAT", err)
	}
	if err != nil {
		return interruptedOr(err)
	}
	for _, loss := range losses {
		newProgress(cmd.ErrOrStderr(), quiet).line("warning: " + loss)
	}
	return nil
}

func convertCommand() *cobra.Command {
	var source sourceFlags
	var target targetFlags
	cmd := &cobra.Command{
		Use:   "convert FILE FILE",
		Short: "Write a trace in another format",
		Long: `Write a trace in another format. Files that end in .gz are packed. An interrupt
leaves no half file.

Degrees are put on a plane in metres that touches the Earth in their middle, and
come out as degrees in the formats that have them. A trace in metres needs --origin
for GPX. SUMO's and The ONE's movement files have a position each --step and
nothing between.`,
		Example: `  bellwether mobility convert cars.fcd.xml.gz cars.ns_movements
  bellwether mobility convert walk.gpx walk.movements.gz
  bellwether mobility convert cars.tcl cars.gpx --origin 8.54,47.38 --start 2026-05-01T12:00:00Z
  bellwether mobility convert log.txt log.geojson --from csv --coordinates degrees`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := source.read(cmd, args[0])
			if err != nil {
				return err
			}
			return target.write(cmd, t, args[1], source.quiet)
		},
	}
	source.bind(cmd)
	target.bind(cmd)
	return cmd
}

func generateCommand() *cobra.Command {
	var target targetFlags
	var scenario, nodes, duration string
	var seed uint64
	var quiet bool
	cmd := &cobra.Command{
		Use:   "generate --scenario NAME FILE",
		Short: "Write how the nodes of a scenario move",
		Long: `Write how the nodes of a scenario, a built-in name or a file, move in the run of a
seed: the very legs that "bellwether run" uses.`,
		Example: `  bellwether mobility generate --scenario campus-walk --seed 7 walk.ns_movements
  bellwether mobility generate --scenario campus-walk --nodes 1000 --duration 1h big.fcd.xml.gz`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if scenario == "" {
				return fmt.Errorf("--scenario: name one: a file, or one of %s", strings.Join(scenarios.Builtin(), ", "))
			}
			var o scenarios.Options
			for _, flag := range []struct{ name, value string }{{"nodes", nodes}, {"duration", duration}} {
				if cmd.Flags().Changed(flag.name) {
					o.Set = append(o.Set, scenarios.Set(flag.name, flag.name, flag.value))
				}
			}
			o.Algorithms = []string{"vasudevan"} // takes any number of nodes, and does not move them
			s, err := scenarios.Load(scenario, o)
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("seed") {
				seed = s.Seed
			}
			t, err := traces.Generate(s, seed)
			if err != nil {
				return err
			}
			return target.write(cmd, t, args[0], quiet)
		},
	}
	target.bind(cmd)
	flags := cmd.Flags()
	flags.StringVar(&scenario, "scenario", "", "built-in `name` or file")
	flags.Uint64Var(&seed, "seed", 0, "of the run (default: the scenario's)")
	flags.StringVar(&nodes, "nodes", "", "`number` of nodes")
	flags.StringVar(&duration, "duration", "", "a `duration` like 10m")
	flags.BoolVar(&quiet, "quiet", false, "no warnings")
	complete(cmd, "scenario", scenarios.Builtin)
	return cmd
}
