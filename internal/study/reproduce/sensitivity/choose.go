package sensitivity

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"bellwether/internal/base/stats"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/reproduce"
)

// A panel is a part of a figure with one metric. Configurations are judged by panels, so that one with many
// points does not outweigh another.
type panel struct {
	figure int
	metric reproduce.Metric
}

// judged are the panels by which a configuration is chosen. They do not include Figs. 9 and
// 10b.
func judged() []panel {
	return []panel{{5, reproduce.F}, {8, reproduce.R}, {8, reproduce.F}, {10, reproduce.T}}
}

// A distance says how far a configuration is from the published, by panels: mean squares of
// logarithms of ratios. Points that are 0 in the paper have no ratio.
type distance struct {
	panels []float64
	all    float64 // their mean
}

// measure returns the distance of some logarithms; false if a response has none.
func measure(of []response, log func(i int) (float64, bool)) (distance, bool) {
	var d distance
	for _, p := range judged() {
		sum, n := 0.0, 0.0
		for i, r := range of {
			paper, published := reproduce.Published(r.Point, r.Metric)
			if r.Point.Figure != p.figure || r.Metric != p.metric || !published || paper <= 0 {
				continue
			}
			x, has := log(i)
			if !has {
				return distance{}, false
			}
			off := x - math.Log(paper)
			sum, n = sum+float64(off*off), n+1
		}
		d.panels = append(d.panels, sum/n)
		d.all += sum / n / float64(len(judged()))
	}
	return d, true
}

// factors writes a distance as factors, above or below.
func (d distance) factors() (row []string) {
	for _, square := range append([]float64{d.all}, d.panels...) {
		row = append(row, fmt.Sprintf("%.2f", math.Exp(math.Sqrt(square))))
	}
	return row
}

// measured returns the distance of a trial by its runs.
func (s *Study) measured(trial string, of []response) (distance, bool) {
	return measure(of, func(i int) (float64, bool) {
		logs := s.logs(trial, of[i])
		if len(logs) == 0 {
			return 0, false
		}
		sum := 0.0
		for _, x := range logs {
			sum += x
		}
		return sum / float64(len(logs)), true
	})
}

// predict returns the logarithm of a response at a combination of levels, bit i for factor i,
// by the contrasts beyond chance. Among aliased effects of two factors it takes the first,
// whose main effects are the greatest.
func (f fitted) predict(levels uint) float64 {
	y := f.Mean
	for _, c := range f.Contrasts {
		if math.Abs(c.Estimate) <= f.Sure {
			continue
		}
		sign := 1.0
		for _, i := range c.Effects[0] {
			if levels&(1<<i) == 0 {
				sign = -sign
			}
		}
		y += float64(sign * c.Estimate / 2)
	}
	return y
}

// likely orders the aliases of each contrast of two factors by their main effects.
func (f *fitted) likely() {
	main := map[int]float64{}
	for _, c := range f.Contrasts {
		if e := c.Effects[0]; len(e) == 1 {
			main[e[0]] = math.Abs(c.Estimate)
		}
	}
	for _, c := range f.Contrasts {
		slices.SortStableFunc(c.Effects, func(a, b stats.Effect) int {
			if len(a) != 2 || len(b) != 2 {
				return cmp.Compare(len(a), len(b))
			}
			return cmp.Compare(main[b[0]]*main[b[1]], main[a[0]]*main[a[1]])
		})
	}
}

// A candidate is a combination that may be chosen.
type candidate struct {
	name string // the letters of the factors that are high
	c    reproduce.Configuration
	distance
}

// combined names a combination and returns its configuration.
func combined(levels uint) (string, reproduce.Configuration) {
	c, name := begun(), ""
	for i, f := range unknownFactors() {
		high := levels&(1<<i) != 0
		f.set(&c, high)
		if high {
			name += f.Letter
		}
	}
	return cmp.Or(name, "none"), c
}

// levels is the combination at a point of the design.
func levels(point int) (set uint) {
	d := design()
	for i := range unknownFactors() {
		if d.Sign(point, i) > 0 {
			set |= 1 << i
		}
	}
	return set
}

// How many of the nearest combinations are candidates.
const (
	bestPredicted = 8
	bestMeasured  = 4
)

// candidates lists the combinations nearest to the published: of all 2^15 by prediction, and
// of the points of the design as measured. If several combinations have the same prediction,
// it takes the one with the fewest high levels.
func (s *Study) candidates() (list []candidate) {
	fits := s.fits()
	of := make([]response, len(fits))
	for i, f := range fits {
		of[i] = f.response
	}
	var all []candidate
	seen := map[string]bool{}
	sets := make([]uint, 1<<len(unknownFactors()))
	for i := range sets {
		sets[i] = uint(i)
	}
	slices.SortStableFunc(sets, func(a, b uint) int { return cmp.Compare(ones(a), ones(b)) })
	for _, set := range sets {
		d, ok := measure(of, func(i int) (float64, bool) { return fits[i].predict(set), fits[i].err == nil })
		if key := fmt.Sprintf("%.9f", d.panels); ok && !seen[key] {
			seen[key] = true
			name, c := combined(set)
			all = append(all, candidate{name, c, d})
		}
	}
	nearer := func(a, b candidate) int { return cmp.Compare(a.all, b.all) }
	slices.SortStableFunc(all, nearer)
	list = append(list, all[:min(bestPredicted, len(all))]...)
	var points []candidate
	for p, t := range s.Trials {
		if d, ok := s.measured(t.Name, of); ok {
			name, c := combined(levels(p))
			points = append(points, candidate{name, c, d})
		}
	}
	slices.SortStableFunc(points, nearer)
	for _, p := range points[:min(bestMeasured, len(points))] {
		if !slices.ContainsFunc(list, func(c candidate) bool { return c.name == p.name }) {
			list = append(list, p)
		}
	}
	return list
}

func ones(set uint) (n int) {
	for ; set > 0; set &= set - 1 {
		n++
	}
	return n
}

// nearest returns the table of the candidates.
func (s *Study) nearest() table.Table {
	t := table.Table{Title: "Which combinations come nearest to Figs. 5, 8 and 10a",
		Header: []string{"high are", "how", "all", "F of Fig. 5", "R of Fig. 8", "F of Fig. 8", "T of Fig. 10a"},
		Right:  []bool{false, false, true, true, true, true, true},
		Notes: []string{"a factor, above or below: exp √mean(ln² ratio); all: the four panels alike. R at N = 20 is published as 0 and has no ratio",
			"predicted: by the effects beyond chance, the first named where two are aliased; \"--study candidates\" runs them all again"}}
	for i, c := range s.candidates() {
		how := "predicted"
		if i >= bestPredicted {
			how = "measured"
		}
		t.Rows = append(t.Rows, append([]string{c.name, how}, c.factors()...))
	}
	return t
}

// chosenTrial returns the candidate that runs of a study of candidates bring nearest to the
// published: the rule by which the configuration of the prediction is chosen.
func (s *Study) chosenTrial() (trial, error) {
	of := responses(s.Kind.worlds())
	best, at := math.Inf(1), -1
	for i, t := range s.Trials {
		if d, ok := s.measured(t.Name, of); ok && d.all < best {
			best, at = d.all, i
		}
	}
	if at < 0 || s.Kind != ofCandidates {
		return trial{}, fmt.Errorf("unknowns: no candidate has runs in all worlds")
	}
	return s.Trials[at], nil
}

// chosen returns the table of a study of candidates.
func (s *Study) chosen() table.Table {
	t := table.Table{Title: "The candidates, each run again",
		Header: []string{"high are", "all", "F of Fig. 5", "R of Fig. 8", "F of Fig. 8", "T of Fig. 10a", ""},
		Right:  []bool{false, true, true, true, true, true},
		Notes:  []string{"a factor, above or below: exp √mean(ln² ratio), from one run or more in each world with seeds that the factorial study did not use. The least is chosen"}}
	best, err := s.chosenTrial()
	of := responses(s.Kind.worlds())
	for _, trial := range s.Trials {
		row := []string{strings.TrimPrefix(trial.Name, "c-")}
		d, ok := s.measured(trial.Name, of)
		if !ok {
			continue
		}
		row = append(row, d.factors()...)
		mark := ""
		if err == nil && trial.Name == best.Name {
			mark = "chosen"
		}
		t.Rows = append(t.Rows, append(row, mark))
	}
	return t
}
