package measure

import (
	"cmp"
	"math"
	"slices"

	"bellwether/internal/base/stats"
	"bellwether/internal/contract/goals"
	"bellwether/protocol"
)

// A finding is what the tests of a verdict allow to say about the rows of a report.
type finding string

// The findings.
const (
	// FoundOne: the tests show that one row leads better than each of the others.
	FoundOne finding = "one"
	// FoundSeveral: some rows are shown to lead worse than the best, and some are not.
	FoundSeveral finding = "several"
	// FoundNone: the tests show for no row that it leads worse than the best.
	FoundNone finding = "none"
	// FoundTooFew: with so few runs no test could have shown a difference.
	FoundTooFew finding = "too-few-runs"
	// FoundAlone: no two rows have one goal.
	FoundAlone finding = "alone"
	// FoundNothing: no seed has the metric in every row that is judged.
	FoundNothing finding = "not-measured"
)

// verdictCost is the metric of what users pay.
const verdictCost = transmissionsPerNode

// lossOf is the metric of what users lose by rows of an aim: rows that elect the best node are
// judged by what a badly led node loses, rows of another goal by how long nodes miss that goal.
func lossOf(a goals.Aim) int {
	if a.Best() {
		return badlyLedFraction
	}
	return goalInstabilityFraction
}

// A verdict says which rows lead best, which ones cannot be told from the best, and what they
// cost. It judges only rows of one goal, on the seeds that all of them have: those that elect the
// best node if there are two, else those of the goal that most rows share. Rows of two goals are
// never compared.
//
// The best is the row of the least mean of the metric, chosen after a look at the data.
// So that this choice makes no claim by chance, Holm's correction is for all pairs of the
// judged rows, not only for those with the best, and for both metrics together: whichever row
// is chosen, the chance that any statement of the verdict is false is at most 5 %. Each pair is
// tested as in a Difference: by signed ranks and by Student's t, both of which must agree.
type verdict struct {
	Metric  string        `json:"metric"` // badly_led_fraction, of another goal than the best goal_instability_fraction
	Goal    protocol.Goal `json:"goal"`   // of the judged rows; "best" also if no two rows share one
	Quorum  bool          `json:"quorum,omitempty"`
	Finding finding       `json:"finding"`
	Runs    int           `json:"runs"`  // seeds that all judged rows have
	Tests   int           `json:"tests"` // that the correction is for
	// RunsNeeded is the least number of runs with which the tests can show any difference.
	RunsNeeded int `json:"runs_needed"`

	Best       *rowValue  `json:"best"`     // by its mean; the first of several that are equal
	NotTold    []rowValue `json:"not_told"` // not shown to be worse than the best, from the least mean on
	Same       []string   `json:"same"`     // of these: equal to the best in every run
	Worse      []rowValue `json:"worse"`    // shown to be worse than the best, from the least mean on
	OtherGoals []string   `json:"other_goals"`
	Collapsed  []string   `json:"collapsed"` // rows whose frames filled the medium
	// Better has the pairs of rows of which the first is shown to lead better.
	Better [][2]string `json:"-"`

	Cost *verdictPrice `json:"cost"`

	// LeastDifference is how much a row must differ from the best in the metric for about four
	// of five such studies to show it, at the greatest deviation among the rows that cannot be
	// told from the best, or among all if each is told; null if no test could show any.
	// RunsToHalve is how many runs show half of it. Both assume differences that are
	// distributed normally.
	LeastDifference *float64 `json:"least_difference"`
	RunsToHalve     *int     `json:"runs_to_halve"`
}

// A rowValue is a row with its mean over the runs of the verdict.
type rowValue struct {
	Label string  `json:"label"`
	Mean  float64 `json:"mean"`
}

// A verdictPrice is what the best row and the rows that cannot be told from it cost.
type verdictPrice struct {
	Metric   string   `json:"metric"` // transmissions_per_node_s
	Cheapest rowValue `json:"cheapest"`
	Dearest  rowValue `json:"dearest"`
	// Told reports that the tests show that the dearest costs more than the cheapest.
	Told bool `json:"told"`
	// NotTold are those of them that are not shown to cost more than the cheapest.
	NotTold []string `json:"not_told"`
	// CheaperButWorse are rows that are shown to lead worse and to cost less than the cheapest.
	CheaperButWorse []rowValue `json:"cheaper_but_worse"`
}

// A contest has the values of the judged rows on their common seeds.
type contest struct {
	labels  []string
	metric  int         // of the loss
	loss    [][]float64 // by row, then by seed
	cost    [][]float64 // nil if a run has none
	worse   [][]bool    // [i][j]: row j is shown to lose more than row i
	dearer  [][]bool
	order   []int // rows from the least mean loss on
	verdict *verdict
}

// verdictOf judges the rows of a report.
func verdictOf(rows [][]RunResult, j judge) *verdict {
	v, c := contestOf(rows, goalOf(rows))
	if c == nil {
		return v
	}
	p := c.compare(j)
	v.Tests, v.RunsNeeded = len(p), stats.LeastPairs(len(p))
	c.conclude(stats.Holm(p))
	return v
}

// goalOf returns the aim by which rows are judged; that to elect the best if no two share one.
func goalOf(rows [][]RunResult) goals.Aim {
	aims := make([]goals.Aim, len(rows))
	for i, row := range rows {
		aims[i] = row[0].aim()
	}
	if common, shared := goals.Common(aims); shared {
		return common
	}
	return goals.Aim{Goal: protocol.GoalBest}
}

func (r *RunResult) aim() goals.Aim { return goals.Aim{Goal: r.Goal, Quorum: r.Quorum} }

// contestOf returns the verdict of rows before any test, and the contest of those with an aim; nil
// if there is nothing to test.
func contestOf(rows [][]RunResult, aim goals.Aim) (*verdict, *contest) {
	v := &verdict{Metric: keys[lossOf(aim)].Name, Goal: aim.Goal, Quorum: aim.Quorum,
		NotTold: []rowValue{}, Same: []string{}, Worse: []rowValue{}, OtherGoals: []string{}, Collapsed: []string{}}
	var judged [][]RunResult
	for _, row := range rows {
		if row[0].aim() == aim {
			judged = append(judged, row)
		} else {
			v.OtherGoals = append(v.OtherGoals, row[0].Label)
		}
	}
	if len(judged) < 2 {
		v.Finding = FoundAlone
		return v, nil
	}
	c := newContest(judged, v, lossOf(aim))
	if v.Runs == 0 {
		v.Finding = FoundNothing
		return v, nil
	}
	return v, c
}

// conclude fills in the verdict from the corrected p of the comparisons.
func (c *contest) conclude(corrected []float64) {
	c.decide(corrected)
	c.lead()
	if c.cost != nil {
		c.price()
	}
	c.plan()
}

// newContest takes the seeds on which every row has the loss.
func newContest(rows [][]RunResult, v *verdict, metric int) *contest {
	c := &contest{verdict: v, metric: metric, loss: make([][]float64, len(rows)), cost: make([][]float64, len(rows))}
	behind := map[uint64]int{}
	for _, row := range rows {
		c.labels = append(c.labels, row[0].Label)
		for i := range row {
			if row[i].Metrics.values[metric].Known {
				behind[row[i].Seed]++
			}
		}
	}
	priced := true
	for r, row := range rows {
		for i := range row { // sorted by seed
			if behind[row[i].Seed] < len(rows) {
				continue
			}
			cost := row[i].Metrics.values[verdictCost]
			priced = priced && cost.Known
			c.loss[r], c.cost[r] = append(c.loss[r], row[i].Metrics.values[metric].X), append(c.cost[r], cost.X)
		}
	}
	if !priced {
		c.cost = nil
	}
	v.Runs = len(c.loss[0])
	return c
}

// each calls do with each two rows, in both metrics.
func (c *contest) each(do func(i, k int, values [][]float64, shown [][]bool)) {
	for m, values := range [][][]float64{c.loss, c.cost} {
		for i := range values {
			for k := range i {
				do(i, k, values, [][][]bool{c.worse, c.dearer}[m])
			}
		}
	}
}

// compare tests each two rows in both metrics, and returns the p of the tests.
func (c *contest) compare(j judge) (p []float64) {
	t := j.thresholds(c.verdict.Runs)
	c.each(func(i, k int, values [][]float64, _ [][]bool) {
		d := less(values[i], values[k])
		both, _ := t.test(d, newWalsh(d))
		p = append(p, both)
	})
	return p
}

// decide says what the tests show, from their corrected p, in the order of compare.
func (c *contest) decide(p []float64) {
	for range c.labels {
		c.worse, c.dearer = append(c.worse, make([]bool, len(c.labels))), append(c.dearer, make([]bool, len(c.labels)))
	}
	c.each(func(i, k int, values [][]float64, shown [][]bool) {
		if p[0] <= stats.Level {
			if mean(values[i]) > mean(values[k]) {
				i, k = k, i
			}
			shown[i][k] = true
		}
		p = p[1:]
	})
	for i := range c.worse {
		for k, shown := range c.worse[i] {
			if shown {
				c.verdict.Better = append(c.verdict.Better, [2]string{c.labels[i], c.labels[k]})
			}
		}
	}
}

// lead says who leads best, and who is not told from it.
func (c *contest) lead() {
	v := c.verdict
	c.order = make([]int, len(c.labels))
	for i := range c.order {
		c.order[i] = i
	}
	slices.SortStableFunc(c.order, func(a, b int) int { return cmp.Compare(mean(c.loss[a]), mean(c.loss[b])) })
	best := c.order[0]
	v.Best = new(rowValue)
	*v.Best = c.row(best, c.loss)
	for _, i := range c.order[1:] {
		if c.worse[best][i] {
			v.Worse = append(v.Worse, c.row(i, c.loss))
			continue
		}
		v.NotTold = append(v.NotTold, c.row(i, c.loss))
		if d := less(c.loss[i], c.loss[best]); slices.Max(d) == 0 && slices.Min(d) == 0 {
			v.Same = append(v.Same, c.labels[i])
		}
	}
	switch {
	case len(v.NotTold) == 0:
		v.Finding = FoundOne
	case len(v.Worse) > 0:
		v.Finding = FoundSeveral
	case v.Runs < v.RunsNeeded:
		v.Finding = FoundTooFew
	default:
		v.Finding = FoundNone
	}
}

func (c *contest) row(i int, values [][]float64) rowValue {
	return rowValue{c.labels[i], mean(values[i])}
}

// price says what the best row costs, and those that are not told from it.
func (c *contest) price() {
	best := c.order[0]
	among := slices.DeleteFunc(slices.Clone(c.order), func(i int) bool { return c.worse[best][i] })
	slices.SortStableFunc(among, func(a, b int) int { return cmp.Compare(mean(c.cost[a]), mean(c.cost[b])) })
	cheapest, dearest := among[0], among[len(among)-1]
	p := &verdictPrice{Metric: keys[verdictCost].Name, Cheapest: c.row(cheapest, c.cost), Dearest: c.row(dearest, c.cost),
		Told: c.dearer[cheapest][dearest], NotTold: []string{}, CheaperButWorse: []rowValue{}}
	for _, i := range among[1:] {
		if !c.dearer[cheapest][i] {
			p.NotTold = append(p.NotTold, c.labels[i])
		}
	}
	for _, i := range c.order {
		if c.dearer[i][cheapest] { // then it is not among them
			p.CheaperButWorse = append(p.CheaperButWorse, c.row(i, c.cost))
		}
	}
	c.verdict.Cost = p
}

// plan says which difference so many runs show, and how many show half of it.
func (c *contest) plan() {
	v, best, deviation := c.verdict, c.order[0], 0.0
	for _, i := range c.order[1:] {
		if !c.worse[best][i] || len(v.NotTold) == 0 {
			if d := less(c.loss[i], c.loss[best]); len(d) > 1 {
				_, s := meanDeviation(d)
				deviation = max(deviation, s)
			}
		}
	}
	if v.Runs < v.RunsNeeded || deviation == 0 {
		return
	}
	least := deviation * shownEffect(v.Runs, v.Tests)
	if keys[c.metric].Percent && least > 1 {
		return // no two shares differ by so much
	}
	runs := v.Runs
	for step := v.Runs; step > 0; step /= 2 { // shownEffect falls with runs
		for deviation*shownEffect(runs+step, v.Tests) > least/2 {
			runs += step
		}
	}
	runs++
	v.LeastDifference, v.RunsToHalve = &least, &runs
}

// tPower is the power at which Student's test alone is planned, so that both tests together
// show the difference in about four of five studies: TestLeastDifferenceIsShown counts them.
const tPower = 0.9

// shownEffect is how many standard deviations the mean of the differences must be from zero for
// the tests to show it in about four of five studies, for normal differences and at the level
// of the first step of Holm's correction.
func shownEffect(runs, tests int) float64 {
	degrees := runs - 1
	reach := studentBeyond(stats.Level/float64(tests), degrees) + studentBeyond(2*(1-tPower), degrees)
	return reach / math.Sqrt(float64(runs))
}
