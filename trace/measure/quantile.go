package measure

import "math"

// A quantile is the time by which a share of the observations had ended, over all runs.
type quantile struct {
	At *float64 `json:"at"` // seconds; nil: longer than anything was followed
	// Low and High are the ends of the 95 % interval. Low is nil without an interval: with one
	// run, or if At is nil. High alone is nil if the interval has no upper end: much longer
	// times than were observed may be as frequent, or too few runs make up the times above the
	// p90 or p99 (see enoughBehind).
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
}

// A band is a Kaplan-Meier curve with its 95 % limits, step by step.
type band struct {
	steps []limits
	last  float64 // the longest observation, seconds
	runs  int
}

// limits are the curve from one time on.
type limits struct {
	at, survive, low, high float64
}

// band returns the curve of a pool. Its limits are on the logit scale, so that they stay
// within 0 and 1: Student's t of runs-1 degrees times the jackknife's standard error. With
// one run they are the curve itself.
func (p *pool) band() band {
	reach := 0.0
	if p.runs > 1 {
		reach = studentQuantile(float64(p.runs - 1))
	}
	b := band{last: p.longest(), runs: p.runs}
	p.walk(func(seconds float64, ended bool, c *curves) {
		if !ended {
			return
		}
		l := limits{seconds, c.all, c.all, c.all}
		if c.all > 0 && p.runs > 1 {
			odds, factor := (1-c.all)/c.all, exp(reach*spread(c.without)/(c.all*(1-c.all)))
			l.low, l.high = 1/(1+float64(odds*factor)), 1/(1+odds/factor)
		}
		b.steps = append(b.steps, l)
	})
	return b
}

// spread is the jackknife's standard error of a value; without has the values with each run
// left out.
func spread(without []float64) float64 {
	n, middle, squares := float64(len(without)), mean(without), 0.0
	for _, x := range without {
		squares += float64((x - middle) * (x - middle))
	}
	return math.Sqrt(squares * (n - 1) / n)
}

// quantile returns the time by which a share q has ended: where the curve passes 1-q, or
// the middle of the span on which it is 1-q. The interval holds all times at which the
// curve may be 1-q, by its limits (Brookmeyer and Crowley, Biometrics 38, 1982).
func (b *band) quantile(q float64) quantile {
	left := 1 - q
	at := b.passes(left)
	if math.IsInf(at, 1) {
		return quantile{}
	}
	found := quantile{At: &at}
	low, high, any := at, at, false
	for i, s := range b.steps {
		if s.low > left || s.high < left {
			continue
		}
		if !any {
			low, any = min(at, s.at), true
		}
		high = math.Inf(1) // the curve after the last step but one is not known
		if i+2 < len(b.steps) {
			high = max(at, b.steps[i+1].at)
		}
	}
	if b.runs > 1 {
		found.Low, found.High = &low, finite(high)
	}
	return found
}

// quantile is the band's; it has an upper end only if enough runs determine it.
func (p *pool) quantile(b *band, q float64) quantile {
	found := b.quantile(q)
	if q >= tail && found.High != nil && p.runsBehind(b, q, *found.At) < enoughBehind(p.runs) {
		found.High = nil
	}
	return found
}

// tail is the least quantile for which the runs above it are counted. The times above a median
// seldom come from few runs alone.
const tail = 0.9

// enoughBehind is how many runs' worth of longer times an upper end needs: half of the
// runs, but at least six, and at most fifteen. The limits of a band assume that runs are
// near normal, and a tail that few runs make up is not: then as few as 6 in 10 intervals
// contained the truth. The package comment has how often they do now.
func enoughBehind(runs int) float64 { return min(max(6, float64(runs)/2), 15) }

// runsBehind is how many runs make up the times longer than a quantile, by their
// observations there: (Σw)²/Σw² (Kish, Survey Sampling, 1965, §11.7), and at most the
// number of observations. Of the observations at the quantile itself a part counts, so that
// the share 1-q is above it.
func (p *pool) runsBehind(b *band, q, at float64) float64 {
	before, after := 1.0, 1.0
	for _, s := range b.steps {
		switch {
		case s.at < at:
			before, after = s.survive, s.survive
		case s.at == at:
			after = s.survive
		}
	}
	part := 0.0
	if before > after {
		part = min(max((1-q-after)/(before-after), 0), 1)
	}
	behind := make([]float64, p.runs)
	for _, e := range p.entries {
		switch seconds := e.seconds(); {
		case seconds > at, seconds == at && e.cut():
			behind[e.run] += e.count
		case seconds == at:
			behind[e.run] += float64(part * e.count)
		}
	}
	sum, squares := 0.0, 0.0
	for _, w := range behind {
		sum += w
		squares += float64(w * w)
	}
	if squares == 0 {
		return 0
	}
	return min(sum, sum*sum/squares)
}

// passes is where the curve passes a height: the middle of the span on which it has that
// height, +Inf if it never falls so low.
func (b *band) passes(height float64) float64 {
	for i, s := range b.steps {
		switch {
		case s.survive > height+halfway:
			continue
		case s.survive < height-halfway:
			return s.at
		case i+1 < len(b.steps):
			return (s.at + b.steps[i+1].at) / 2
		}
		return (s.at + b.last) / 2 // all that is left was cut off
	}
	return math.Inf(1)
}
