package sweep

import (
	"testing"

	"bellwether/internal/study/plan"
	"bellwether/internal/study/results"
	"bellwether/trace/measure"
)

// first returns the runs of the n smallest seeds, from 1.
func first(lines []results.Line, n int) []measure.RunResult {
	var runs []measure.RunResult
	for i := range lines {
		if lines[i].Seed <= uint64(n) {
			runs = append(runs, lines[i].Result())
		}
	}
	return runs
}

// 9, 10, 11: mean 10, deviation 1, 4.3027/√3 = 2.4842; on the logarithm 0.24842, so
// half of the width is 10·sinh(0.24842) = 2.5098, a share of 25.10 %.
func TestPreciseByHand(t *testing.T) {
	var runs []measure.RunResult
	for i, x := range []float64{9, 10, 11} {
		r := measure.RunResult{Label: "a", Seed: uint64(i)}
		r.Metrics.Set("bytes_per_node_s", measure.Value{X: x, Known: true})
		runs = append(runs, r)
	}
	for share, want := range map[plan.Percent]bool{0.2509: false, 0.2511: true, 1: true, 0.01: false} {
		if got := precise(runs, plan.Stop{Metric: "bytes_per_node_s", HalfWidth: share}, 1); got != want {
			t.Errorf("within %v: %v", share, got)
		}
	}
	if precise(runs[:1], plan.Stop{Metric: "bytes_per_node_s", HalfWidth: 1}, 1) || precise(nil, plan.Stop{Metric: "bytes_per_node_s", HalfWidth: 1}, 1) ||
		precise(runs, plan.Stop{Metric: "leader_quality", HalfWidth: 1}, 1) {
		t.Error("precise without an interval")
	}
}
