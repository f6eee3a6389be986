package worlds

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/cmd/cli/internal/terminal"
	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/study/movement"
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
	cmdline.Complete(cmd, "to", formatNames)
	cmdline.Complete(cmd, "as", coordinateNames)
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
		terminal.NewProgress(cmd.ErrOrStderr(), quiet).Line("warning: " + loss)
	}
	return nil
}
