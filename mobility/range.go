package mobility

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"
)

const (
	// minSpeed, in m/s: slower than a millimetre a second is a pause, and
	// across the largest world one trip would outlast int64 nanoseconds.
	minSpeed = 1e-3

	// maxSpeed, in m/s: movement files use faster ones for teleports.
	maxSpeed = 1e6

	// maxPause leaves a third of the int64 nanoseconds to trips.
	maxPause = 100 * 365 * 24 * time.Hour
)

// speeds are the speeds, in m/s, among which a model draws uniformly.
type speeds struct{ min, max float64 }

func (s speeds) validate() error {
	switch {
	case !(s.min >= minSpeed && s.min <= maxSpeed): // true for NaN
		return fmt.Errorf("speed: minimum must be from %g to %g m/s, got %g", minSpeed, maxSpeed, s.min)
	case !(s.max >= s.min && s.max <= maxSpeed):
		return fmt.Errorf("speed: maximum must be from the minimum, %g, to %g m/s, got %g", s.min, maxSpeed, s.max)
	}
	return nil
}

// bound returns the greatest, and above it the hair that arrivals on whole
// nanoseconds can cost.
func (s speeds) bound() float64 { return s.max * (1 + 2*speedSlack) }

func (s speeds) draw(r *rand.Rand) float64 {
	return min(s.min+float64((s.max-s.min)*r.Float64()), s.max)
}

// steady draws the speed of a node met under way at a random instant: slow
// trips last longer, so its density is proportional to 1/v (Navidi and Camp
// 2004), and min·(max/min)^u has it.
func (s speeds) steady(r *rand.Rand) float64 {
	v := s.min * math.Pow(s.max/s.min, r.Float64())
	v = math.Round(v*1e6) / 1e6 // pow differs between machines; see the package comment
	return min(max(v, s.min), s.max)
}

// pauses are the pauses among which a model draws uniformly.
type pauses struct{ min, max time.Duration }

func (p pauses) validate() error {
	switch {
	case p.min < 0:
		return fmt.Errorf("pause: minimum must not be negative, got %v", p.min)
	case p.max < p.min:
		return fmt.Errorf("pause: maximum must be at least the minimum, %v, got %v", p.min, p.max)
	case p.max > maxPause:
		return fmt.Errorf("pause: maximum must be at most %v, got %v", maxPause, p.max)
	}
	return nil
}

// sum is twice the mean, in seconds.
func (p pauses) sum() float64 { return seconds(p.min) + seconds(p.max) }

// draw draws nothing where there is no choice.
func (p pauses) draw(r *rand.Rand) time.Duration {
	if p.min == p.max {
		return p.min
	}
	return p.min + time.Duration(r.Int64N(int64(p.max-p.min)+1))
}

// steady draws what is left of the pause in which a node is met: a pause is met
// in proportion to its duration, and at any point of it alike.
func (p pauses) steady(r *rand.Rand) time.Duration {
	low, high := seconds(p.min), seconds(p.max)
	square := float64(low*low) + float64((high-low)*(high+low)*r.Float64())
	left := math.Sqrt(square) * r.Float64()
	return min(time.Duration(math.Round(left*float64(time.Second))), p.max)
}
