package formats

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// Read reads a file, and the second one beside it if there is one.
func (f Format) Read(r io.Reader, in Input) (*movetrace.Trace, error) {
	if err := f.takes(in.Coordinates); err != nil {
		return nil, err
	}
	if in.Dimensions != 0 && f.Name != "bonnmotion" {
		return nil, errs.Mobility.Errorf("%s has fixed dimensions", f.Name)
	}
	if !f.Columns {
		if err := in.file().NoMapping(); err != nil {
			return nil, err
		}
	}
	if in.Companion != nil && f.readCompanion != nil {
		name := f.CompanionOf(in.Name)
		second, err := in.Companion(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, errs.Mobility.Errorf("%w", err)
		default:
			in.second, err = f.readCompanion(second, text.File{Name: name, Notes: in.Notes})
			second.Close()
			if err != nil {
				return nil, err
			}
		}
	}
	t, err := f.read(in, r)
	if err := in.Notes.Judge(err); err != nil {
		if errors.Is(err, geo.ErrFar) && in.Within == nil && f.Columns {
			err = errs.Note(err, "(--within WEST,SOUTH,EAST,NORTH, or within: in a scenario, reads a part of it)")
		}
		return nil, err
	}
	f.doubt(t, in)
	return t, nil
}

// Write writes a trace.
func (f Format) Write(w io.Writer, t *movetrace.Trace, o WriteOptions) error {
	if !f.Writes() {
		return errs.Mobility.Errorf("%s is only read", f.Name)
	}
	if err := f.takes(o.Coordinates); err != nil {
		return err
	}
	return f.write(w, t, o)
}

// takes refuses coordinates that the format never has.
func (f Format) takes(c geo.Coordinates) error {
	if f.Degrees && c == geo.Metres || f.Metres && c == geo.Degrees {
		return errs.Mobility.Errorf("%s has no coordinates in %s", f.Name, c)
	}
	return nil
}

// WriteCompanion writes the second file, of a format that has one.
func (f Format) WriteCompanion(w io.Writer, t *movetrace.Trace) error { return f.companion(w, t) }

// Losses says, in words, which parts of the trace a file of this format loses.
func (f Format) Losses(t *movetrace.Trace, o WriteOptions) []string {
	step := o.Step
	if step == 0 {
		step = movetrace.DefaultStep
	}
	away, fixes, between := 0, 0, 0
	for node := 1; node <= t.Nodes(); node++ {
		if f.losesAbsence(t, node) {
			away++
		}
		for fix := range t.Fixes(node) {
			fixes++
			if f.Steps && fix.At%step > late && fix.At%step < step-late {
				between++
			}
		}
	}
	var losses []string
	if t.HasAltitudes() && !f.Altitudes {
		a := t.AltitudesInFile()
		losses = append(losses, fmt.Sprintf("altitudes are left out: they are from %.6g to %.6g m, and all nodes are written as on the ground", a[0], a[1]))
	}
	if away > 0 {
		losses = append(losses, fmt.Sprintf("%s cannot say that a node leaves the world: %d of %d nodes do, and are written as standing where they were", f.Name, away, t.Nodes()))
	}
	if stands := t.Standing(); stands > 0 && !f.Fixes {
		losses = append(losses, fmt.Sprintf("%s cannot say that the position of a node is unknown: %d of %d nodes have their last fix before the end of the trace, and are written as standing there until then", f.Name, stands, t.Nodes()))
	}
	if between > 0 {
		losses = append(losses, fmt.Sprintf("%s states positions every %v and nothing between: %d of %d turns, arrivals and departures fall between", f.Name, step, between, fixes))
	}
	return losses
}

// late is how far from a step still counts as on it: a distance and a speed that are
// rounded to decimals do not make exact whole seconds.
const late = time.Microsecond

// losesAbsence reports whether a node is away and the format cannot say so. A format with
// steps, and some others, can say that a node appears for the first time.
func (f Format) losesAbsence(t *movetrace.Trace, node int) bool {
	if f.Absent {
		return false
	}
	seen := false
	for fix := range t.Fixes(node) {
		if fix.Away && (seen || !f.Steps && !f.Late) {
			return true
		}
		seen = seen || !fix.Away
	}
	return false
}
