package measure

import (
	"slices"

	"bellwether/internal/base/stats"
)

// JudgeSweep sets the verdicts of the points of a sweep, whose runs have the same order. Holm's
// correction is for all comparisons at all points together, so the chance that any statement of
// any of these verdicts is false is at most 5 %: also of the statement that the order of two
// rows turns from one point to another, which two of these comparisons show. The Tests of a
// verdict are those of the whole sweep, and its RunsNeeded and LeastDifference follow from them.
//
// All points are judged by one goal, that of the rows of all points together.
//
// A point without runs gets no verdict. The error is that of Summarise for a row with two runs
// of a seed. The cost is that of the verdict of Summarise at each point.
func JudgeSweep(points []*Report, runs [][]RunResult) error {
	j := newJudge()
	contests, ends := make([]*contest, len(points)), make([]int, len(points))
	rows := make([][][]RunResult, len(points))
	var first [][]RunResult // of each label
	for i := range points {
		var err error
		if rows[i], err = rowsOf(runs[i]); err != nil {
			return err
		}
		for _, row := range rows[i] {
			if !slices.ContainsFunc(first, func(r []RunResult) bool { return r[0].Label == row[0].Label }) {
				first = append(first, row)
			}
		}
	}
	aim := goalOf(first)
	var p []float64
	for i := range points {
		if len(rows[i]) > 0 {
			points[i].Verdict, contests[i] = contestOf(rows[i], aim)
		}
		if contests[i] != nil {
			p = append(p, contests[i].compare(j)...)
		}
		ends[i] = len(p)
	}
	corrected, begin := stats.Holm(p), 0
	for i, c := range contests {
		if c != nil {
			c.verdict.Tests, c.verdict.RunsNeeded = len(p), stats.LeastPairs(len(p))
			c.conclude(corrected[begin:ends[i]])
		}
		begin = ends[i]
	}
	return nil
}
