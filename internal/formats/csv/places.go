package csv

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
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
func (t *table) place(fields []string, x, y string) (place orb.Point, err error) {
	c := &t.columns
	if t.coordinates != geo.Degrees || c.unitX.IsMercator() {
		if place[0], err = c.unitX.Coordinate(x); err == nil {
			place[1], err = c.unitY.Coordinate(y)
		}
		if err == nil && c.unitX.IsMercator() {
			place[0], place[1] = text.Mercator(place[0], place[1])
		}
		return place, err
	}
	if c.unitX == "" && c.unitY == "" && len(t.header) > 0 && c.parts == (sexagesimal{}) && !c.pair && text.HasMinutes(x, y) {
		return place, text.Whole(fmt.Errorf("coordinate: %s and %s have zeros in front: %s; :deg reads degrees", text.Quote(y), text.Quote(x), t.adviseUnits(x, y, []text.Measure{"ddmm"})))
	}
	if place[0], err = c.unitX.Degrees(x, 180); err == nil {
		place[1], err = c.unitY.Degrees(y, 90)
	}
	if err != nil {
		return t.beyond(x, y, err)
	}
	for axis, word := range [2]string{x, y} {
		if place[axis], err = c.parts.add(place[axis], word, fields, axis); err != nil {
			return place, err
		}
	}
	if t.rows == 0 {
		t.hemispheres(fields)
	}
	for axis, column := range []int{c.west, c.south} {
		if column < 0 {
			continue
		}
		if place[axis], err = signed(place[axis], text.Field(fields, column), axis); err != nil {
			return place, err
		}
	}
	return place, nil
}

// beyond is the place of a row whose degrees are beyond their bounds, or why it has none.
func (t *table) beyond(x, y string, err error) (orb.Point, error) {
	lon, wrong := text.Number(x)
	lat, also := text.Number(y)
	c := &t.columns
	switch {
	case wrong != nil || also != nil || t.columns.unitX != "" || t.columns.unitY != "":
		return orb.Point{}, err
	case lat == unknownLat || lon == unknownLon && !t.eastern:
		return orb.Point{}, errUnknown
	case lon > 180 && lon <= 360 && math.Abs(lat) <= 90:
		t.eastern = true
		return orb.Point{lon - 360, lat}, nil
	}
	if math.Abs(lon) <= 90 && math.Abs(lat) <= 180 {
		return orb.Point{}, t.swapped(err)
	}
	if len(t.header) == 0 || c.pair {
		return orb.Point{}, err
	}
	word := func(at int) string { return text.ColumnWord(t.header, at) }
	if t.rows > 0 {
		return orb.Point{}, fmt.Errorf("%w, and rows above have degrees: if it says that there is no place, leave both empty", err)
	}
	fitting := text.Beyond(x, y, text.NameWords(t.header[c.y])[0] == "position")
	if len(fitting) == 0 {
		of := t.in.Columns.Without(text.RoleLon, text.RoleLat)
		return orb.Point{}, fmt.Errorf("%w: are these metres of a map? --columns %s reads metres", err, of.And(text.RoleX, word(c.x)).With(text.RoleY, word(c.y)))
	}
	return orb.Point{}, fmt.Errorf("%w: %s", err, t.adviseUnits(x, y, fitting))
}

// adviseUnits says which units the degrees of a place may have, and where each puts it: the likeliest
// first.
func (t *table) adviseUnits(x, y string, fitting []text.Measure) string {
	word := func(at int) string { return text.ColumnWord(t.header, at) }
	said, other := "", ""
	for i, unit := range fitting {
		lon, _ := unit.Degrees(x, 180)
		lat, _ := unit.Degrees(y, 90)
		if i > 0 {
			other += fmt.Sprintf("; :%s would put it at latitude %.6g and longitude %.6g", unit, lat, lon)
			continue
		}
		of := t.in.Columns.And(text.RoleLon, word(t.columns.x)+":"+string(unit))
		if t.columns.up >= 0 && unit == "e7" && t.columns.unitUp == "" {
			of = of.And(text.RoleAltitude, word(t.columns.up)+":mm")
		}
		said = fmt.Sprintf("are these %s? --columns %s:%s reads them, here as latitude %.6g and longitude %.6g", unit.About(), of.With(text.RoleLat, word(t.columns.y)), unit, lat, lon)
	}
	return said + other
}

// swapped says that latitude and longitude are perhaps exchanged.
func (t *table) swapped(err error) error {
	if len(t.header) == 0 || t.columns.pair {
		return fmt.Errorf("%w: are latitude and longitude exchanged?", err)
	}
	return fmt.Errorf("%w: are latitude and longitude exchanged? --columns %s says so", err,
		t.in.Columns.And(text.RoleLon, text.ColumnWord(t.header, t.columns.y)).With(text.RoleLat, text.ColumnWord(t.header, t.columns.x)))
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

// reads reports whether a column is read as something, or says how others are.
func (t *table) reads(at int) bool {
	p, q, of := &t.persons, &t.quality, &t.columns.parts
	return slices.Contains(of.minutes[:], at+1) || slices.Contains(of.seconds[:], at+1) || t.columns.reads(at) || t.columns.times.Reads(at) || at == p.node-1 || at == p.x-1 || at == p.y-1 || at == t.said.place-1 || at == t.said.time-1 || at == t.zones.zone-1 || at == t.zones.half-1 ||
		slices.ContainsFunc(q.columns, func(of judge) bool { return at == of.at })
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
