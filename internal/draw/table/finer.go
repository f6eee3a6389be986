package table

import (
	"slices"

	"bellwether/trace/measure"
)

// mostFiner is how many decimals more than those of its metric a number has at most, so that it is
// not printed like another from which the tests tell it apart.
const mostFiner = 3

// A finer is how many decimals a cell has more than usual: as few as it takes that a number with
// an arrow is not printed like that of the row of comparison.
type finer struct {
	whole, brief int  // decimals more, in the two forms
	alike        bool // even the most decimals do not tell it apart: the arrow is left out
}

// finerOf returns how fine each row of a report is in a metric. The row of comparison is as fine as
// the finest row that is compared with it.
func finerOf(r *measure.Report, k *measure.Key) []finer {
	out := make([]finer, len(r.Algorithms))
	base := slices.IndexFunc(r.Algorithms, func(a measure.Algorithm) bool { return a.Label == r.Versus })
	if base < 0 {
		return out
	}
	with := r.Algorithms[base].Metrics.Get(k.Name)
	for i := range r.Algorithms {
		a := &r.Algorithms[i]
		s := a.Metrics.Get(k.Name)
		if s == nil || with == nil || i == base || !isArrow(markOf(a.Paired.Get(k.Name))) {
			continue
		}
		f := &out[i]
		f.whole, f.alike = apart(k, func(more int) bool { return shown(s.Mean, finerKey(k, more)) != shown(with.Mean, finerKey(k, more)) })
		f.brief, _ = apart(k, func(more int) bool { return briefMean(s.Mean, k, more) != briefMean(with.Mean, k, more) })
		if f.alike {
			*f = finer{alike: true}
		}
		out[base].whole, out[base].brief = max(out[base].whole, f.whole), max(out[base].brief, f.brief)
	}
	return out
}

// finerDifferences returns how fine the differences of a metric are: one with an arrow is not
// printed as zero.
func finerDifferences(r *measure.Report, k *measure.Key) []finer {
	out := make([]finer, len(r.Algorithms))
	for i := range r.Algorithms {
		d := r.Algorithms[i].Paired.Get(k.Name)
		if !isArrow(markOf(d)) {
			continue
		}
		f := &out[i]
		if f.whole, f.alike = apart(k, func(more int) bool { return printed(shown(d.Mean, finerKey(k, more))) != 0 }); f.alike {
			*f = finer{alike: true}
		}
	}
	return out
}

// apart returns the fewest decimals more with which two numbers differ as they are printed; alike if
// no allowed number does it. A brief number may have as many as the whole one.
func apart(k *measure.Key, differ func(more int) bool) (more int, alike bool) {
	if k.Decimals == AsMeasured {
		return 0, !differ(0)
	}
	for more = range k.Decimals + significant + mostFiner + 1 {
		if differ(more) {
			return more, false
		}
	}
	return 0, true
}

// finerFor returns the metric with the fewest decimals that write each of these pairs as two numbers,
// where allowed decimals do.
func finerFor(k *measure.Key, pairs [][2]float64) *measure.Key {
	most := 0
	for _, pair := range pairs {
		more, _ := apart(k, func(more int) bool { return shown(pair[0], finerKey(k, more)) != shown(pair[1], finerKey(k, more)) })
		most = max(most, more)
	}
	return finerKey(k, most)
}

// finerKey returns the metric with more decimals, at most mostFiner.
func finerKey(k *measure.Key, more int) *measure.Key {
	out := *k
	if k.Decimals != AsMeasured {
		out.Decimals += min(more, mostFiner)
	}
	return &out
}

func isArrow(mark string) bool { return mark == higherMark || mark == lowerMark }

// finest is the decimals of a column whose cells are to stand below each other.
func finest(of []finer) (whole int) {
	for _, f := range of {
		whole = max(whole, f.whole)
	}
	return whole
}
