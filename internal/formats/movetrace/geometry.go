package movetrace

import (
	"math"
	"time"

	"github.com/paulmach/orb"
)

// micrometre is how far a fix may lie from a straight leg, in metres.
const micrometre = 1e-6

func seconds(d time.Duration) float64 { return float64(d) / float64(time.Second) }

// length returns the length of a vector. math.Hypot rounds differently on other machines.
func length(v orb.Point) float64 {
	return math.Sqrt(float64(v[0]*v[0]) + float64(v[1]*v[1]))
}

// Unwrapped returns a longitude within 180 degrees of another: beyond 180 to the east of the
// date line if the other is to its west, and so on.
func Unwrapped(lon, near float64) float64 {
	switch {
	case lon-near > 180:
		return lon - 360
	case near-lon > 180:
		return lon + 360
	}
	return lon
}
