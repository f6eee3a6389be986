package radio

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// Peukert is a battery that gives less the faster it is emptied (Peukert,
// Elektrotechnische Zeitschrift 18, 1897): one of capacity C, rated to last H,
// lasts t = H·(C/(P·H))^k at a constant power P. Each state of a radio has a
// constant power, so the law says by how much each empties the battery faster
// than it draws, and deaths stay predictable. It assumes a constant voltage and
// knows no recovery at rest; below the rated power it promises more than C, as
// the law does.
type Peukert struct {
	// Exponent is k: 1 is a linear battery; lead-acid has 1.1 to 1.3, lithium-ion
	// about 1.05 (Doerffel and Sharkh, J. Power Sources 155, 2006).
	Exponent float64
	// Rated is H. Lithium-ion cells are rated by a discharge of 5 h (IEC 61960).
	Rated time.Duration
}

// Validate names every parameter that makes no sense.
func (b Peukert) Validate() error {
	var faults []error
	if !(b.Exponent >= 1 && b.Exponent <= 2) {
		faults = append(faults, fmt.Errorf("radio: Peukert's exponent must be from 1 to 2, got %g", b.Exponent))
	}
	if b.Rated <= 0 {
		faults = append(faults, fmt.Errorf("radio: a battery must be rated for a time above 0, got %v", b.Rated))
	}
	return errors.Join(faults...)
}

// Drain is what a battery of that capacity, in joules, loses in each state of p.
// Powers are rounded to a nanowatt, as logarithms differ in the last bit from
// machine to machine.
func (b Peukert) Drain(p Profile, capacityJ float64) Profile {
	ratedW := capacityJ / b.Rated.Seconds()
	for _, w := range []*float64{&p.TxW, &p.RxW, &p.IdleW, &p.SleepW} {
		*w = math.Round(*w*math.Pow(*w/ratedW, b.Exponent-1)*1e9) / 1e9
	}
	return p
}

// Sun is a solar panel's day: PeakW·sin(π·(t−Rise)/(Set−Rise)) from Rise to Set,
// nothing by night, t counted within the day. It is a clear day without air
// mass, the usual half sine; it is held constant over each of SunSteps parts of
// the day at the value of its middle, so that batteries stay piecewise linear.
type Sun struct {
	PeakW     float64
	Day       time.Duration // 24 h, or shorter to see many days in a short run
	Rise, Set time.Duration // within the day, Rise first
}

// SunSteps is how many parts a day has: five minutes of 24 h.
const SunSteps = 288

// Validate names every parameter that makes no sense.
func (s Sun) Validate() error {
	var faults []error
	if !(s.PeakW >= 0) || math.IsInf(s.PeakW, 0) {
		faults = append(faults, fmt.Errorf("radio: the sun's peak must be finite and not below 0 W, got %g", s.PeakW))
	}
	if s.Day < SunSteps {
		faults = append(faults, fmt.Errorf("radio: a day must last at least %d ns, got %v", SunSteps, s.Day))
	}
	if s.Rise < 0 || s.Rise >= s.Set || s.Set > s.Day {
		faults = append(faults, fmt.Errorf("radio: the sun must rise before it sets, within the day: from %v to %v of %v", s.Rise, s.Set, s.Day))
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
