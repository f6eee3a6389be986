package worlds

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/cmd/cli/internal/terminal"
	"bellwether/internal/base/errs"
	"bellwether/internal/formats"
	"bellwether/internal/formats/contacts"
	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
	"bellwether/internal/study/movement"
)

// sourceFlags are the options for reading a trace.
type sourceFlags struct {
	format, coordinates, sides string
	columns, within            string
	dimensions                 int
	scan                       time.Duration
	quiet, lenient             bool
}

func (f *sourceFlags) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.format, "from", "", "the trace's `format` (default by the end of its name)")
	flags.StringVar(&f.coordinates, "coordinates", "auto", "the `unit` of the trace's coordinates: auto, metres or degrees")
	flags.StringVar(&f.columns, "columns", "", "which columns or properties mean what, a `list` like time=tracked_at,node=user_id: names, or numbers from 1 on; also lon, lat, x, y, alt, and a, b, start, end or duration of contacts; after the time's a unit or order, :s :ms :us :ns :min :h :d :dmy :mdy, and :sort if rows are in none; time=DATE+TIME joins two; no=valid:0 leaves out rows with 0 in valid")
	flags.StringVar(&f.within, "within", "", "the part to read of a trace on Earth, `WEST,SOUTH,EAST,NORTH` in degrees: nodes are in the world while inside")
	flags.IntVar(&f.dimensions, "dimensions", 0, "the `number` of dimensions of a BonnMotion trace: 2 or 3 (default by its lines)")
	flags.DurationVar(&f.scan, "scan", 0, "of contacts: how long a sighting lasts after its end")
	flags.StringVar(&f.sides, "one-sided", "union", "of contacts, a `rule`: keep what either device saw (union), or only what both saw (both)")
	flags.BoolVar(&f.quiet, "quiet", false, "no progress and no warnings")
	flags.BoolVar(&f.lenient, "lenient", false, "skip bad lines, at most one in ten, and print how many and which")
	cmdline.Complete(cmd, "from", formatNames)
	cmdline.Complete(cmd, "one-sided", func() []string { return []string{string(contacts.Union), string(contacts.Both)} })
	cmdline.Complete(cmd, "coordinates", coordinateNames)
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
	columns, err := text.ParseMapping(f.columns)
	if err != nil {
		return nil, fmt.Errorf("--columns: %w", err)
	}
	within, err := rectangle(f.within)
	if err != nil {
		return nil, fmt.Errorf("--within: %w", err)
	}
	news := terminal.NewProgress(cmd.ErrOrStderr(), f.quiet)
	notes := &text.Notes{Lenient: f.lenient}
	t, err := movement.Read(cmd.Context(), movement.Source{File: file, Format: f.format, Coordinates: coordinates, Dimensions: f.dimensions, Columns: columns, Within: within, Notes: notes}, news.Fraction)
	news.Clear()
	if err != nil {
		return nil, interruptedOr(err)
	}
	printNotes(cmd, notes)
	if fault := t.Unread(); fault != nil && f.lenient {
		fmt.Fprintf(cmd.ErrOrStderr(), "warning: left out: %v; and perhaps others\n", fault)
		t = t.Lenient()
	}
	return t, nil
}

// rectangle reads a rectangle of degrees; nil of "".
func rectangle(word string) (*text.Rectangle, error) {
	if word == "" {
		return nil, nil
	}
	var of [4]float64
	parts := strings.Split(word, ",")
	if len(parts) != len(of) {
		return nil, fmt.Errorf("%q: want WEST,SOUTH,EAST,NORTH in degrees, like 8.4,47.3,8.6,47.5", word)
	}
	for i, most := range []float64{180, 90, 180, 90} {
		var err error
		if of[i], err = text.Degrees(strings.TrimSpace(parts[i]), most); err != nil {
			return nil, err
		}
	}
	if of[0] >= of[2] || of[1] >= of[3] {
		return nil, fmt.Errorf("%q is empty: west must be below east, and south below north", word)
	}
	return &text.Rectangle{West: of[0], South: of[1], East: of[2], North: of[3]}, nil
}

// printNotes prints a reader's notes, even with --quiet: what was left out or assumed
// belongs to the result.
func printNotes(cmd *cobra.Command, notes *text.Notes) {
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

// ErrInterrupted means that an interrupt came before the file was complete, and no file is left.
var ErrInterrupted = errors.New("interrupted; nothing was written")

// interruptedOr replaces the error of an interrupt by a clear one.
func interruptedOr(err error) error {
	if errors.Is(err, context.Canceled) {
		return errs.Mobility.Errorf("%w", ErrInterrupted)
	}
	return err
}
