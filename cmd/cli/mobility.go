package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bellwether/internal/draw"
	"bellwether/internal/formats"
	"bellwether/internal/formats/contacts"
	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/text"
	"bellwether/internal/recorded"
	"bellwether/internal/refuse"
	"bellwether/internal/registry"
	"bellwether/internal/traces"
)

func mobilityCommand(reg *registry.Registry) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mobility",
		Short: "Look at, convert and make traces of movement and of contacts",
		Long: `Look at, convert and make traces of movement: ns-2, BonnMotion, The ONE, SUMO,
GPX, GeoJSON and tables; and traces of contacts, which say who met whom and not
where: tables and The ONE's events. The end of a file's name says its format, with
.gz after it or not. A scenario replays any of them:

  mobility: {model: trace, file: cars.fcd.xml.gz}
  radio: {model: contacts, file: exp6.contacts.dat, scan: 120s}`,
		Example: "  bellwether mobility info walk.gpx\n  bellwether mobility convert cars.fcd.xml.gz cars.ns_movements",
	}
	cmd.AddCommand(infoCommand(), convertCommand(), generateCommand(reg), formatsCommand())
	return cmd
}

func formatsCommand() *cobra.Command {
	var format listFormat
	cmd := &cobra.Command{
		Use:     "formats",
		Short:   "List the formats of traces",
		Example: "  bellwether mobility formats",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			table := draw.Table{Header: []string{"format", "files", "beside", "about"}, Right: make([]bool, 4)}
			for _, f := range formats.List() {
				table.Rows = append(table.Rows, []string{f.Name, strings.Join(f.Extensions, " "), f.Companion, f.About})
			}
			for _, f := range contacts.Formats() {
				table.Rows = append(table.Rows, []string{f.Name, strings.Join(f.Extensions, " "), "", f.About})
			}
			return format.write(cmd.OutOrStdout(), table)
		},
	}
	format.bind(cmd)
	return cmd
}

// sourceFlags say how a trace is read.
type sourceFlags struct {
	format, coordinates, sides string
	dimensions                 int
	scan                       time.Duration
	quiet, lenient             bool
}

func (f *sourceFlags) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.format, "from", "", "the trace's `format` (default as the end of its name says)")
	flags.StringVar(&f.coordinates, "coordinates", "auto", "what the trace's coordinates are: auto, metres or degrees")
	flags.IntVar(&f.dimensions, "dimensions", 0, "of a BonnMotion trace: 2 or 3 (default as its lines say)")
	flags.DurationVar(&f.scan, "scan", 0, "of contacts: how long a sighting holds after its end")
	flags.StringVar(&f.sides, "one-sided", "union", "of contacts: take either side's word (union) or what both say (both)")
	flags.BoolVar(&f.quiet, "quiet", false, "no progress and no warnings")
	flags.BoolVar(&f.lenient, "lenient", false, "pass over bad lines, at most one in ten, and say how many and which")
	complete(cmd, "from", formatNames)
	complete(cmd, "one-sided", func() []string { return []string{string(contacts.Union), string(contacts.Both)} })
	complete(cmd, "coordinates", coordinateNames)
}

func formatNames() []string { return append(formats.Names(), contacts.FormatNames()...) }

func coordinateNames() []string { return []string{"auto", "metres", "degrees"} }

// read reads the trace of a file.
func (f *sourceFlags) read(cmd *cobra.Command, file string) (*recorded.Trace, error) {
	coordinates, err := geo.ParseCoordinates(f.coordinates)
	if err != nil {
		return nil, fmt.Errorf("--coordinates: %w", err)
	}
	if f.dimensions != 0 && f.dimensions != 2 && f.dimensions != 3 {
		return nil, fmt.Errorf("--dimensions %d: want 2 or 3", f.dimensions)
	}
	for _, flag := range []string{"scan", "one-sided"} {
		if cmd.Flags().Changed(flag) {
			return nil, fmt.Errorf("--%s: %s is no trace of contacts", flag, file)
		}
	}
	news := newProgress(cmd.ErrOrStderr(), f.quiet)
	notes := &text.Notes{Lenient: f.lenient}
	t, err := traces.Read(cmd.Context(), traces.Source{File: file, Format: f.format, Coordinates: coordinates, Dimensions: f.dimensions, Notes: notes}, news.fraction)
	news.clear()
	if err == nil {
		tellNotes(cmd, notes)
	}
	return t, interruptedOr(err)
}

// tellNotes prints what a reader has to tell, be it quiet or not: what was left out or taken
// for granted is part of what was read.
func tellNotes(cmd *cobra.Command, notes *text.Notes) {
	for _, line := range notes.Lines() {
		fmt.Fprintln(cmd.ErrOrStderr(), "warning: "+line)
	}
}

// recognise finds the format that is not asked for, and says so if the end of the file's
// name does not.
func (f *sourceFlags) recognise(cmd *cobra.Command, file string) error {
	s, remark, err := traces.Recognise(traces.Source{File: file, Format: f.format})
	if err != nil {
		return err
	}
	if f.format = s.Format; remark != "" {
		fmt.Fprintln(cmd.ErrOrStderr(), "warning: "+remark)
	}
	return nil
}

// errNothingLeft is an interrupt that leaves no file.
var errNothingLeft = errors.New("interrupted; nothing was written")

// interruptedOr makes the error of an interrupt one that people understand.
func interruptedOr(err error) error {
	if errors.Is(err, context.Canceled) {
		return refuse.Mobility.Errorf("%w", errNothingLeft)
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
nodes are over time if those within --range of each other are linked. Of a trace of
contacts: nodes and their ids, contacts, how long they last and how long it is until
the next of a pair, and how connected the nodes are over time.`,
		Example: `  bellwether mobility info walk.gpx
  bellwether mobility info exp6.contacts.dat --scan 120s
  bellwether mobility info cars.fcd.xml.gz --range 150 --every 10s
  bellwether mobility info table.txt --from csv --format json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "text" && format != "json" {
				return fmt.Errorf("--format %s: want text or json", format)
			}
			if err := source.recognise(cmd, args[0]); err != nil {
				return err
			}
			if _, met := traces.ContactFormat(source.format, args[0]); met {
				return source.inspectContacts(cmd, args[0], look, format)
			}
			t, err := source.read(cmd, args[0])
			if err != nil {
				return err
			}
			news := newProgress(cmd.ErrOrStderr(), source.quiet)
			info, err := traces.Inspect(cmd.Context(), t, look, news.fraction)
			news.clear()
			if err != nil {
				return interruptedOr(err)
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
	flags.DurationVar(&look.Every, "every", 0, "between two moments (default a twentieth of the trace)")
	flags.StringVar(&format, "format", "text", "text or json")
	return cmd
}
