package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bellwether/internal/base/errs"
	"bellwether/internal/draw/table"
	"bellwether/internal/formats"
	"bellwether/internal/formats/contacts"
	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
	"bellwether/internal/study/movement"
	"bellwether/internal/study/registry"
)

func mobilityCommand(reg *registry.Registry) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mobility",
		Short: "Look at, convert and make traces of movement and of contacts",
		Long: `Look at, convert and make traces of movement: ns-2, BonnMotion, The ONE, SUMO,
EMANE, GPX, GeoJSON and tables; and traces of contacts, which say which nodes met but not
where: tables and The ONE's events. The end of a file's name says its format, perhaps
with .gz after it. A scenario replays any of them:

  mobility: {model: trace, file: cars.fcd.xml.gz}
  radio: {model: contacts, file: exp6.contacts.dat, scan: 120s}`,
		Example: "  bellwether mobility info walk.gpx\n  bellwether mobility convert cars.fcd.xml.gz cars.ns_movements",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
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
			table := table.Table{Header: []string{"format", "files", "beside", "about"}, Right: make([]bool, 4)}
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

// sourceFlags are the options for reading a trace.
type sourceFlags struct {
	format, coordinates, sides string
	dimensions                 int
	scan                       time.Duration
	quiet, lenient             bool
}

func (f *sourceFlags) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.format, "from", "", "the trace's `format` (default by the end of its name)")
	flags.StringVar(&f.coordinates, "coordinates", "auto", "the `unit` of the trace's coordinates: auto, metres or degrees")
	flags.IntVar(&f.dimensions, "dimensions", 0, "the `number` of dimensions of a BonnMotion trace: 2 or 3 (default by its lines)")
	flags.DurationVar(&f.scan, "scan", 0, "of contacts: how long a sighting lasts after its end")
	flags.StringVar(&f.sides, "one-sided", "union", "of contacts, a `rule`: keep what either device saw (union), or only what both saw (both)")
	flags.BoolVar(&f.quiet, "quiet", false, "no progress and no warnings")
	flags.BoolVar(&f.lenient, "lenient", false, "skip bad lines, at most one in ten, and print how many and which")
	complete(cmd, "from", formatNames)
	complete(cmd, "one-sided", func() []string { return []string{string(contacts.Union), string(contacts.Both)} })
	complete(cmd, "coordinates", coordinateNames)
}

func formatNames() []string { return append(formats.Names(), contacts.FormatNames()...) }

func coordinateNames() []string { return []string{"auto", "metres", "degrees"} }

// read reads the trace of a file.
func (f *sourceFlags) read(cmd *cobra.Command, file string) (*movetrace.Trace, error) {
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
	t, err := movement.Read(cmd.Context(), movement.Source{File: file, Format: f.format, Coordinates: coordinates, Dimensions: f.dimensions, Notes: notes}, news.fraction)
	news.clear()
	if err != nil {
		return nil, interruptedOr(err)
	}
	tellNotes(cmd, notes)
	if fault := t.Unread(); fault != nil && f.lenient {
		fmt.Fprintf(cmd.ErrOrStderr(), "warning: left out: %v; and perhaps others\n", fault)
		t = t.Lenient()
	}
	return t, nil
}

// tellNotes prints a reader's notes, even with --quiet: what was left out or assumed
// belongs to the result.
func tellNotes(cmd *cobra.Command, notes *text.Notes) {
	for _, line := range notes.Lines() {
		fmt.Fprintln(cmd.ErrOrStderr(), "warning: "+line)
	}
}

// recognise finds the format if no flag gives it, and prints it if the end of the file's
// name does not say it.
func (f *sourceFlags) recognise(cmd *cobra.Command, file string) error {
	s, remark, err := movement.Recognise(movement.Source{File: file, Format: f.format})
	if err != nil {
		return err
	}
	if f.format = s.Format; remark != "" {
		fmt.Fprintln(cmd.ErrOrStderr(), "warning: "+remark)
	}
	return nil
}

// errNothingLeft is an interrupt after which no file is left.
var errNothingLeft = errors.New("interrupted; nothing was written")

// interruptedOr replaces the error of an interrupt by a clear one.
func interruptedOr(err error) error {
	if errors.Is(err, context.Canceled) {
		return errs.Mobility.Errorf("%w", errNothingLeft)
	}
	return err
}

func infoCommand() *cobra.Command {
	var source sourceFlags
	var look movement.Look
	var format answerFormat
	cmd := &cobra.Command{
		Use:   "info FILE",
		Short: "Describe a trace: nodes, duration, speeds, connectivity",
		Long: `Describe a trace: nodes, duration, world, speeds, and how connected its nodes are over
time if nodes within --range of each other are linked. For a trace of contacts: nodes
and their ids, contacts, how long they last, how long a pair is apart between two, and
how connected the nodes are over time.`,
		Example: `  bellwether mobility info walk.gpx
  bellwether mobility info exp6.contacts.dat --scan 120s
  bellwether mobility info cars.fcd.xml.gz --range 150 --every 10s
  bellwether mobility info table.txt --from csv --format json`,
		Args: oneArgument("the file of a trace"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := format.check(); err != nil {
				return err
			}
			if err := source.recognise(cmd, args[0]); err != nil {
				return err
			}
			if _, met := movement.ContactFormat(source.format, args[0]); met {
				return source.inspectContacts(cmd, args[0], look, format)
			}
			t, err := source.read(cmd, args[0])
			if err != nil {
				return err
			}
			news := newProgress(cmd.ErrOrStderr(), source.quiet)
			info, err := movement.Inspect(cmd.Context(), t, look, news.fraction)
			news.clear()
			if err != nil {
				return interruptedOr(err)
			}
			if format == asJSON {
				return info.PrintJSON(cmd.OutOrStdout(), look)
			}
			return info.Print(cmd.OutOrStdout(), look)
		},
	}
	source.bind(cmd)
	flags := cmd.Flags()
	flags.Float64Var(&look.RangeM, "range", 250, "radio range in `metres`")
	flags.DurationVar(&look.Every, "every", 0, "time between two samples (default a twentieth of the trace)")
	format.bind(cmd)
	return cmd
}
