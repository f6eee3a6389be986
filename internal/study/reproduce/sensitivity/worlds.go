package sensitivity

import (
	"fmt"
	"strings"
	"time"

	"bellwether/internal/study/reproduce"
)

// A world is a point of a figure that a study runs.
type world struct {
	Figure  reproduce.Figure // with the study's length and discarded beginning
	Series  reproduce.Series
	Nodes   int
	Metrics []reproduce.Metric
}

// A response is a number of a world that the paper publishes.
type response struct {
	World  string
	Point  reproduce.Point
	Metric reproduce.Metric
}

// runLength and discarded hold for all runs of a study. They are shorter than the paper's, so that
// fifteen factors can be varied in an hour.
const (
	runLength = 50 * time.Minute
	discarded = 15 * time.Minute
)

// studyWorlds lists the points that the studies run, only of Figs. 5, 8 and 10a.
func studyWorlds() []world {
	var list []world
	add := func(number int, series []string, nodes []int, metrics ...reproduce.Metric) {
		f, err := reproduce.FigureOf(number)
		if err != nil {
			panic(err) // the numbers are constants
		}
		f.Duration, f.Discard = runLength, discarded
		for _, s := range f.Series {
			for _, label := range series {
				for _, n := range nodes {
					if s.Label == label {
						list = append(list, world{f, s, n, metrics})
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

// name returns the name of a world in a plan.
func (w world) name() string {
	return fmt.Sprintf("fig%d-%s-%d", w.Figure.Number, strings.ReplaceAll(strings.ToLower(w.Series.Label), " ", "-"), w.Nodes)
}

// responses lists the numbers of some worlds.
func responses(worlds []world) (list []response) {
	for _, w := range worlds {
		for _, m := range w.Metrics {
			list = append(list, response{w.name(), reproduce.Point{Figure: w.Figure.Number, Series: w.Series.Label, Nodes: w.Nodes}, m})
		}
	}
	return list
}

// label names a response in a table.
func (r response) label() string {
	letter, _, _ := strings.Cut(string(r.Metric), " ")
	return fmt.Sprintf("%s %s, %d", letter, r.Point.Series, r.Point.Nodes)
}
