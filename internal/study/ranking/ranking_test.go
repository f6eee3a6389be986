package ranking_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"bellwether/internal/study/ranking"
	"bellwether/trace/measure"
)

var (
	axes   = []string{"medium", "still", "margin"}
	exact  = &measure.Key{Name: "bytes", Exact: true}
	levels = [][]string{{"ideal", "shared"}, {"one"}, {"none", "tenth"}}
)

// runs returns those of three rows with some seeds; value gives the mean of row 0, 1 or 2 where the
// axes have their first (0) or second (1) level.
func runs(seeds int, noise float64, value func(row, medium, margin int) float64) (out []ranking.Run) {
	random := rand.New(rand.NewPCG(3, 4))
	for seed := range seeds {
		for medium, m := range levels[0] {
			for margin, g := range levels[2] {
				for row, name := range []string{"bully", "vkt04", "ring"} {
					x := value(row, medium, margin) + noise*random.NormFloat64() + float64(10*medium) // moves all rows alike
					out = append(out, ranking.Run{Row: name, At: []string{m, "one", g}, Seed: uint64(seed + 1), Value: x})
				}
			}
		}
	}
	return out
}

func TestWhatDecidesAnOrder(t *testing.T) {
	turn := func(row, by int) float64 { return float64((row - 1) * (1 - 2*by)) }
	for name, c := range map[string]struct {
		value                              func(row, medium, margin int) float64
		row, medium, margin, several       float64
		mediumInAll, marginInAll, ofValues float64
	}{
		"the algorithm alone":     {value: func(row, _, _ int) float64 { return float64(row) }, row: 1, ofValues: 1},
		"the medium alone":        {value: func(row, medium, _ int) float64 { return turn(row, medium) }, medium: 1, mediumInAll: 1},
		"both axes together only": {value: func(row, medium, margin int) float64 { return turn(row, medium^margin) }, several: 1, mediumInAll: 1, marginInAll: 1},
		// Ranks turn at one medium as far as they stay at the other; the values there are nine times as great.
		"half": {value: func(row, medium, margin int) float64 {
			if medium == 1 {
				return 9 * float64(row)
			}
			return turn(row, margin)
		}, row: 0.25, medium: 0.25, margin: 0.25, several: 0.25, mediumInAll: 0.5, marginInAll: 0.5, ofValues: 81. / 4 / (81./4*2 + 1./4*2)},
	} {
		d, err := ranking.Decide(exact, axes, levels, runs(6, 0, c.value))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if d.Seeds != 6 || len(d.Order.Axes) != 2 || d.Order.Axes[1].Axis != "margin" {
			t.Fatalf("%s: %d seeds, axes %v", name, d.Seeds, d.Order.Axes)
		}
		got := fmt.Sprintf("%.4f %.4f %.4f %.4f %.4f %.4f of values %.4f", math.Abs(d.Order.Row.Value), math.Abs(d.Order.Axes[0].Alone.Value), math.Abs(d.Order.Axes[1].Alone.Value),
			math.Abs(d.Order.Several.Value), math.Abs(d.Order.Axes[0].InAll.Value), math.Abs(d.Order.Axes[1].InAll.Value), math.Abs(d.Values.Row.Value))
		if want := fmt.Sprintf("%.4f %.4f %.4f %.4f %.4f %.4f of values %.4f", c.row, c.medium, c.margin, c.several, c.mediumInAll, c.marginInAll, c.ofValues); got != want {
			t.Errorf("%s:\n%s, want\n%s", name, got, want)
		}
	}
}

// Rows that differ by chance alone have an order in each run, and nothing decides it: there is nothing
// to divide, or what is divided is chance.
func TestChanceDecidesNothing(t *testing.T) {
	d, err := ranking.Decide(exact, axes, levels, runs(60, 1, func(int, int, int) float64 { return 0 }))
	if err != nil && !errors.Is(err, ranking.ErrNoMore) {
		t.Fatal(err)
	}
	if err == nil && d.Order.Chance < 0.9 {
		t.Errorf("chance is %.2f of a run in which there is nothing else", d.Order.Chance)
	}
	d, err = ranking.Decide(exact, axes, levels, runs(60, 1, func(row, _, _ int) float64 { return float64(row) }))
	if err != nil || d.Order.Row.Value < 0.9 || *d.Order.Row.Low > 1 || d.Order.Chance < 0.2 || d.Order.Chance > 0.8 {
		t.Errorf("a row that leads in the mean: %+v, %v", d.Order, err)
	}
}

func TestEqualValuesShareTheirRanks(t *testing.T) {
	d, err := ranking.Decide(exact, axes, levels, runs(3, 0, func(int, int, int) float64 { return 7 }))
	if !errors.Is(err, ranking.ErrNoMore) || d.Order != nil || d.Values != nil {
		t.Errorf("equal rows: %+v, %v; want nothing to divide", d, err)
	}
}

func TestSeedsThatLackARunAreLeftOut(t *testing.T) {
	all := runs(4, 0, func(row, _, _ int) float64 { return float64(row) })
	d, err := ranking.Decide(exact, axes, levels, all[1:])
	if err != nil || d.Seeds != 3 {
		t.Errorf("%+v, %v; want 3 seeds", d, err)
	}
	for name, bad := range map[string][]ranking.Run{
		"one seed":      all[:12],
		"one row":       {all[0]},
		"a run twice":   append(all[:13:13], all[0]),
		"no such point": append(all[:13:13], ranking.Run{Row: "ring", At: []string{"noisy", "one", "none"}, Seed: 1}),
		"no run":        nil,
	} {
		if d, err := ranking.Decide(exact, axes, levels, bad); err == nil {
			t.Errorf("%s: %+v, and no error", name, d)
		}
	}
	if _, err := ranking.Decide(exact, axes[1:2], levels[1:2], []ranking.Run{{Row: "a", At: []string{"one"}, Seed: 1}, {Row: "b", At: []string{"one"}, Seed: 1}}); err == nil {
		t.Error("one point: no error")
	}
}
