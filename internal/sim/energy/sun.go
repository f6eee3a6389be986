package energy

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// Sun is a solar panel's day: PeakW·sin(π·(t−Rise)/(Set−Rise)) from Rise to Set,
// nothing by night, t counted within the day. It is a clear day, without air mass: the
// usual half sine. In each of SunSteps parts of the day it is constant, with the value at
// the middle of the part, so that batteries stay piecewise linear.
type Sun struct {
	PeakW     float64
	Day       time.Duration // 24 h, or shorter to see many days in a short run
	Rise, Set time.Duration // within the day, Rise first
}

// SunSteps is the number of parts of a day: five minutes each for 24 h.
const SunSteps = 288

// Validate names every parameter that makes no sense.
func (s Sun) Validate() error {
	var faults []error
	if !(s.PeakW >= 0) || math.IsInf(s.PeakW, 0) {
		faults = append(faults, fmt.Errorf("the sun's peak must be finite and not below 0 W, got %g", s.PeakW))
	}
	if s.Day < SunSteps {
		faults = append(faults, fmt.Errorf("a day must last at least %d ns, got %v", SunSteps, s.Day))
	}
	if s.Rise < 0 || s.Rise >= s.Set || s.Set > s.Day {
		faults = append(faults, fmt.Errorf("the sun must rise before it sets, within the day: from %v to %v of %v", s.Rise, s.Set, s.Day))
	}
	return errors.Join(faults...)
}

// Step is how long the power stays as it is.
func (s Sun) Step() time.Duration { return s.Day / SunSteps }

// PowerW is the panel's power in the n-th step from midnight, rounded to a
// nanowatt.
func (s Sun) PowerW(n int64) float64 {
	t := time.Duration(n%SunSteps)*s.Step() + s.Step()/2
	if t < s.Rise || t > s.Set {
		return 0
	}
	x := float64(t-s.Rise) / float64(s.Set-s.Rise)
	return math.Round(s.PeakW*math.Sin(math.Pi*x)*1e9) / 1e9
}
