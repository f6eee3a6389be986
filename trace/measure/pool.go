package measure

import (
	"math"
	"slices"
)

// A pool is all observations of one row, sorted, with the run of each. Those of one
// run depend on each other, because many nodes take part in one election. So the spread is
// estimated by leaving out whole runs, never single observations
// (the delete-one-group jackknife; Miller, Biometrika 61, 1974).
type pool struct {
	entries  []entry
	runs     int
	n        int
	censored int
}

// An entry is how often a run observed one time.
type entry struct {
	observation
	run   int
	count float64
}

// poolOf pools the observations of runs.
func poolOf(runs []timeSet) pool {
	p := pool{runs: len(runs)}
	for i, times := range runs {
		first := len(p.entries)
		for o := range times.observations() {
			p.n++
			if o.cut() {
				p.censored++
			}
			if last := len(p.entries) - 1; last >= first && p.entries[last].observation == o {
				p.entries[last].count++
				continue
			}
			p.entries = append(p.entries, entry{o, i, 1})
		}
	}
	slices.SortStableFunc(p.entries, func(a, b entry) int { return int(min(max(a.observation-b.observation, -1), 1)) })
	return p
}

// longest is the longest observation in seconds.
func (p *pool) longest() float64 { return p.entries[len(p.entries)-1].seconds() }

// followed is up to where the curve is known: without end if the longest observation ended,
// because the curve is 0 from there on.
func (p *pool) followed() float64 {
	if last := p.entries[len(p.entries)-1]; last.cut() {
		return last.seconds()
	}
	return math.Inf(1)
}

// curves are the Kaplan-Meier curve of all runs, and for each run the curve of the others.
type curves struct {
	all     float64
	without []float64

	atRisk        float64
	atRiskWithout []float64
}

func (p *pool) curves() curves {
	c := curves{all: 1, without: make([]float64, p.runs), atRiskWithout: make([]float64, p.runs)}
	for _, e := range p.entries {
		c.atRisk += e.count
		c.atRiskWithout[e.run] -= e.count
	}
	for i := range c.without {
		c.without[i], c.atRiskWithout[i] = 1, c.atRiskWithout[i]+c.atRisk
	}
	return c
}

// take moves the curves over the entries of one observation; ends has room for one number
// per run.
func (c *curves) take(same []entry, ends []float64) {
	clear(ends)
	total := 0.0
	for _, e := range same {
		ends[e.run] += e.count
		total += e.count
	}
	if !same[0].cut() {
		c.all *= (c.atRisk - total) / c.atRisk
		for i := range c.without {
			if c.atRiskWithout[i] > 0 {
				c.without[i] *= (c.atRiskWithout[i] - total + ends[i]) / c.atRiskWithout[i]
			}
		}
	}
	c.atRisk -= total
	for i := range c.without {
		c.atRiskWithout[i] -= total - ends[i]
	}
}

// walk calls at with each observed time, in order, and the curves as they are from that
// time on.
func (p *pool) walk(at func(seconds float64, ended bool, c *curves)) {
	c, ends := p.curves(), make([]float64, p.runs)
	for i := 0; i < len(p.entries); {
		same := i + 1
		for same < len(p.entries) && p.entries[same].observation == p.entries[i].observation {
			same++
		}
		c.take(p.entries[i:same], ends)
		at(p.entries[i].seconds(), !p.entries[i].cut(), &c)
		i = same
	}
}

// restricted is the mean restricted to a horizon, in seconds: the area under the curve up
// to there, of all runs and of all but each. Beyond its longest observation a curve keeps
// its height (Gill, 1980).
func (p *pool) restricted(horizon float64) (all float64, without []float64) {
	c := p.curves()
	before, heights := 0.0, append([]float64{c.all}, c.without...)
	areas := make([]float64, len(heights))
	until := func(seconds float64) {
		for i, height := range heights {
			areas[i] += float64(height * (seconds - before))
		}
		before = seconds
	}
	p.walk(func(seconds float64, _ bool, c *curves) {
		until(min(seconds, horizon))
		heights[0] = c.all
		copy(heights[1:], c.without)
	})
	until(horizon)
	return areas[0], areas[1:]
}

// shares are what each run contributes to the restricted mean: numbers whose mean it is,
// and whose spread shows how far it may be off. They are the jackknife's pseudo-values
// (Tukey 1958; for restricted means Andersen, Hansen, Klein, Lifetime Data Analysis 10,
// 2004), moved so that their mean is the estimate. If runs have equally many observations,
// none cut off, the shares are the means of the runs.
func (p *pool) shares(horizon float64) []float64 {
	all, without := p.restricted(horizon)
	if p.runs == 1 {
		return []float64{all}
	}
	middle := mean(without)
	for i := range without {
		without[i] = all + float64(float64(p.runs-1)*(middle-without[i]))
	}
	return without
}
