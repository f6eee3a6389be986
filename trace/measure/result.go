package measure

import "math"

// Metrics returns what was measured, up to the End record or else the horizon. Without
// either the end of the run is not known, and no metric applies.
func (r *Run) Metrics() Metrics {
	if !r.over {
		if r.options.Horizon == math.MaxInt64 {
			return Metrics{}
		}
		r.finish(r.options.Horizon)
	}
	m := Metrics{Elections: r.elections}
	if r.now <= r.options.Warmup {
		return m
	}
	nodeSeconds, begun := r.liveTime.inSeconds(), float64(r.elections.Begun)
	m.values[leaderlessFraction] = ratio(r.leaderlessTime.inSeconds(), nodeSeconds)
	if r.options.Rules {
		r.excuse(&m)
	}
	m.values[electionFraction] = r.inElectionTime.share(r.liveTime)
	m.values[electionRate] = ratio(60*begun, nodeSeconds)
	m.values[electionTime] = restricted(r.observations)
	r.traffic.into(&m, nodeSeconds, begun)
	r.mediumInto(&m, nodeSeconds)
	m.values[leaderChanges] = ratio(3600*float64(r.changes), nodeSeconds)
	r.truth.sums.into(&m)
	r.detectors.into(&m, &r.truth.sums, nodeSeconds)
	m.values[energyPerNode], m.values[energyTrafficPerNode] = r.energyPerNode()
	m.values[firstDeath] = r.firstDeath()
	m.EnergyByClass, m.deaths = r.energyByClass(), r.deaths()
	return m
}

// restricted is the value of a time: its observations, and their mean restricted to the
// longest; not known without observations.
func restricted(observations []observation) Value {
	s := survivalOf(observations)
	if s.n == 0 {
		return Value{}
	}
	v := known(s.mean())
	v.Median, v.N, v.Censored, v.Times = s.median(), s.n, s.censored, keep(observations)
	return v
}

// firstDeath is when the first battery was empty, cut off at the end of the run; it does
// not apply if no node has a battery.
func (r *Run) firstDeath() Value {
	if !r.batteries {
		return Value{}
	}
	if r.death >= 0 {
		return Value{X: r.death.Seconds(), Known: true, Median: r.death.Seconds(), N: 1}
	}
	return Value{X: r.now.Seconds(), Known: true, Median: math.Inf(1), N: 1, Censored: 1}
}
