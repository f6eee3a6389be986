package measure

import "strings"

// lengths are all observations of a time in the runs of a row: each election counts, not
// each run. Intervals resample whole runs.
type lengths struct {
	N        int `json:"n"`        // observations
	Censored int `json:"censored"` // observations that had not ended when they were last seen
	// HorizonS is where the mean of the summary is restricted, in seconds, the same for all
	// rows that are compared; see Horizons.
	HorizonS float64 `json:"horizon_s"`
	// FollowedS is the longest observation if it was cut off: the curve beyond it is not
	// known. If it is less than the horizon, the mean assumes that none ended in between,
	// and is compared with no other. Nil: the curve is known to its end.
	FollowedS *float64 `json:"followed_s,omitempty"`
	// Rounded reports that some run had more than 65 536 observations: these are kept to
	// a thousandth of their length.
	Rounded bool `json:"rounded,omitempty"`

	P50 quantile `json:"p50"`
	P90 quantile `json:"p90"`
	P99 quantile `json:"p99"`
}

// quantiles are the suffixes of a key's name for a quantile of its times.
var quantiles = []struct {
	suffix, title string
	of            func(*lengths) quantile
}{
	{".p50", " p50", func(d *lengths) quantile { return d.P50 }},
	{".p90", " p90", func(d *lengths) quantile { return d.P90 }},
	{".p99", " p99", func(d *lengths) quantile { return d.P99 }},
}

// QuantileNames lists the names of quantiles, like election_time_s.p90. They can stand
// wherever the name of a metric can, except in Metrics: a single run has none.
func QuantileNames() []string {
	var names []string
	for i := range keys {
		for _, q := range quantiles {
			if observed(i) {
				names = append(names, keys[i].Name+q.suffix)
			}
		}
	}
	return names
}

// Many reports whether a run observes the metric any number of times, and keeps all of them.
func (k *Key) Many() bool { return k.Time && k.method != byKaplanMeier }

// observed is Many for a key by its place.
func observed(k int) bool { return keys[k].Many() }

// quantileOf splits the name of a quantile.
func quantileOf(name string) (k int, of func(*lengths) quantile, title string) {
	for _, q := range quantiles {
		if of, is := strings.CutSuffix(name, q.suffix); is {
			if k := indexOf(of); k >= 0 && observed(k) {
				return k, q.of, q.title
			}
		}
	}
	return -1, nil, ""
}

// asSummary returns a quantile in the form of a summary.
func (s *Summary) asSummary(of func(*lengths) quantile) *Summary {
	if s == nil || s.Times == nil {
		return nil
	}
	q := of(s.Times)
	if q.At == nil { // then the longest observation was cut off
		return &Summary{Mean: *s.Times.FollowedS, Beyond: true, N: s.N, Censored: s.Censored}
	}
	return &Summary{Mean: *q.At, Median: q.At, Low: q.Low, High: q.High, N: s.N, Censored: s.Censored}
}

// Horizons are where the restricted means of times end, by key, in seconds; 0 for a key
// without one. Means that are compared need one horizon. A curve is known for ever if its
// longest observation ended, else up to that one. So the horizon is the least of these over
// the rows (Tian et al., Biometrics 76, 2020). If every curve is known to its end it is the
// longest observation of all: then nothing is restricted.
type Horizons [keyCount]float64

// Of returns the horizon of a metric by name, 0 without one.
func (h *Horizons) Of(name string) float64 {
	if k := indexOf(name); k >= 0 {
		return h[k]
	}
	return 0
}

// fewToRestrict is how many observations a row needs to restrict the others. One election
// that had just begun when the run ended must not hide the results of the other rows.
const fewToRestrict = 10

// CommonHorizons are the horizons of all these runs; the runs of one label are one row. Tables
// with several points pass the runs of one point after another.
func CommonHorizons(points ...[]RunResult) Horizons {
	var f horizonFinder
	for _, results := range points {
		f.see(results)
	}
	return f.horizons()
}

// A horizonFinder collects points and finds the horizons of their rows.
type horizonFinder struct{ least, longest [keyCount]float64 }

// seenTimes are the observations of one row and key, summed up.
type seenTimes struct {
	n    int
	last observation
}

func (f *horizonFinder) see(results []RunResult) {
	for k := range keys {
		if !observed(k) {
			continue
		}
		rows := map[string]seenTimes{} // least and longest of them do not depend on their order
		for i := range results {
			row, v := rows[results[i].Label], &results[i].Metrics.values[k]
			row.n += v.N
			row.last = max(row.last, v.Times.longest())
			rows[results[i].Label] = row
		}
		for _, row := range rows {
			last := row.last.seconds()
			f.longest[k] = max(f.longest[k], last)
			if row.last.cut() && row.n >= fewToRestrict && (f.least[k] == 0 || last < f.least[k]) {
				f.least[k] = last
			}
		}
	}
}

func (f *horizonFinder) horizons() Horizons {
	h := f.least
	for k := range h {
		if h[k] == 0 {
			h[k] = f.longest[k]
		}
	}
	return h
}

// pooled are the observations of a row under key k, and the indices of the runs that have
// any; ok is false if a run did not keep them, as in results of an earlier form.
func pooled(row []RunResult, k int) (p pool, at []int, ok bool) {
	var times []timeSet
	for i := range row {
		v := row[i].Metrics.values[k]
		if !v.Known {
			continue
		}
		if !v.Times.Known() {
			return pool{}, nil, false
		}
		times, at = append(times, v.Times), append(at, i)
	}
	return poolOf(times), at, len(at) > 0
}

// level makes the values of all rows comparable: for a metric that is a time, the value of
// each run becomes its share of the mean restricted to the horizon.
func (h *Horizons) level(rows [][]RunResult, chosen []int) {
	for _, k := range chosen {
		if !observed(k) || h[k] == 0 {
			continue
		}
		for _, row := range rows {
			p, at, ok := pooled(row, k)
			if !ok {
				continue
			}
			for i, share := range p.shares(h[k]) {
				row[at[i]].Metrics.values[k].X = share
			}
		}
	}
}

// distributed combines the observations of the runs of a row; nil if they kept none.
func distributed(row []RunResult, k int, horizon float64) *lengths {
	p, at, ok := pooled(row, k)
	if !ok {
		return nil
	}
	b := p.band()
	d := &lengths{N: p.n, Censored: p.censored, HorizonS: horizon,
		P50: p.quantile(&b, 0.5), P90: p.quantile(&b, 0.9), P99: p.quantile(&b, 0.99)}
	d.FollowedS = finite(p.followed())
	for _, i := range at {
		d.Rounded = d.Rounded || row[i].Metrics.values[k].Times.Rounded()
	}
	return d
}

// observe adds the observations of the runs of a row to a summary.
func (s *Summary) observe(row []RunResult, k int, horizon float64) {
	if s == nil || !observed(k) {
		return
	}
	if s.Times = distributed(row, k, horizon); s.Times == nil {
		return
	}
	s.Median = s.Times.P50.At
	if s.High != nil && s.Times.FollowedS != nil {
		*s.High = max(s.Mean, min(*s.High, horizon)) // no mean up to there is larger
	}
}

// Followed reports whether the mean of a time is known up to the horizon; otherwise it
// cannot be compared.
func (d *lengths) Followed() bool { return d.FollowedS == nil || *d.FollowedS >= d.HorizonS }

// followedAlike reports whether the means of two rows are known up to one horizon.
func followedAlike(a, b *Summary) bool {
	if a == nil || b == nil || a.Times == nil || b.Times == nil {
		return a == nil || b == nil || a.Times == b.Times
	}
	return a.Times.Followed() && b.Times.Followed()
}
