package sensitivity

import (
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"bellwether/internal/base/stats"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/reproduce"
)

// A stage is a step from our world to GloMoSim's, on top of the ones before.
type stage struct {
	name   string
	about  string
	change func(c *reproduce.Configuration)
}

func stageList() []stage {
	return []stage{
		{"ours", "the old list and CHILD-TIMEOUT 2.4 s, both chosen afterwards; jitter 20 ms", func(c *reproduce.Configuration) {
			c.List, c.Child, c.First = reproduce.AsBeacons, reproduce.ChildBounded, reproduce.Apart
		}},
		{"radio", "GloMoSim's radio and MAC", func(c *reproduce.Configuration) { c.Medium = reproduce.GloMoSim }},
		{"hops", "unicast over several hops, by AODV with its give-up table, without the stall", func(c *reproduce.Configuration) { c.Unicast = reproduce.Searched }},
		{"connect", "TCP connects for each message, 75 s", func(c *reproduce.Configuration) { c.Connect = reproduce.Each }},
		{"jitter-10", "floods with a jitter of 10 ms", func(c *reproduce.Configuration) { c.Jitter = 10 * time.Millisecond }},
		{"jitter-0", "floods without jitter: synchronous", func(c *reproduce.Configuration) { c.Jitter = 0 }},
		{"stall", "draft 3 as GloMoSim has it, with the stall", func(c *reproduce.Configuration) { c.Unicast = reproduce.Stalling }},
		{"start", "all leave at the start", func(c *reproduce.Configuration) { c.Start = reproduce.Leaving }},
		{"together", "all elect at the start, in step", func(c *reproduce.Configuration) { c.First = reproduce.Together }},
		{"beacon", "merges by beacon alone", func(c *reproduce.Configuration) { c.Merge = reproduce.ByBeacon }},
		{"hello", "and a list of 3 s, so hellos each second", func(c *reproduce.Configuration) { c.List = reproduce.ByHello }},
	}
}

// stages lists the configurations of the steps.
func stages() (list []trial) {
	c := reproduce.Assumed()
	for _, s := range stageList() {
		s.change(&c)
		list = append(list, trial{s.name, c})
	}
	return list
}

// stageWorlds are the worlds of the other study with at most 60 nodes: among 100, floods of
// requests make a step take an hour of processor time.
func stageWorlds() []world {
	return slices.DeleteFunc(studyWorlds(), func(w world) bool { return w.Nodes > 60 })
}

// steps returns the tables of a study of stages: what each step brings.
func (s *Study) steps() []table.Table {
	var tables []table.Table
	all := responses(s.Kind.worlds())
	changes := s.changes(all)
	for _, p := range judged() { // with R at N = 20
		of := slices.DeleteFunc(slices.Clone(all), func(r response) bool { return r.Point.Figure != p.figure || r.Metric != p.metric })
		tables = append(tables, s.stepsOf(of, p, changes))
	}
	tables[0].Notes = append(tables[0].Notes, fmt.Sprintf("%d runs of %g min, the first %g discarded; each step on top of those before it", s.Runs, runLength.Minutes(), discarded.Minutes()))
	return tables
}

func (s *Study) stepsOf(of []response, p panel, changes map[change]float64) table.Table {
	t := table.Table{Title: fmt.Sprintf("Fig. %d, %s: what each step towards GloMoSim brings", p.figure, p.metric), Header: []string{"step"}, Right: []bool{false},
		Notes: []string{"geometric means of runs, of which one without an election counts as half an election of 1 s; " +
			fmt.Sprintf("* the change from the step before is beyond chance: the p of all %d changes of these tables are one family, corrected by Holm", len(changes))}}
	for _, r := range of {
		t.Header, t.Right = append(t.Header, r.label()), append(t.Right, true)
	}
	t.Header, t.Right = append(t.Header, "what it is"), append(t.Right, false)
	for at, step := range stageList() {
		row := []string{step.name}
		for _, r := range of {
			row = append(row, s.stepCell(r, at, changes))
		}
		t.Rows = append(t.Rows, append(row, step.about))
	}
	interval, published := []string{"95 % interval of one change, × or ÷"}, []string{"published"}
	for _, r := range of {
		scale, freedom := s.changeError(r)
		interval = append(interval, fmt.Sprintf("%.2f", math.Exp(scale*student(freedom).Quantile(0.975))))
		x, _ := reproduce.Published(r.Point, r.Metric)
		published = append(published, fmt.Sprintf("%.3g", x))
	}
	t.Rows = append(t.Rows, append(interval, ""), append(published, ""))
	return t
}

// A change is a response at a step, beside the one at the step before.
type change struct {
	world  string
	metric reproduce.Metric
	at     int
}

// changes returns the corrected p of all changes.
func (s *Study) changes(of []response) map[change]float64 {
	var list []change
	var p []float64
	for _, r := range of {
		scale, freedom := s.changeError(r)
		for at := 1; at < len(stageList()); at++ {
			before, after := s.logs(stageList()[at-1].name, r), s.logs(stageList()[at].name, r)
			if len(before) == 0 || len(after) == 0 || freedom == 0 {
				continue
			}
			list = append(list, change{r.World, r.Metric, at})
			p = append(p, 2*student(freedom).Survival(math.Abs(stat.Mean(after, nil)-stat.Mean(before, nil))/scale))
		}
	}
	out := map[change]float64{}
	for i, adjusted := range stats.Holm(p) {
		out[list[i]] = adjusted
	}
	return out
}

// stepCell is the mean of a response at a step, marked where it changed.
func (s *Study) stepCell(r response, at int, changes map[change]float64) string {
	logs := s.logs(stageList()[at].name, r)
	if len(logs) == 0 {
		return "–"
	}
	text := ""
	if p, compared := changes[change{r.World, r.Metric, at}]; compared && p <= stats.Level {
		text = " *"
	}
	if s.none(stageList()[at].name, r) {
		return "0" + text
	}
	return fmt.Sprintf("%.3g%s", math.Exp(stat.Mean(logs, nil)), text)
}

// none reports whether no run of a step has an election.
func (s *Study) none(trial string, r response) bool {
	return !slices.ContainsFunc(s.Values, func(v value) bool {
		return v.Trial == trial && v.World == r.World && v.Metric == r.Metric && v.X > 0
	})
}

// changeError is the standard error of a change between two steps, from the spread of runs about
// the means of all steps, with its degrees of freedom.
func (s *Study) changeError(r response) (float64, int) {
	squares, freedom, runs := 0.0, 0, math.MaxInt
	for _, t := range s.Trials {
		logs := s.logs(t.Name, r)
		if len(logs) == 0 {
			continue
		}
		mean := stat.Mean(logs, nil)
		for _, x := range logs {
			squares += float64((x - mean) * (x - mean))
		}
		freedom, runs = freedom+len(logs)-1, min(runs, len(logs))
	}
	if freedom == 0 {
		return math.Inf(1), 0
	}
	return math.Sqrt(2 * squares / float64(freedom) / float64(runs)), freedom
}

// student is the distribution of a change over its error.
func student(freedom int) distuv.StudentsT {
	return distuv.StudentsT{Sigma: 1, Nu: float64(max(1, freedom))}
}
