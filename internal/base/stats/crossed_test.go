package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"bellwether/internal/base/stats"
)

// crossed returns blocks of an experiment of 3 × 2 × 4 levels, with effects of known variance and
// noise of a deviation.
func crossed(blocks int, deviation float64, random *rand.Rand) [][]float64 {
	out := make([][]float64, blocks)
	for i := range out {
		luck := random.NormFloat64() // of the block as a whole
		for a := range 3 {
			for b := range 2 {
				for c := range 4 {
					x := 3*float64(a-1) + float64((2*b-1)*(a-1)) + 0.5*float64(2*(c%2)-1) + luck
					out[i] = append(out[i], x+deviation*random.NormFloat64())
				}
			}
		}
	}
	return out
}

const (
	ofA  = stats.FactorSet(1)
	ofB  = stats.FactorSet(2)
	ofC  = stats.FactorSet(4)
	ofAB = ofA | ofB
)

// Variances by hand: 9·2/3 of a, 2/3 of a and b together, 1/4 of c, none of b.
var whole = []stats.FactorSet{1, 2, 3, 4, 5, 6, 7}

var wanted = map[stats.FactorSet]float64{ofA: 6, ofB: 0, ofAB: 2. / 3, ofC: 0.25, 5: 0, 6: 0, 7: 0}

func TestSharesOfEffectsByHand(t *testing.T) {
	c, err := stats.NewCrossed([]int{3, 2, 4}, crossed(3, 0, rand.New(rand.NewPCG(1, 2))))
	if err != nil {
		t.Fatal(err)
	}
	for set, variance := range wanted {
		got, ok := c.Share([]stats.FactorSet{set}, whole)
		if want := variance / (6 + 2./3 + 0.25); !ok || math.Abs(got.Value-want) > 1e-12 {
			t.Errorf("share of %b is %v, want %v", set, got.Value, want)
		}
	}
	if chance := c.Chance(whole); math.Abs(chance) > 1e-12 {
		t.Errorf("%v of the variance is chance, and there is none", chance)
	}
}

// Noise of a deviation of 3 is more than half of the variance of a block. It must not appear in the
// shares: their mean over many experiments is that of the effects, and 95 % of the intervals have it.
func TestSharesLeaveChanceOut(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	const experiments, blocks = 400, 20
	sum, inside, chance := 0.0, 0, 0.0
	total := 6 + 2./3 + 0.25
	for range experiments {
		c, err := stats.NewCrossed([]int{3, 2, 4}, crossed(blocks, 3, random))
		if err != nil {
			t.Fatal(err)
		}
		got, _ := c.Share([]stats.FactorSet{ofAB}, whole)
		sum += got.Value / experiments
		if want := 2. / 3 / total; *got.Low <= want && want <= *got.High {
			inside++
		}
		chance += c.Chance(whole) / experiments
	}
	if want := 2. / 3 / total; math.Abs(sum-want) > 0.01 {
		t.Errorf("the mean share is %.4f, want %.4f", sum, want)
	}
	if share := float64(inside) / experiments; share < 0.92 || share > 0.98 {
		t.Errorf("%.3f of the intervals have the true share, want 0.95", share)
	}
	// 24 cells have 23 degrees of freedom beside the mean: 9·23/24 is chance.
	if want := 9 * 23. / 24 / (9*23./24 + total); math.Abs(chance-want) > 0.02 {
		t.Errorf("%.3f of a block is chance, want %.3f", chance, want)
	}
}

func TestExperimentsThatTellNothing(t *testing.T) {
	for name, bad := range map[string]struct {
		levels []int
		blocks [][]float64
	}{
		"no factor":     {nil, [][]float64{{1}, {1}}},
		"no level":      {[]int{2, 0}, [][]float64{{}, {}}},
		"one block":     {[]int{2}, [][]float64{{1, 2}}},
		"a value lacks": {[]int{2}, [][]float64{{1, 2}, {1}}},
		"too many ways": {make([]int, 17), [][]float64{{1}, {1}}},
	} {
		if _, err := stats.NewCrossed(bad.levels, bad.blocks); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	flat, err := stats.NewCrossed([]int{2}, [][]float64{{1, 1}, {2, 2}, {3, 3}})
	if err != nil {
		t.Fatal(err)
	}
	if share, ok := flat.Share([]stats.FactorSet{1}, []stats.FactorSet{1}); ok {
		t.Errorf("a share %v of nothing", share)
	}
}
