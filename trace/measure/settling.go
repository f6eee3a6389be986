package measure

import (
	"math"
	"time"

	"gonum.org/v1/gonum/stat/distuv"
)

// A settling is a row whose warm-up seems too short: a metric has one value when measuring
// begins and another later.
type settling struct {
	Label  string
	Metric string        // that tells most clearly: goal_instability_fraction or messages_per_node_s
	Early  float64       // its value when measuring begins, mean over runs
	Later  float64       // and once it has settled
	Cut    time.Duration // by how much the warm-up is too short
	Runs   int
}

const (
	// settlingLevel is the chance that a scenario whose rows are all settled gets such a
	// warning. It is divided among rows and quantities (Bonferroni).
	settlingLevel = 0.05
	// leastShift is by how much of itself a value must change if the beginning is left
	// out. Less is of no matter for what the table says.
	leastShift = 0.02
	// fewestBatches is the number of batches that a judgement needs: of fewer than ten, each
	// is a large part of the whole.
	fewestBatches = 10
	// fewestToSettle is how many runs it takes: the t of fewer is too large for any
	// beginning to be told from chance.
	fewestToSettle = 3
)

// quantities whose beginning is compared with what follows.
var quantities = []struct {
	metric int
	of     func(point) (part, whole int64)
}{
	{goalInstabilityFraction, func(p point) (part, whole int64) { return p.astray, p.nodes }},
	{messagesPerNode, func(p point) (part, whole int64) { return p.sent, p.nodes }},
}

// SettlingOf judges each row: does the run itself suggest a longer warm-up? It asks
// MSER-5 (White, Cobb, Spratt 2000) where the mean over runs is best cut, and believes
// it if what is cut differs over the runs, from its first quarter on, by more than
// chance (Student's t), and matters. What does not begin with the run, but with a fault
// in the middle of it, is no beginning. Cuts in the second half say that there is no
// steady state to wait for, and are refused.
//
// Of rows that are settled from the start, with noise of 50 and 300 % and memories of up
// to 100 s, it asks 0 to 17 of 400 to wait, with 3 and 10 runs; 5 % was the aim. What
// begins at twice its later value and fades within 30 s is found in 173 of 200 studies of
// 5 runs and in 199 of 10; half as much again that fades within 100 s in 183 of 10 runs;
// with a memory of 50 s half of those are missed (97 of 200). Nine minutes are measured.
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

// unsettled judges one quantity of a row: nil if it is settled or cannot be judged,
// else how likely that is by chance.
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
	scale := 1.0
	if metric == messagesPerNode {
		scale = 1 / (span.Seconds() / batch)
	}
	return &settling{
		Label: row[0].Label, Metric: keys[metric].Name, Early: scale * early, Later: scale * later,
		Cut: time.Duration(cut) * span, Runs: len(runs),
	}, p
}

// beginning finds where series that belong together are best cut, in batches, 0 for
// not at all; by how much the first quarter of what is cut differs from the rest in
// each; and the mean of both.
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

// mser gives the cut after which the mean of a series is known best: where the variance
// of what is left over its number is least (White 1997). Of the last few values any
// would do, and are no choice.
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

// chance is how likely a mean so far from 0 is if the true one is 0 (Student's t, both
// sides).
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
	return 2 * distuv.StudentsT{Sigma: 1, Nu: n - 1}.Survival(t)
}
