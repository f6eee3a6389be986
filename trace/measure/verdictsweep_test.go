package measure

import (
	"math/rand/v2"
	"slices"
	"testing"

	"bellwether/internal/base/stats"
)

// judgedTogether returns the verdicts of the points of a sweep, each with these rows.
func judgedTogether(t testing.TB, points ...[][]RunResult) []*verdict {
	t.Helper()
	reports, runs := make([]*Report, len(points)), make([][]RunResult, len(points))
	for i, rows := range points {
		reports[i], runs[i] = new(Report), slices.Concat(rows...)
	}
	if err := JudgeSweep(reports, runs); err != nil {
		t.Fatal(err)
	}
	var out []*verdict
	for _, r := range reports {
		out = append(out, r.Verdict)
	}
	return out
}

// Each point has its own verdict. Its tests are corrected for those of all points: eight runs
// are enough for the two rows of two points, and not for those of twenty.
func TestSweepsAreJudgedTogether(t *testing.T) {
	const n = 8
	good, bad, cheap := around(0.01, 0.002, n, 0), around(0.05, 0.002, n, 2), around(1, 0.1, n, 1)
	first := [][]RunResult{loses("a", good, cheap), loses("b", bad, cheap)}
	turned := [][]RunResult{loses("a", bad, cheap), loses("b", good, cheap)}
	alone := [][]RunResult{loses("a", good, cheap)}
	both := judgedTogether(t, first, turned, alone, nil)
	for i, want := range []string{"one: a |  | b", "one: b |  | a", "alone"} {
		if got := both[i].said(); got != want {
			t.Errorf("point %d: %q, want %q", i, got, want)
		}
	}
	if both[3] != nil {
		t.Errorf("a point without runs has the verdict %q", both[3].said())
	}
	if v := both[0]; v.Tests != 4 || v.RunsNeeded != stats.LeastPairs(4) || !slices.Equal(v.Better, [][2]string{{"a", "b"}}) {
		t.Errorf("the verdict of two points has %d tests, needs %d runs, and shows %v", v.Tests, v.RunsNeeded, v.Better)
	}
	for i, v := range judgedTogether(t, slices.Repeat([][][]RunResult{first}, 20)...) {
		if v.Finding != FoundTooFew || len(v.Better) > 0 {
			t.Errorf("point %d of 20 has the verdict %q after %d runs", i, v.said(), n)
		}
	}
	twice := slices.Concat(good, good)
	for i := range twice {
		twice[i] += float64(i) * 1e-4
	}
	row := loses("a", twice, nil)
	row[1].Seed = row[0].Seed
	if err := JudgeSweep([]*Report{new(Report)}, [][]RunResult{row}); err == nil {
		t.Error("two runs of one seed are judged")
	}
}

// At most 5 % of sweeps whose rows are drawn from one distribution have a claim at any point: 10
// of 200. If the true share were 10 %, so few would have a probability of 0.8 % (binomial). The
// seeds are fixed. The same points, each corrected for itself alone, make many more claims.
func TestTwinsOfSweepsAreNotToldApart(t *testing.T) {
	const sweeps, most = 200, 10
	random, wrong, careless := rand.New(rand.NewPCG(35, 46)), 0, 0
	claim := func(v *verdict) bool { return v.claims() || len(v.Better) > 0 }
	for i := range sweeps {
		points := make([][][]RunResult, 6+i%4)
		for at := range points {
			points[at] = twins(random, 2+i%3, []int{10, 12, 16}[i%3])
		}
		if slices.ContainsFunc(judgedTogether(t, points...), claim) {
			wrong++
		}
		if slices.ContainsFunc(points, func(rows [][]RunResult) bool { return claim(judgedTogether(t, rows)[0]) }) {
			careless++
		}
	}
	if t.Logf("%d of %d sweeps have a claim; %d if each point is corrected alone", wrong, sweeps, careless); wrong > most {
		t.Errorf("%d of %d sweeps of twins have a claim, at most %d may", wrong, sweeps, most)
	}
	if careless <= most {
		t.Errorf("with each point corrected alone %d of %d sweeps have a claim: these sweeps would not notice a verdict without the correction", careless, sweeps)
	}
}
