package sensitivity

import (
	"fmt"
	"strings"
	"time"

	"bellwether/internal/study/reproduce"
)

// A World is a point of a figure that a study runs.
type World struct {
	Figure  reproduce.Figure // with the study's length and discarded beginning
	Series  reproduce.Series
	Nodes   int
	Metrics []reproduce.Metric
}

// A Response is a number of a world that the paper publishes.
type Response struct {
	World  string
	Point  reproduce.Point
	Metric reproduce.Metric
}

// Length and Discard hold for all runs of a study. They are shorter than the paper's, so that
// fifteen factors can be varied in an hour.
const (
	Length  = 50 * time.Minute
	Discard = 15 * time.Minute
)

// Worlds lists the points that the studies run, only of Figs. 5, 8 and 10a.
func Worlds() []World {
	var list []World
	add := func(number int, series []string, nodes []int, metrics ...reproduce.Metric) {
		f, err := reproduce.FigureOf(number)
		if err != nil {
			panic(err) // the numbers are constants
		}
		f.Duration, f.Discard = Length, Discard
		for _, s := range f.Series {
			for _, label := range series {
				for _, n := range nodes {
					if s.Label == label {
						list = append(list, World{f, s, n, metrics})
					}
				}
			}
		}
	}
	ends := []string{"Vmax 3", "Vmax 19"}
	add(5, []string{"TCP", "UDP", "Bcast", "Opt"}, []int{60}, reproduce.F)
	add(8, []string{"Vmax 3"}, []int{20}, reproduce.R)
	add(8, ends, []int{60, 100}, reproduce.R, reproduce.F)
	add(10, ends, []int{60}, reproduce.T)
	add(10, ends[:1], []int{100}, reproduce.T)
	return list
}

// Name returns the name of a world in a plan.
func (w World) Name() string {
	return fmt.Sprintf("fig%d-%s-%d", w.Figure.Number, strings.ReplaceAll(strings.ToLower(w.Series.Label), " ", "-"), w.Nodes)
}

// responses lists the numbers of some worlds.
func responses(worlds []World) (list []Response) {
	for _, w := range worlds {
		for _, m := range w.Metrics {
			list = append(list, Response{w.Name(), reproduce.Point{Figure: w.Figure.Number, Series: w.Series.Label, Nodes: w.Nodes}, m})
		}
	}
	return list
}

// Label names a response in a table.
func (r Response) Label() string {
	letter, _, _ := strings.Cut(string(r.Metric), " ")
	return fmt.Sprintf("%s %s, %d", letter, r.Point.Series, r.Point.Nodes)
}
