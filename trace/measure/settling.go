package measure

import (
	"math"
	"time"
)

// A settling is a row whose warm-up seems too short: a metric has one value when measuring
// begins and another later.
type settling struct {
	Label  string
	Metric string        // the clearest one: goal_instability_fraction or messages_per_node_s
	Early  float64       // its value when measuring begins, mean over runs
	Later  float64       // and once it has settled
	Cut    time.Duration // by how much the warm-up is too short
	Runs   int
}

const (
	// settlingLevel is the chance that a scenario whose rows are all settled gets such a
	// warning. It is divided among rows and quantities (Bonferroni).
	settlingLevel = 0.05
	// leastShift is by which part of itself a value must change if the beginning is left
	// out. A smaller change does not matter for a table.
	leastShift = 0.02
	// fewestBatches is the number of batches that a judgement needs: with fewer than ten,
	// each is a large part of the whole.
	fewestBatches = 10
	// fewestToSettle is how many runs a judgement needs: with fewer, Student's t is too
	// large to tell any beginning from chance.
	fewestToSettle = 3
)

// quantities are those whose beginning is compared with the rest.
var quantities = []struct {
	metric int
	of     func(point) (part, whole int64)
}{
	{goalInstabilityFraction, func(p point) (part, whole int64) { return p.astray, p.nodes }},
	{messagesPerNode, func(p point) (part, whole int64) { return 1000 * p.sent, p.nodes }}, // per node-second
}

// SettlingOf judges each row: does the run itself suggest a longer warm-up? MSER-5 (White,
// Cobb, Spratt 2000) finds the best cut in the mean over runs. The cut is accepted if the
// first quarter of what it removes differs over the runs by more than chance (Student's t),
// and the difference matters. A change that begins in the middle of a run, with a fault, is
// not part of the warm-up. A cut in the second half means that there is no steady state to
// wait for, and is refused.
//
// Of 400 studies of rows that are settled from the start, with noise of 50 and 300 % and
// memories of up to 100 s, it warns in 0 to 17, with 3 and 10 runs; 5 % was the aim. A
// value that begins at twice its later value and fades within 30 s is found in 173 of 200
// studies of 5 runs and in 199 of 10 runs; half as much again that fades within 100 s in
// 183 of 10 runs; with a memory of 50 s half of those are missed (97 of 200). Nine minutes
// are measured.
func SettlingOf(results []RunResult) (found []settling, err error) {
	rows, err := rowsOf(results)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		var worst *settling
		least := settlingLevel / float64(len(quantities)*len(rows))
		for _, q := range quantities {
			if s, p := unsettled(row, q.metric, q.of); s != nil && p < least {
				worst, least = s, p
			}
		}
		if worst != nil {
			found = append(found, *worst)
		}
	}
	return found, nil
}

// unsettled judges one quantity of a row. It returns nil if the quantity is settled or
// cannot be judged, else how likely the difference is by chance.
func unsettled(row []RunResult, metric int, of func(point) (part, whole int64)) (*settling, float64) {
	var runs [][]float64
	var span time.Duration
	for i := range row {
		if c := row[i].Course; c != nil {
			runs, span = append(runs, c.values(of)), time.Duration(c.span)
		}
	}
	cut, differences, early, later := beginning(runs)
	if cut == 0 {
		return nil, 1
	}
	p := chance(differences)
	return &settling{
		Label: row[0].Label, Metric: keys[metric].Name, Early: early, Later: later,
		Cut: time.Duration(cut) * span, Runs: len(runs),
	}, p
}

// beginning finds where series that belong together are best cut, in batches, 0 for not at
// all; how the first quarter of what is cut differs from the rest in each; and the mean of
// both.
func beginning(runs [][]float64) (cut int, differences []float64, early, later float64) {
	if len(runs) < fewestToSettle {
		return 0, nil, 0, 0
	}
	n := len(runs[0])
	for _, run := range runs {
		n = min(n, len(run))
	}
	if n < fewestBatches {
		return 0, nil, 0, 0
	}
	middle := make([]float64, n)
	for i := range middle {
		for _, run := range runs {
			middle[i] += run[i] / float64(len(runs))
		}
	}
	if cut = mser(middle); cut == 0 || 2*cut > n {
		return 0, nil, 0, 0
	}
	quarter := (cut + 3) / 4
	for _, run := range runs {
		first, rest := mean(run[:quarter]), mean(run[cut:n])
		differences = append(differences, first-rest)
		early, later = early+first/float64(len(runs)), later+rest/float64(len(runs))
	}
	if shift := math.Abs(mean(middle) - later); shift <= leastShift*math.Abs(later) {
		return 0, nil, 0, 0
	}
	return cut, differences, early, later
}

// mser returns the cut after which the mean of a series is known best: where the variance
// of the rest over its number is least (White 1997). It does not cut within the last few
// values, where any cut would do.
func mser(values []float64) int {
	best, least := 0, math.Inf(1)
	for cut := range len(values) - batch {
		rest := values[cut:]
		middle, squares := mean(rest), 0.0
		for _, x := range rest {
			squares += float64((x - middle) * (x - middle))
		}
		if score := squares / float64(len(rest)*len(rest)); score < least {
			best, least = cut, score
		}
	}
	return best
}

// chance is the probability of a mean so far from 0 if the true mean is 0 (Student's t,
// two-sided).
func chance(differences []float64) float64 {
	n := float64(len(differences))
	middle, squares := mean(differences), 0.0
	for _, d := range differences {
		squares += float64((d - middle) * (d - middle))
	}
	if squares == 0 {
		if middle == 0 {
			return 1
		}
		return 0
	}
	t := math.Abs(middle) / math.Sqrt(squares/(n-1)/n)
	return studentTails(t, len(differences)-1)
}
