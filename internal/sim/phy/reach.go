package phy

import (
	"bellwether/internal/base/errs"
	"bellwether/radio"
)

// faults collects what is wrong with options.
type faults []error

func (f *faults) check(sound bool, format string, args ...any) {
	if !sound {
		*f = append(*f, errs.Radio.Errorf(format, args...))
	}
}

// maxRangeM is beyond any horizon on the ground, in metres.
const maxRangeM = 1e6

// leastReachM, in metres: links are decided to a micrometre, so halving ends here and not
// at the least float64.
const leastReachM = 1e-9

// reach is the greatest distance, to a millionth, at which a path loses at most the given
// level; 0 if every path loses more, and maxRangeM if none does.
func reach(p radio.PathLoss, most level) float64 {
	if levelOf(p.LossDB(0)) > most {
		return 0
	}
	low, high := 0.0, float64(maxRangeM)
	if levelOf(p.LossDB(high)) <= most {
		return high
	}
	for high-low > max(1e-7*high, leastReachM) {
		middle := low + (high-low)/2
		if levelOf(p.LossDB(middle)) <= most {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}
