package measure

import "bellwether/internal/base/stats"

// JudgeSweep sets the verdicts of the points of a sweep, whose runs have the same order. Holm's
// correction is for all comparisons at all points together, so the chance that any statement of
// any of these verdicts is false is at most 5 %: also of the statement that the order of two
// rows turns from one point to another, which two of these comparisons show. The Tests of a
// verdict are those of the whole sweep, and its RunsNeeded and LeastDifference follow from them.
//
// A point without runs gets no verdict. The error is that of Summarise for a row with two runs
// of a seed. The cost is that of the verdict of Summarise at each point.
func JudgeSweep(points []*Report, runs [][]RunResult) error {
	j := newJudge()
	contests, ends := make([]*contest, len(points)), make([]int, len(points))
	var p []float64
	for i := range points {
		rows, err := rowsOf(runs[i])
		if err != nil {
			return err
		}
		if len(rows) > 0 {
			points[i].Verdict, contests[i] = contestOf(rows)
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
