package csv

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/text"
)

// errUnknown says that a row has a place that AIS does not know.
var errUnknown = errors.New("no place")

// Places that AIS sends for one that is not known (ITU-R M.1371, message 1).
const (
	unknownLat = 91
	unknownLon = 181
)

// place reads the place of a row.
func (t *table) place(fields []string, x, y string) (orb.Point, error) {
	place, err := geo.ParsePlace(t.coordinates, x, y)
	if t.coordinates != geo.Degrees {
		return place, err
	}
	if err != nil {
		lon, _ := text.Number(x)
		lat, _ := text.Number(y)
		if lon == unknownLon || lat == unknownLat {
			return place, errUnknown
		}
		return place, err
	}
	if t.rows == 0 {
		t.hemispheres(fields)
	}
	for axis, column := range []int{t.columns.west, t.columns.south} {
		if column < 0 {
			continue
		}
		if place[axis], err = signed(place[axis], text.Field(fields, column), axis); err != nil {
			return place, err
		}
	}
	return place, nil
}

// letters are those of the hemispheres, the positive one first, by axis.
var letters = [2]string{"EW", "NS"}

// hemispheres finds, by the first row with a place, the columns of the letters: those that their
// names say, else one beside the latitude and one beside the longitude. Others are told.
func (t *table) hemispheres(fields []string) {
	c := &t.columns
	found := [2]int{-1, -1}
	for at := range fields {
		for axis := range letters {
			if c.reads(at) || letterOf(fields[at], axis) == 0 || found[axis] >= 0 || c.pair {
				continue
			}
			if at < len(t.header) && namesHemisphere(t.header[at]) {
				found[axis] = at
			}
		}
	}
	for axis, column := range [2]int{c.x, c.y} {
		for _, at := range []int{column + 1, column - 1} {
			if found[axis] < 0 && !c.pair && !c.reads(at) && letterOf(text.Field(fields, at), axis) != 0 && t.both(fields) {
				found[axis] = at
			}
		}
	}
	c.west, c.south = found[0], found[1]
	for axis, at := range found {
		if at >= 0 {
			t.in.Remark("column %d is read as the hemisphere of the %s", at+1, [2]string{"longitude", "latitude"}[axis])
		}
	}
	for at := range fields {
		if !c.reads(at) && at != c.node && len(t.header) > 0 && (letterOf(fields[at], 0) != 0 || letterOf(fields[at], 1) != 0) {
			t.in.Remark("column %d has N, S, E or W, and is not read as a hemisphere: one called ns, ew, lat_dir or lon_dir is", at+1)
		}
	}
}

// both reports whether there is a letter beside the latitude and another beside the longitude: one
// alone may be of a heading.
func (t *table) both(fields []string) bool {
	n := 0
	for axis, column := range [2]int{t.columns.x, t.columns.y} {
		if letterOf(text.Field(fields, column+1), axis) != 0 || letterOf(text.Field(fields, column-1), axis) != 0 {
			n++
		}
	}
	return n == len(letters)
}

// reads reports whether a column is read as something.
func (c *columns) reads(at int) bool {
	return at == c.node || at == c.x || at == c.y || at == c.up || at == c.times.Column || at == c.west || at == c.south
}

// hemisphereName are names of columns of letters.
var hemisphereName = regexp.MustCompile(`^(n/?s|e/?w|w/?e|(lat|lon|long|latitude|longitude|ns|ew)(dir|direction|hem|hemi|hemisphere|ref|ind|indicator|ns|ew|n/s|e/w))$`)

func namesHemisphere(name string) bool { return hemisphereName.MatchString(text.PlainName(name)) }

// letterOf is the letter of a hemisphere, in capitals; 0 if a field is none.
func letterOf(field string, axis int) byte {
	field = strings.ToUpper(field)
	for i, word := range [2][2]string{{"EAST", "WEST"}, {"NORTH", "SOUTH"}}[axis] {
		if letter := letters[axis][i]; field == word || field == string(letter) {
			return letter
		}
	}
	return 0
}

// signed gives a coordinate the sign of its hemisphere.
func signed(degrees float64, word string, axis int) (float64, error) {
	letter := letterOf(word, axis)
	switch {
	case letter == 0:
		return 0, fmt.Errorf("hemisphere: %s: want %c or %c", text.Quote(word), letters[axis][0], letters[axis][1])
	case degrees < 0:
		return 0, fmt.Errorf("coordinate: %g %c: has a sign and a hemisphere", degrees, letter)
	case letter == letters[axis][1]:
		degrees = -degrees
	}
	return degrees, nil
}
