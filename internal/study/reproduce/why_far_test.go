package reproduce

import (
	"fmt"
	"math"
	"testing"

	"bellwether/internal/draw/table"
)

// fromHere is the least size that is compared: at N = 20 the paper has no elections.
const fromHere = 40

// howFarEachReadingIs compares each recorded study with all that is published.
func howFarEachReadingIs(t *testing.T) table.Table {
	table := table.Table{
		Title:  fmt.Sprintf("How far the recorded studies are from the published points, from N = %d on", fromHere),
		Header: []string{"reading", "F of Fig. 5", "R of Fig. 8", "F of Fig. 8", "T of Fig. 10"},
		Right:  []bool{false, true, true, true, true},
		Notes:  []string{"a factor, above or below: exp √mean(ln² ratio)"},
	}
	far := map[Reading][]float64{}
	for _, r := range Recordings() {
		s, err := Recorded(r)
		if err != nil {
			t.Fatal(err)
		}
		row := []string{r.name(Ideal)}
		for _, panel := range []struct {
			figure int
			metric Metric
		}{{5, F}, {8, R}, {8, F}, {10, T}} {
			factor := s.distance(panel.figure, panel.metric)
			far[r] = append(far[r], factor)
			row = append(row, number(factor, !math.IsNaN(factor)))
		}
		table.Rows = append(table.Rows, row)
	}
	usual, old := far[Reading{ByExchange, ByHello, ChildAssumed}], far[Reading{ByExchange, AsBeacons, ChildAssumed}]
	if old[0] > usual[0]/2 || old[1] > usual[1]/1.5 || old[2] < usual[2] {
		t.Errorf("an old list comes to %.3g from the published, a young one to %.3g", old, usual)
	}
	return table
}

// distance returns the factor by which a metric typically differs from the published.
func (s *Study) distance(figure int, m Metric) float64 {
	squares, points := 0.0, 0.0
	for _, f := range s.Figures {
		for _, series := range f.Series {
			for _, n := range s.Nodes {
				p := Point{f.Number, series.Label, n}
				if y, published := theirs(p, m); f.Number == figure && n >= fromHere && published {
					squares += math.Pow(math.Log(s.Values[p][m].Mean/y), 2)
					points++
				}
			}
		}
	}
	return math.Exp(math.Sqrt(squares / points))
}

// whatFAndRSayOfT compares F / R, which by definition is the duration of an election, with T,
// that of forced elections. Ours are close; the published differ where nodes are fast.
func whatFAndRSayOfT(t *testing.T) table.Table {
	s, err := Recorded(Reading{ByExchange, AsBeacons, ChildAssumed})
	if err != nil {
		t.Fatal(err)
	}
	table := table.Table{
		Title:  "How long elections take: F / R of Fig. 8 beside T of Fig. 10, by the old list (chosen afterwards)",
		Header: []string{"series", "N", "F / R s here", "T s here", "F / R s published", "T s published"},
		Right:  []bool{false, true, true, true, true, true},
	}
	for _, label := range speeds {
		for _, n := range []int{60, 120} {
			natural, forced := Point{8, label, n}, Point{10, label, n}
			ours, took := 60*s.Values[natural][F].Mean/s.Values[natural][R].Mean, s.Values[forced][T].Mean
			f, _ := theirs(natural, F)
			r, _ := theirs(natural, R)
			paper, _ := theirs(forced, T)
			if ours < 0.6*took || ours > 1.2*took {
				t.Errorf("%s, N = %d: F / R is %.3g s, T %.3g s", label, n, ours, took)
			}
			table.Rows = append(table.Rows, []string{label, fmt.Sprint(n), number(ours, true), number(took, true), number(60*f/r, true), number(paper, true)})
		}
	}
	return table
}
