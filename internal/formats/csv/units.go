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
	ofUps    = []string{"alt", "altitude", "z", "ele", "elevation", "height"}
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
	place, time, up int
	first           [3]string
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
		case slices.Contains(ofUps, of):
			s.up = at + 1
		}
	}
	return s
}

// take reads the units of a row: all rows must have those of the first, unless the mapping or the names
// of the columns say others.
func (s *said) take(in text.File, c *columns, fields []string) error {
	if s.place == 0 && s.time == 0 && s.up == 0 {
		return nil
	}
	if word := text.Field(fields, s.up-1); s.up > 0 && c.up >= 0 && in.Columns.Measure(text.RoleAltitude) == "" && text.LengthOf(word) != "" {
		if err := s.same(2, word); err != nil {
			return err
		}
		of := text.LengthOf(word)
		switch {
		case of == text.Unknown || c.unitUp != "" && c.unitUp != of:
			return text.Whole(fmt.Errorf("a column says that heights are in %s, and they are not read so: --columns alt=NAME:UNIT says in what, like m or ft", text.Quote(word)))
		case c.unitUp == "":
			c.unitUp = of
			in.Remark("heights are read in %s, as a column of units says: --columns alt=NAME:UNIT says otherwise", of)
		}
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

// heightWords are those of names of heights.
var heightWords = []string{"alt", "altitude", "altitudes", "height", "elevation", "elev", "ele", "depth", "msl", "agl", "hae", "baroaltitude", "geoaltitude", "geoidheight"}

// tellHeights remarks on columns that are perhaps heights, and are not read.
func (c *columns) tellHeights(in text.File, header []string) {
	var perhaps []int
	for at, field := range header {
		words := text.NameWords(field)
		if slices.Contains(words, "width") {
			return // of a box
		}
		if _, says := unitOf(text.PlainName(field)); !says && !c.reads(at) && slices.ContainsFunc(words, func(word string) bool { return slices.Contains(heightWords, word) }) {
			perhaps = append(perhaps, at)
		}
	}
	if _, given := in.Columns.Of(text.RoleAltitude); given || len(perhaps) == 0 || in.Columns.Numbered() {
		return
	}
	name := header[perhaps[0]]
	advice := "--columns " + in.Columns.With(text.RoleAltitude, text.ColumnWord(header, perhaps[0])) + " reads it"
	switch own := slices.ContainsFunc(text.NameWords(name), ofItsOwn); {
	case own:
		advice = "it has a unit of its own: write metres, or feet"
	case text.LengthIn(name) == "":
		advice += " in metres, and :ft in feet"
	}
	in.Remark("column %s is perhaps of heights, and is not read: %s", name, advice)
}

// ofItsOwn reports whether a word of a name is a multiple of a unit: flight levels, or 100 ft.
func ofItsOwn(word string) bool { return word == "fl" || strings.Trim(word, "0123456789") == "" }
