package movetrace

import (
	"fmt"
	"math"

	"github.com/paulmach/orb"
)

// leapM is a distance in metres that only a wrong place has from the first, if the places of a file are
// too far apart for a plane.
const leapM = 500e3

// leapTo is the error of a place that is far from the first; nil of a nearer one. It names the line,
// which is not known when the file has ended.
func (r *Recorder) leapTo(place orb.Point) error {
	if r.between(r.first, place) < leapM {
		return nil
	}
	return r.o.Place(fmt.Errorf("latitude %.6g and longitude %.6g are too far from the first place, latitude %.6g and longitude %.6g, to be on one plane: if this or that says that there is no place, leave both empty",
		place[1], place[0], r.first[1], r.first[0]))
}

// between is about how many metres are between two places of the file.
func (r *Recorder) between(a, b orb.Point) float64 {
	north, east := b[1]-a[1], b[0]-a[0]
	if r.o.Project == nil {
		return math.Hypot(north, east)
	}
	const degreeM = 111e3
	return degreeM * math.Hypot(north, east*math.Cos(a[1]*math.Pi/180))
}

// Blame is the error of a recording that has no trace: of the line of a place that is far from the first,
// if there is one, else with the place that fault adds.
func (r *Recorder) Blame(err error, fault func(error) error) error {
	if r.leap != nil && r.apart {
		return fmt.Errorf("%w%w", r.leap, quiet{err})
	}
	return fault(err)
}

// quiet is a cause without words.
type quiet struct{ error }

func (quiet) Error() string { return "" }

func (q quiet) Unwrap() error { return q.error }
