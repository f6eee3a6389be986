package energy

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// Peukert is a battery that gives less the faster it is emptied (Peukert,
// Elektrotechnische Zeitschrift 18, 1897): one of capacity C, rated to last H,
// lasts t = H·(C/(P·H))^k at a constant power P. Each state of a radio has a constant
// power, so by the law each state has a constant loss, and the time of death stays
// predictable. It assumes a constant voltage and no recovery at rest. Below the rated
// power the battery gives more than C, as the law says.
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
		faults = append(faults, fmt.Errorf("the exponent of Peukert must be from 1 to 2, got %g", b.Exponent))
	}
	if b.Rated <= 0 {
		faults = append(faults, fmt.Errorf("a battery must be rated for a time above 0, got %v", b.Rated))
	}
	return errors.Join(faults...)
}

// Drain is the power that a battery of that capacity, in joules, loses in each state of
// p. Powers are rounded to a nanowatt, since logarithms differ in the last bit between
// machines.
func (b Peukert) Drain(p Profile, capacityJ float64) Profile {
	ratedW := capacityJ / b.Rated.Seconds()
	for _, w := range []*float64{&p.TxW, &p.RxW, &p.IdleW, &p.SleepW} {
		*w = math.Round(*w*math.Pow(*w/ratedW, b.Exponent-1)*1e9) / 1e9
	}
	return p
}

// Terms returns nil: Peukert models no recovery.
func (Peukert) Terms() Terms { return nil }
