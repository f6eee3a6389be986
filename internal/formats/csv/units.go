package csv

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/formats/text"
)

// Columns that say the unit of others begin so, without what parts their words.
var (
	ofPlaces = []string{"", "x", "y", "xy", "pos", "position", "place", "coord", "coords", "coordinate", "coordinates", "length", "distance"}
	ofTimes  = []string{"time", "timestamp", "t"}
)

// unitOf is what a column says the unit of, by its name; false if it says none.
func unitOf(name string) (of string, says bool) {
	for _, end := range []string{"units", "unit", "uom"} {
		if of, says = strings.CutSuffix(name, end); says {
			return of, true
		}
	}
	return "", false
}

// said are columns that say units, counted from 1, and what their first rows say; 0: none.
type said struct {
	place, time int
	first       [2]string
}

// findUnits finds columns that say units.
func findUnits(header []string) (s said) {
	for at, field := range header {
		switch of, says := unitOf(text.PlainName(field)); {
		case !says:
		case slices.Contains(ofPlaces, of):
			s.place = at + 1
		case slices.Contains(ofTimes, of):
			s.time = at + 1
		}
	}
	return s
}

// take reads the units of a row: all rows must have those of the first, unless the mapping or the names
// of the columns say others.
func (s *said) take(in text.File, c *columns, fields []string) error {
	if s.place == 0 && s.time == 0 {
		return nil
	}
	if word := text.Field(fields, s.place-1); s.place > 0 && !c.degrees && in.Columns.Measure(text.RoleX) == "" && text.LengthOf(word) != "" {
		if err := s.same(0, word); err != nil {
			return err
		}
		of := text.LengthOf(word)
		switch {
		case of == text.Unknown || c.unitX != "" && c.unitX != of || c.unitY != c.unitX:
			return text.Whole(fmt.Errorf("a column says that places are in %s, and they are not read so: --columns x=NAME:UNIT,y=NAME:UNIT says in what, like m, cm or ft", text.Quote(word)))
		case c.unitX == "":
			c.unitX, c.unitY = of, of
			in.Remark("places are read in %s, as a column of units says: --columns x=NAME:UNIT,y=NAME:UNIT says otherwise", of)
		}
	}
	if word := text.Field(fields, s.time-1); s.time > 0 && text.UnitWord(word) != "" {
		if err := s.same(1, word); err != nil {
			return err
		}
		if c.times.Named(text.UnitWord(word)); c.times.Unit != text.UnitWord(word) && !c.times.Dates() {
			return text.Whole(fmt.Errorf("a column says that times are in %s, and they are read in %s: --columns time=NAME:%s says otherwise", text.Quote(word), c.times.Unit, text.UnitWord(word)))
		}
	}
	return nil
}

// same holds a row to the unit of the first.
func (s *said) same(of int, word string) error {
	if s.first[of] == "" {
		s.first[of] = string([]byte(word))
	}
	if s.first[of] != word {
		return text.Whole(fmt.Errorf("unit %s after %s: write all rows in one", text.Quote(word), text.Quote(s.first[of])))
	}
	return nil
}
