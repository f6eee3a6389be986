package cli

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/study/movement"
	"bellwether/internal/study/registry"
	"bellwether/scenarios"
)

// targetFlags say how a trace is written.
type targetFlags struct {
	format, unit, origin, start string
	after                       string // what lost nodes do, to write contacts of movement
	step                        time.Duration
	rangeM                      float64
}

func (f *targetFlags) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.format, "to", "", "the `format` to write (default by the end of the file's name)")
	flags.StringVar(&f.unit, "as", "auto", "the `unit` of coordinates to write: metres, degrees, or auto: degrees if the trace has a place on Earth")
	flags.DurationVar(&f.step, "step", 0, "time between two steps, for formats that have steps (default 1s)")
	flags.StringVar(&f.origin, "origin", "", "put the trace's (0, 0) there, as `LON,LAT` in degrees")
	flags.StringVar(&f.start, "start", "", "the `date` of the trace's time 0, like 2026-05-01T12:00:00Z")
	flags.Float64Var(&f.rangeM, "range", 0, "range in `metres` within which two nodes are in contact, to write contacts of movement")
	complete(cmd, "to", formatNames)
	complete(cmd, "as", coordinateNames)
}

// write writes a trace into a file, and warns of what is lost.
func (f *targetFlags) write(cmd *cobra.Command, t *movetrace.Trace, file string, quiet bool) error {
	unit, err := geo.ParseCoordinates(f.unit)
	if err != nil {
		return fmt.Errorf("--as: %w", err)
	}
	to := movement.Target{File: file, Format: f.format, Coordinates: unit, Step: f.step}
	anchor, err := movement.Reanchor(t.Anchor(), f.origin, f.start)
	if err != nil {
		return err
	}
	to.Anchor = &anchor
	losses, err := movement.Write(cmd.Context(), t, to)
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
leaves no incomplete file.

Degrees are put on a plane in metres that touches the Earth in their middle, and
come out as degrees in the formats that have them. A trace in metres needs --origin
for GPX. SUMO's and The ONE's movement files have a position each --step and
nothing between.

Contacts can be written from contacts, and from movement for a --range: at the exact
instants at which links come up and go down in a run. Nodes leave after their last fix,
as in a run, unless --after says that they stay.

Altitudes are written in CSV and GPX. In other formats, and in contacts, nodes are on the
ground, and a warning says so.`,
		Example: `  bellwether mobility convert cars.fcd.xml.gz cars.ns_movements
  bellwether mobility convert cars.fcd.xml.gz cars.contacts.gz --range 150
  bellwether mobility convert exp6.contacts.dat exp6.conn --scan 120s
  bellwether mobility convert walk.gpx walk.movements.gz
  bellwether mobility convert cars.tcl cars.gpx --origin 8.54,47.38 --start 2026-05-01T12:00:00Z
  bellwether mobility convert log.txt log.geojson --from csv --coordinates degrees`,
		Args: twoArguments,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := source.recognise(cmd, args[0]); err != nil {
				return err
			}
			if _, met := movement.ContactFormat(source.format, args[0]); met {
				t, err := source.readContacts(cmd, args[0])
				if err != nil {
					return err
				}
				return target.writeContacts(cmd, t, args[1], source.quiet)
			}
			t, err := source.read(cmd, args[0])
			if err != nil {
				return err
			}
			if target.ofContacts(args[1]) {
				return target.writeMet(cmd, t, args[1], source.quiet)
			}
			return target.write(cmd, t, args[1], source.quiet)
		},
	}
	source.bind(cmd)
	target.bind(cmd)
	cmd.Flags().StringVar(&target.after, "after", "", "what nodes do after their last fix, `leave or stay`, to write contacts of movement (default leave, as in a run)")
	return cmd
}

func generateCommand(reg *registry.Registry) *cobra.Command {
	var target targetFlags
	var scenario, nodes, duration string
	var seed uint64
	var quiet, conference, lenient bool
	cmd := &cobra.Command{
		Use:   "generate --scenario NAME FILE",
		Short: "Write how the nodes of a scenario move, or which nodes meet",
		Long: `Write how the nodes of a scenario, a built-in name or a file, move in the run of a
seed: the same legs that "bellwether run" uses. A file of contacts gets the meetings
within the scenario's range or --range. With --conference write what the devices at a
conference would record in a day: which devices each saw, by scans each 120s.`,
		Example: `  bellwether mobility generate --scenario campus-walk --seed 7 walk.ns_movements
  bellwether mobility generate --scenario campus-walk --nodes 1000 --duration 1h big.fcd.xml.gz
  bellwether mobility generate --scenario campus-walk campus.conn
  bellwether mobility generate --conference --nodes 80 --seed 7 day.contacts`,
		Args: oneArgument("the file to write"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if conference {
				return target.conference(cmd, nodes, seed, args[0])
			}
			if scenario == "" {
				return fmt.Errorf("--scenario: name one: a file, or one of %s", strings.Join(scenarios.Builtin(), ", "))
			}
			o := reg.Options()
			for _, flag := range []struct{ name, value string }{{"nodes", nodes}, {"duration", duration}} {
				if cmd.Flags().Changed(flag.name) {
					o.Set = append(o.Set, scenarios.Set(flag.name, flag.name, flag.value))
				}
			}
			o.Lenient = lenient
			o.Algorithms = reg.Names()[:1] // the main algorithm takes any number of nodes, and does not change movement
			s, err := scenarios.Load(scenario, o)
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("seed") {
				seed = s.Seed
			}
			for _, note := range s.Notes() {
				fmt.Fprintln(cmd.ErrOrStderr(), "warning: "+note)
			}
			return target.writeRun(cmd, s, seed, args[0], quiet)
		},
	}
	target.bind(cmd)
	flags := cmd.Flags()
	flags.StringVar(&scenario, "scenario", "", "built-in `name` or file")
	flags.Uint64Var(&seed, "seed", 0, "`seed` of the run (default the scenario's)")
	flags.StringVar(&nodes, "nodes", "", "`number` of nodes")
	flags.StringVar(&duration, "duration", "", "a `duration` like 10m")
	flags.BoolVar(&conference, "conference", false, "a day at a conference, in place of a scenario; --nodes (default 41) and --seed (default 1)")
	flags.BoolVar(&lenient, "lenient", false, "skip bad lines of the scenario's files, at most one in ten, and print how many and which")
	flags.BoolVar(&quiet, "quiet", false, "no warnings")
	complete(cmd, "scenario", scenarios.Builtin)
	return cmd
}
