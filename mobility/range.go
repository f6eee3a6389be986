package mobility

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"
)

const (
	// minSpeed is the least speed, in m/s: a slower one is practically a pause, and
	// one trip across the largest world would exceed int64 nanoseconds.
	minSpeed = 1e-3

	// maxSpeed is the greatest speed, in m/s: movement files use faster ones for teleports.
	maxSpeed = 1e6

	// maxPause is the greatest pause: it leaves two thirds of the int64 nanoseconds to trips.
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

// bound returns the greatest speed, raised by what rounding arrivals to whole nanoseconds
// can add.
func (s speeds) bound() float64 { return s.max * (1 + 2*speedSlack) }

func (s speeds) draw(r *rand.Rand) float64 {
	return min(s.min+float64((s.max-s.min)*r.Float64()), s.max)
}

// steady draws the speed of a node that is under way at a random instant. Slow
// trips last longer, so its density is proportional to 1/v (Navidi and Camp
// 2004): that of min·(max/min)^u for a uniform u.
func (s speeds) steady(r *rand.Rand) float64 {
	v := s.min * math.Pow(s.max/s.min, r.Float64())
	v = math.Round(v*1e6) / 1e6 // pow differs between machines; see the package comment
	return min(max(v, s.min), s.max)
}

// perMetre returns the mean time that a metre takes at a speed drawn uniformly, in s. It is the
// same on every machine, and right to one part in 10⁷.
func (s speeds) perMetre() float64 {
	spread := (s.max - s.min) / s.min
	if spread < 0.01 { // the first terms of the series of the logarithm
		return (1 - spread/2 + float64(spread*spread)*(1.0/3-spread/4)) / s.min
	}
	return rounded(math.Log(s.max/s.min)) / (s.max - s.min)
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

// sum returns twice the mean, in seconds.
func (p pauses) sum() float64 { return seconds(p.min) + seconds(p.max) }

// draw returns a pause. It takes nothing from r if min and max are the same.
func (p pauses) draw(r *rand.Rand) time.Duration {
	if p.min == p.max {
		return p.min
	}
	return p.min + time.Duration(r.Int64N(int64(p.max-p.min)+1))
}

// steady draws what is left of a pause that is under way at a random instant: the
// probability of a pause is proportional to its duration, and the instant is uniform in it.
func (p pauses) steady(r *rand.Rand) time.Duration {
	low, high := seconds(p.min), seconds(p.max)
	square := float64(low*low) + float64((high-low)*(high+low)*r.Float64())
	left := math.Sqrt(square) * r.Float64()
	return min(time.Duration(math.Round(left*float64(time.Second))), p.max)
}
