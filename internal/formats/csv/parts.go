package csv

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"bellwether/internal/formats/text"
)

// sexagesimal are columns of minutes and seconds beside degrees, by axis, counted from 1; 0: none.
type sexagesimal struct {
	minutes, seconds [2]int
}

// axisNames are how names of coordinates begin, the longest first.
var axisNames = []struct {
	name string
	axis int
}{{"longitude", 0}, {"long", 0}, {"lon", 0}, {"lng", 0}, {"latitude", 1}, {"lat", 1}}

// ofAxis parts a name, without what parts its words, into an axis and the rest.
func ofAxis(name string) (axis int, rest string) {
	for _, of := range axisNames {
		if rest, is := strings.CutPrefix(name, of.name); is {
			return of.axis, rest
		}
	}
	return 0, ""
}

// findParts finds the minutes and seconds of degrees. A unit that the mapping gives says that the degrees
// stand alone.
func (c *columns) findParts(in text.File, header []string) error {
	plain := c.unitX == "" || c.unitX == "deg"
	if !c.degrees || c.pair || !plain || c.unitX != c.unitY || in.Columns.Numbered() || in.Columns.Measure(text.RoleLon) != "" || in.Columns.Measure(text.RoleLat) != "" {
		return nil
	}
	for at, field := range header {
		axis, rest := ofAxis(text.PlainName(field))
		switch rest {
		case "max", "maximum": // the least one is no minute beside it
			c.parts = sexagesimal{}
			return nil
		case "min", "mins", "minute", "minutes":
			c.parts.minutes[axis] = at + 1
			c.times.Apart(at)
		case "sec", "secs", "second", "seconds":
			c.parts.seconds[axis] = at + 1
			c.times.Apart(at)
		}
	}
	of := c.parts
	switch {
	case of == sexagesimal{}:
		return nil
	case of.minutes[0] == 0 || of.minutes[1] == 0 || (of.seconds[0] == 0) != (of.seconds[1] == 0):
		return errors.New("there are columns of minutes or seconds of only one of longitude and latitude: write both alike, or delete these if degrees stand alone")
	}
	in.Remark("columns %s and %s, and seconds if there are any, are read as parts of the degrees: --columns %s reads degrees alone", header[of.minutes[1]-1], header[of.minutes[0]-1], c.degreesAlone(in, header))
	return nil
}

func (c *columns) degreesAlone(in text.File, header []string) string {
	return in.Columns.And(text.RoleLon, text.ColumnWord(header, c.x)+":deg").With(text.RoleLat, text.ColumnWord(header, c.y)) + ":deg"
}

// add adds the minutes and seconds of a row to its degrees, which have the sign of both.
func (s *sexagesimal) add(degrees float64, word string, fields []string, axis int) (float64, error) {
	if s.minutes[axis] == 0 {
		return degrees, nil
	}
	sum, part := math.Abs(degrees), 1.0
	for _, at := range []int{s.minutes[axis], s.seconds[axis]} {
		if part *= 60; at == 0 {
			continue
		}
		n, err := text.Number(text.Field(fields, at-1))
		switch {
		case err != nil:
			return 0, fmt.Errorf("coordinate: %w", err)
		case n < 0 || n >= 60 || degrees != math.Trunc(degrees) && n != 0:
			return 0, text.Whole(fmt.Errorf("coordinate: %s and %s: want whole degrees, and minutes and seconds from 0 to 60: a unit in --columns, like lon=NAME:deg,lat=NAME:deg, reads degrees alone", text.Quote(word), text.Quote(text.Field(fields, at-1))))
		}
		sum += n / part
	}
	if most := [2]float64{180, 90}[axis]; sum > most {
		return 0, fmt.Errorf("coordinate: %g: must be within ±%g degrees", sum, most)
	}
	if strings.HasPrefix(strings.TrimSpace(word), "-") {
		sum = -sum
	}
	return sum, nil
}

// oneOf refuses two columns of one axis in units of their own: they may be parts of one number.
func (c *columns) oneOf(in text.File, header []string) error {
	for axis, role := range []string{text.RoleX, text.RoleY} {
		at, unit := [2]int{c.x, c.y}[axis], [2]text.Measure{c.unitX, c.unitY}[axis]
		if _, given := in.Columns.Of(role); given || c.degrees || c.grid || unit == "" {
			continue
		}
		for i, field := range header {
			if _, says := unitOf(text.PlainName(field)); !says && i != at && in.IsPlace(field, role, names[role]) {
				return fmt.Errorf("columns %s and %s are both %s: if they are parts of one number, write their sum; --columns %s reads these alone", text.Quote(header[at]), text.Quote(field), role,
					in.Columns.And(text.RoleX, text.ColumnWord(header, c.x)).With(text.RoleY, text.ColumnWord(header, c.y)))
			}
		}
	}
	return nil
}
