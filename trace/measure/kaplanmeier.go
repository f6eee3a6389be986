package measure

import (
	"math"
	"slices"
	"time"
)

// An observation is how long something took, or for how long it had not ended when it was
// last seen (it was cut off): twice the nanoseconds, plus one if cut off. So a million of
// them take 8 MB, and sorted, ends come before cuts of the same instant, as the estimator
// needs.
type observation int64

func ended(d time.Duration) observation { return observation(d) << 1 }

func cutOff(d time.Duration) observation { return observation(d)<<1 | 1 }

func (o observation) cut() bool { return o&1 != 0 }

func (o observation) seconds() float64 { return time.Duration(o >> 1).Seconds() }

// A step is an instant at which the survival curve falls.
type step struct {
	at      float64 // seconds
	atRisk  float64 // observations that lasted at least until then
	ends    float64
	survive float64 // the curve from here on
}

// A survival is the Kaplan-Meier estimate of the time something takes (Kaplan &
// Meier, JASA 53, 1958).
//
// Its mean is restricted to the longest observation: if that one was cut off, the mean is a
// lower bound, so censored counts stand beside it.
type survival struct {
	steps    []step
	horizon  float64 // the longest observation, seconds
	n        int
	censored int
}

// survivalOf sorts observations in place.
func survivalOf(observations []observation) survival {
	s := survival{n: len(observations)}
	if s.n == 0 {
		return s
	}
	slices.Sort(observations)
	s.horizon = observations[s.n-1].seconds()
	survive := 1.0
	for i := 0; i < s.n; {
		if observations[i].cut() {
			s.censored++
			i++
			continue
		}
		same := i
		for same < s.n && observations[same] == observations[i] {
			same++
		}
		atRisk, ends := float64(s.n-i), float64(same-i)
		survive *= (atRisk - ends) / atRisk
		s.steps = append(s.steps, step{observations[i].seconds(), atRisk, ends, survive})
		i = same
	}
	return s
}

// mean is the area under the curve up to the longest observation.
func (s *survival) mean() float64 {
	if len(s.steps) == 0 {
		return s.horizon
	}
	return s.steps[0].at + s.tails()[0]
}

// tails returns, for each step, the area under the curve after it.
func (s *survival) tails() []float64 {
	tails := make([]float64, len(s.steps))
	until, area := s.horizon, 0.0
	for i := len(s.steps) - 1; i >= 0; i-- {
		area += float64(s.steps[i].survive * (until - s.steps[i].at)) // rounded here, as on all processors
		tails[i] = area
		until = s.steps[i].at
	}
	return tails
}

// halfway is how close to one half the curve counts as one half: its values are products of
// at most a few million rounded quotients.
const halfway = 1e-9

// median is where the curve passes one half: the middle of the span on which it is one
// half, as for a plain median, and +Inf if it never falls so low.
func (s *survival) median() float64 {
	for i, step := range s.steps {
		switch {
		case step.survive > 0.5+halfway:
			continue
		case step.survive < 0.5-halfway:
			return step.at
		case i+1 < len(s.steps):
			return (step.at + s.steps[i+1].at) / 2
		}
		return (step.at + s.horizon) / 2 // all that is left was cut off
	}
	return math.Inf(1)
}

// interval is the 95 % interval of the mean by Greenwood's variance, with the factor m/(m-1)
// that Kaplan and Meier advise for m ends, and Student's t of m-1 degrees. It is on the scale
// of such a mean: if nothing is cut off, the scale of any mean that is never negative. Fewer
// than two ends give no interval.
func (s *survival) interval() *interval {
	ends, variance := 0.0, 0.0
	tails := s.tails()
	for i, step := range s.steps {
		ends += step.ends
		if step.atRisk > step.ends {
			variance += tails[i] * tails[i] * step.ends / (step.atRisk * (step.atRisk - step.ends))
		}
	}
	if ends < 2 {
		return nil
	}
	e := estimate{s.mean(), studentQuantile(ends-1) * math.Sqrt(variance*ends/(ends-1))}
	if s.censored > 0 {
		// An observation that was cut off is not known to end outside the run.
		return within(s.horizon, e)
	}
	return aboveZero(e)
}
