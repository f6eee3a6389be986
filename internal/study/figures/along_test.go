package figures

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"bellwether/trace/measure"
)

// planted makes results of rows over nodes = 10, 20 and range = 100, 200, with as many seeds. of
// gives a value of a row at a point.
func planted(seeds int, rows []string, of func(row, nodes, reach int) float64) *Results {
	out := &Results{"planted", make([]run, 0, 4*seeds*len(rows))}
	for i, row := range rows {
		for n, nodes := range []string{"10", "20"} {
			for d, reach := range []string{"100", "200"} {
				for seed := range seeds {
					r := run{Plan: "planted", Label: row, Name: row, Goal: "best", Seed: uint64(seed + 1),
						Axes: axes{{axis: "nodes", value: nodes, number: float64(10 + 10*n), numeric: true}, {axis: "radio.range", value: reach, number: float64(100 + 100*d), numeric: true}}}
					r.Values.Set("badly_led_fraction", measure.Value{X: of(i, n, d), Known: true})
					out.runs = append(out.runs, r)
				}
			}
		}
	}
	abbreviate(out.runs)
	return out
}

func noise(r *rand.Rand) float64 { return 0.3 + 0.05*r.NormFloat64() }

// found returns what is found of each row: "a rises".
func found(a *Along) string {
	var out []string
	for _, c := range a.Changes {
		out = append(out, fmt.Sprintf("%s %s", c.Row, c.Found))
	}
	return strings.Join(out, ", ")
}

// A change that is planted is found with its sign and its size, and no other: neither along the
// other axis, nor of a row whose changes at two points cancel in the mean.
func TestChangesAlongAnAxisAreFound(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	results := planted(12, []string{"up", "down", "flat", "turns"}, func(row, nodes, reach int) float64 {
		shift := []float64{0.2, -0.2, 0, 0.2 * float64(1-2*reach)}[row]
		return noise(r) + shift*float64(nodes)
	})
	nodes, err := results.Along("nodes", "badly_led_fraction")
	if err != nil {
		t.Fatal(err)
	}
	reach, err := results.Along("radio.range", "badly_led_fraction")
	if err != nil {
		t.Fatal(err)
	}
	if family, needed := Judge([]*Along{nodes, reach}); family != 8 || needed != 9 {
		t.Errorf("%d changes, which take %d seeds", family, needed)
	}
	if got := found(nodes); got != "up rises, down falls, flat not shown, turns not shown" {
		t.Errorf("along nodes: %s", got)
	}
	// At nodes = 20 the last row is higher with short range than with long range.
	if got := found(reach); got != "up not shown, down not shown, flat not shown, turns falls" {
		t.Errorf("along the range: %s", got)
	}
	if d := nodes.Changes[0].Ends; math.Abs(d.Mean-0.2) > 0.05 || d.N != 12 || !(*d.Low < d.Mean && d.Mean < *d.High) {
		t.Errorf("the first row rises by %+v", d)
	}
	if nodes.First != "10" || nodes.Last != "20" || strings.Join(nodes.Others, " ") != "radio.range" || len(nodes.Lines.Series) != 4 {
		t.Errorf("from %s to %s, over %v, %d lines", nodes.First, nodes.Last, nodes.Others, len(nodes.Lines.Series))
	}
	if p := nodes.Lines.Series[0].Points; len(p) != 2 || p[0].Y.N != 12 || math.Abs(p[1].Y.Mean-p[0].Y.Mean-nodes.Changes[0].Ends.Mean) > 1e-12 {
		t.Errorf("the line does not have the change: %+v", p)
	}
}

// A seed that lacks a point, or the metric there, is in no mean. Few seeds show nothing.
func TestSeedsWithoutAPointAreLeftOut(t *testing.T) {
	results := planted(9, []string{"a"}, func(_, nodes, _ int) float64 { return 0.3 + 0.2*float64(nodes) })
	results.runs = append(results.runs[:3], results.runs[4:]...) // seed 4 at the first point
	last := &results.runs[len(results.runs)-1]                   // seed 9 at the last point
	last.Values = measure.Metrics{}
	a, err := results.Along("nodes", "badly_led_fraction")
	if err != nil {
		t.Fatal(err)
	}
	if d := a.Changes[0].Ends; d.N != 7 {
		t.Errorf("%d seeds", d.N)
	}
	if Judge([]*Along{a}); a.Changes[0].Found != Rises {
		t.Errorf("7 seeds show that it %s", a.Changes[0].Found)
	}
	few := planted(5, []string{"a"}, func(_, nodes, _ int) float64 { return 0.3 + 0.2*float64(nodes) })
	if a, err = few.Along("nodes", "badly_led_fraction"); err != nil {
		t.Fatal(err)
	}
	if _, needed := Judge([]*Along{a}); a.Changes[0].Found != TooFew || needed != 6 {
		t.Errorf("5 seeds show that it %s; it takes %d", a.Changes[0].Found, needed)
	}
}

func TestAlongRefuses(t *testing.T) {
	results := planted(2, []string{"a"}, func(int, int, int) float64 { return 0.1 })
	for want, q := range map[string][2]string{
		"is a time, which may be cut off": {"nodes", "election_time_s"},
		"no metric is called":             {"nodes", "badly_led"},
		"no seed has energy_j_per_node":   {"nodes", "energy_j_per_node"},
		"has no speed":                    {"speed", "badly_led_fraction"},
	} {
		if _, err := results.Along(q[0], q[1]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	one, err := results.where([]string{"nodes=10", "radio.range=100"})
	if err != nil {
		t.Fatal(err)
	}
	one.runs[0].Axes, one.runs[1].Axes = results.runs[0].Axes, results.runs[0].Axes
	if _, err := one.Along("nodes", "badly_led_fraction"); err == nil || err.Error() != "nodes has one value only" {
		t.Errorf("got %v", err)
	}
}

// In studies without any change a row is said to rise or to fall in at most 5 % of them: 10 of
// 200. If the true share were 10 %, so few would have a probability of 0.8 % (binomial). The seeds
// are fixed.
func TestNoChangeIsFoundWhereNoneIs(t *testing.T) {
	const studies, most = 200, 10
	r, wrong, careless := rand.New(rand.NewPCG(46, 35)), 0, 0
	for range studies {
		results := planted(12, []string{"a", "b", "c"}, func(int, int, int) float64 { return noise(r) })
		var all []*Along
		for _, axis := range []string{"nodes", "radio.range"} {
			a, err := results.Along(axis, "badly_led_fraction")
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, a)
		}
		claims := func() bool {
			return strings.Contains(found(all[0])+found(all[1]), "rises") || strings.Contains(found(all[0])+found(all[1]), "falls")
		}
		if Judge(all); claims() {
			wrong++
		}
		Judge(all[:1])
		if Judge(all[1:]); claims() {
			careless++
		}
	}
	if wrong > most {
		t.Errorf("%d of %d studies find a change, at most %d may", wrong, studies, most)
	}
	if careless <= wrong {
		t.Errorf("with each axis corrected alone %d of %d studies find one, with both together %d: these studies would not notice a missing correction", careless, studies, wrong)
	}
}
