package geo

import (
	"errors"
	"fmt"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// Coordinates says what the two coordinates of a file are.
type Coordinates string

// What they can be.
const (
	Auto    Coordinates = ""        // as the file says; in writing, degrees for a trace that has a place on Earth
	Metres  Coordinates = "metres"  // x to the east and y to the north on a plane
	Degrees Coordinates = "degrees" // longitude and latitude of WGS84
)

// ParseCoordinates reads a word: auto, metres or degrees.
func ParseCoordinates(word string) (Coordinates, error) {
	switch c := Coordinates(word); {
	case word == "auto":
		return Auto, nil
	case c == Metres || c == Degrees:
		return c, nil
	}
	return Auto, fmt.Errorf("%q: want auto, metres or degrees", word)
}

// ErrNowhere says that a trace without a place on Earth has no degrees.
var ErrNowhere = errors.New("the trace has no place on Earth, give it an origin (longitude and latitude of its corner)")

// Export converts places of a trace to coordinates of a file.
type Export struct {
	Unit Coordinates // Metres or Degrees
	back func(orb.Point) (orb.Point, error)
}

// NewExport returns the export of a trace with this anchor.
func NewExport(a movetrace.Anchor, want Coordinates) (Export, error) {
	if want == Metres || want != Degrees && !a.OnEarth {
		return Export{Unit: Metres}, nil
	}
	if !a.OnEarth {
		return Export{}, ErrNowhere
	}
	back, err := Back(a)
	return Export{Unit: Degrees, back: back}, err
}

// Place returns the coordinates of a place.
func (e Export) Place(p orb.Point) (orb.Point, error) {
	if e.back == nil {
		return p, nil
	}
	return e.back(p)
}

// Decimals is how many decimals are written: down to a micrometre, or to 10⁻⁹ degrees,
// which are 0.1 mm on the ground.
func (e Export) Decimals() int {
	if e.Unit == Degrees {
		return 9
	}
	return 6
}

// ParsePlace reads the two coordinates of a place, x or longitude first.
func ParsePlace(c Coordinates, x, y string) (p orb.Point, err error) {
	if c == Degrees {
		if p[0], err = text.Degrees(x, 180); err == nil {
			p[1], err = text.Degrees(y, 90)
		}
		return p, err
	}
	if p[0], err = text.Coordinate(x); err == nil {
		p[1], err = text.Coordinate(y)
	}
	return p, err
}
