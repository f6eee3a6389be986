package csv

import (
	"errors"
	"fmt"
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

// hemispheres finds, by the first row with a place, columns of letters beside those of the latitude
// and the longitude.
func (t *table) hemispheres(fields []string) {
	c := &t.columns
	beside := func(column int, letters string) int {
		for _, at := range []int{column + 1, column - 1} {
			if field := strings.ToUpper(text.Field(fields, at)); len(field) == 1 && strings.Contains(letters, field) {
				return at
			}
		}
		return -1
	}
	west, south := beside(c.x, letters[0]), beside(c.y, letters[1])
	if west < 0 || south < 0 || c.pair {
		return
	}
	c.west, c.south = west, south
	t.in.Remark("columns %d and %d are read as the hemispheres, N or S and E or W", south+1, west+1)
}

// signed gives a coordinate the sign of its hemisphere.
func signed(degrees float64, letter string, axis int) (float64, error) {
	at := strings.Index(letters[axis], strings.ToUpper(letter))
	if len(letter) != 1 || at < 0 {
		return 0, fmt.Errorf("hemisphere: %s: want %c or %c", text.Quote(letter), letters[axis][0], letters[axis][1])
	}
	if degrees < 0 {
		return 0, fmt.Errorf("coordinate: %g %s: has a sign and a hemisphere", degrees, letter)
	}
	if at == 1 {
		degrees = -degrees
	}
	return degrees, nil
}
