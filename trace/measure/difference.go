package measure

import (
	"math"

	"bellwether/internal/base/stats"
)

// An outcome is the verdict of paired differences about two rows.
type outcome string

// The verdicts.
const (
	// VerdictHigher and VerdictLower: typical run and mean differ, both in this direction.
	VerdictHigher outcome = "higher"
	VerdictLower  outcome = "lower"
	// verdictNone: no difference was shown; one may exist all the same.
	verdictNone outcome = "none"
	// VerdictUnsettled: the typical run differs, but the mean is not shown to, or it lies on the
	// other side of zero.
	VerdictUnsettled outcome = "unsettled"
	// VerdictTooFew: so few pairs could not have given another verdict.
	VerdictTooFew outcome = "too-few-runs"
)

// A Difference compares a metric of a row with that of another, on common seeds.
//
// It has two estimands. The typical run is the pseudo-median of the differences, by
// Hodges and Lehmann, with the interval of Wilcoxon's signed-rank test. The mean is
// what a long series of runs would give, with Student's interval. A rare bad run
// moves the second and not the first. P is the greater one of both tests, so that
// a verdict holds for both (intersection-union test: Berger, Technometrics 24, 1982).
type Difference struct {
	Mean float64  `json:"mean"`
	Low  *float64 `json:"low"` // of the mean's 95 % interval; nil for fewer than two pairs
	High *float64 `json:"high"`

	Typical     float64  `json:"typical"`
	TypicalLow  *float64 `json:"typical_low"` // nil for fewer than six pairs
	TypicalHigh *float64 `json:"typical_high"`

	P         float64 `json:"p"`          // that neither differs: the greater p of both tests
	PTypical  float64 `json:"p_typical"`  // of the signed-rank test alone
	PAdjusted float64 `json:"p_adjusted"` // P, by Holm, over the family
	Family    int     `json:"family"`     // rows of the report that this metric is compared for
	Verdict   outcome `json:"verdict"`

	N int `json:"n"` // pairs
	// Effect is Cohen's d_z, the mean over the standard deviation of the paired
	// differences (Cohen, Statistical Power Analysis, 1988, §2.3.5; Lakens, Frontiers
	// in Psychology 4:863, 2013); nil where they do not vary.
	Effect *float64 `json:"effect"`
	// RunsToTell is how many runs are needed at least to judge the mean, where more of them
	// could turn the verdict: it is unsettled, and the interval of the mean has zero in it.
	// Else nil. Tables mark it by †.
	RunsToTell *int `json:"runs_to_tell"`
}

// grain is the unit to which differences are rounded, as a part of the greatest value. It
// is far above the effect of the order of a sum, and far below any digit that is printed.
// So values that are equal in truth are equal here, and no verdict is due to rounding.
const grain = 1.0 / (1 << 46)

// pairs returns the differences of two rows in a value, on the seeds that both have and to
// which the metric applies. Rows are sorted by seed. Times that were cut off count as long
// as they were observed: both rows were observed equally long.
func pairs(row, base []RunResult, value func(*RunResult) Value) []float64 {
	var xs, ys []float64
	for i, j := 0, 0; i < len(row) && j < len(base); {
		switch a, b := &row[i], &base[j]; {
		case a.Seed < b.Seed:
			i++
		case a.Seed > b.Seed:
			j++
		default:
			x, y := value(a), value(b)
			if x.Known && y.Known {
				xs, ys = append(xs, x.X), append(ys, y.X)
			}
			i, j = i+1, j+1
		}
	}
	return less(xs, ys)
}

// less returns the differences of as many values of two rows, rounded to the grain.
func less(row, base []float64) []float64 {
	greatest := 0.0
	for i := range row {
		greatest = max(greatest, math.Abs(row[i]), math.Abs(base[i]))
	}
	_, exponent := math.Frexp(greatest)
	unit, out := math.Ldexp(grain, exponent), make([]float64, len(row))
	for i := range row {
		if out[i] = row[i] - base[i]; unit > 0 {
			out[i] = math.Round(out[i]/unit) * unit
		}
	}
	return out
}

// A judge judges differences. It keeps the values that depend only on their number.
type judge struct{ of map[int]thresholds }

type thresholds struct {
	ranks rankSum
	reach float64 // of Student's interval, in standard errors; 0 of one pair
}

func newJudge() judge { return judge{map[int]thresholds{}} }

func (j judge) thresholds(n int) thresholds {
	t, known := j.of[n]
	if !known {
		t = thresholds{ranks: newRankSum(n)}
		if n > 1 {
			t.reach = studentQuantile(float64(n - 1))
		}
		j.of[n] = t
	}
	return t
}

// difference returns the Difference of one metric without regard to its family, so that
// RunsToTell is set wherever the mean is open; nil without pairs.
func (j judge) difference(differences []float64, k *Key) *Difference {
	n := len(differences)
	if n == 0 {
		return nil
	}
	t, w := j.thresholds(n), newWalsh(differences)
	d := &Difference{Mean: mean(differences), N: n, Typical: w.typical()}
	d.TypicalLow, d.TypicalHigh = w.interval(t.ranks).ends()
	if n > 1 {
		in := studentWithin(differences, t.reach)
		if k.Percent { // no two shares differ by more than one
			in.low, in.high = max(in.low, -1), min(in.high, 1)
		}
		d.Low, d.High = in.ends()
	}
	d.P, d.PTypical = t.test(differences, w)
	d.effect(differences)
	d.RunsToTell = d.runsToTell(skewnessOf(differences))
	return d
}

// test returns the p of both tests together, 1 if they differ in direction, and the p of
// the signed ranks.
func (t thresholds) test(differences []float64, w walsh) (both, typical float64) {
	typical = w.p(t.ranks)
	if len(differences) < 2 {
		return 1, typical
	}
	mean, p := studentP(differences)
	if up := w.notAbove(0) < w.count()/2; mean > 0 != up {
		return 1, typical
	}
	return max(p, typical), typical
}

func (d *Difference) effect(differences []float64) {
	if d.N < 2 {
		return
	}
	if _, deviation := meanDeviation(differences); deviation > rounding*math.Abs(d.Mean) {
		effect := d.Mean / deviation
		d.Effect = &effect
	}
}

// studentP returns the mean, and the p of Student's test whether it is zero, for at least
// two values.
func studentP(values []float64) (middle, p float64) {
	middle, deviation := meanDeviation(values)
	switch n := float64(len(values)); {
	case middle == 0:
		return middle, 1
	case deviation <= rounding*math.Abs(middle):
		return middle, 0
	default:
		return middle, studentTails(math.Abs(middle)*math.Sqrt(n)/deviation, len(values)-1)
	}
}

// decide sets the verdicts of the differences of one metric, which are a family. It skips
// those that are nil.
func decide(family []*Difference) {
	var both, typical []float64
	for _, d := range family {
		both, typical = append(both, d.P), append(typical, d.PTypical)
	}
	both, typical = stats.Holm(both), stats.Holm(typical)
	const level = stats.Level
	for i, d := range family {
		d.Family, d.PAdjusted, d.Verdict = len(family), both[i], verdictNone
		switch open := d.P > level; {
		case both[i] <= level && d.Mean > 0:
			d.Verdict = VerdictHigher
		case both[i] <= level:
			d.Verdict = VerdictLower
		case typical[i] <= level && open:
			d.Verdict = VerdictUnsettled
		case d.N < stats.LeastPairs(len(family)):
			d.Verdict = VerdictTooFew
		}
		if d.Verdict != VerdictUnsettled {
			d.RunsToTell = nil
		}
	}
}
