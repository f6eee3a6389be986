// Package preview says what a scenario's world is before anything is run: how far radios
// reach, how well nodes are linked, what fills the medium at rest, when batteries end, and what
// `run` takes of time and memory.
//
// It assumes a sound scenario. Reach and batteries are computed from the file. Links are looked
// at in drawn walks (scenarios.Scenario.Connectivity). Load and time come from a piece: the first
// seconds of a run of each row, made as `run` makes them. Batteries are emptied along drawn paths, where
// movement takes power. A world of more than mostPieceNodes
// nodes has no piece: its time is that of hellos alone, by formula.
//
// All but the time is a function of the scenario. The package writes no file, and leaves out
// faults. It costs about half a second at 50 nodes, and some seconds at 10⁵.
//
// Lengths are in metres, shares from 0 to 1, energies in joules.
package preview

import (
	"context"
	"fmt"
	"strings"

	"bellwether/internal/base/memory"
	"bellwether/internal/base/wording"
	"bellwether/internal/study/footprint"
	"bellwether/scenarios"
)

// A Preview is what is known of a world before a run.
type Preview struct {
	scenario *scenarios.Scenario
	jobs     int
	reach    string
	links    links
	rest     rest
	cost     cost
}

// links is how well nodes are linked.
type links struct {
	looks, most                 int
	degree, error, whole, parts float64
	hops                        float64
	sampled                     bool
}

// Of looks at a scenario. jobs is how many runs go on at a time.
func Of(ctx context.Context, s *scenarios.Scenario, jobs int) *Preview {
	p := &Preview{scenario: s, jobs: max(jobs, 1), reach: s.Reach()}
	c := s.Connectivity()
	p.links = links{c.Looks, c.HopsMost, c.Degree, c.Error, c.Connected, c.Components, c.HopsMean, c.Sampled}
	p.pieces(ctx)
	return p
}

// Seconds is about how many seconds of one processor a run of each row takes, by label, from pieces
// of each; nil if a row fails, or if the world is so large that it has no piece.
func Seconds(ctx context.Context, s *scenarios.Scenario) map[string]float64 {
	p := &Preview{scenario: s, jobs: 1}
	p.pieces(ctx)
	if !p.cost.known || p.cost.formula {
		return nil
	}
	return p.cost.of
}

// Text has a line for each subject.
func (p *Preview) Text() string {
	var b strings.Builder
	line := func(what, text string) { fmt.Fprintf(&b, "  %-10s %s\n", what, text) }
	line("range", p.reach)
	if l := p.links; l.looks == 0 {
		line("degree", fmt.Sprintf("about %.3g neighbours on average, half-way through a run", p.scenario.MeanDegree()))
		line("connected", "not looked at: too many pairs of nodes are in reach, or they move too often")
	} else {
		line("degree", l.degreeText()+p.looked())
		line("connected", fmt.Sprintf("all nodes for %.0f %% of the time; components on average: %.3g", 100*l.whole, l.parts))
		line("hops", l.hopsText())
	}
	if text := obstacleText(p.scenario); text != "" {
		line("obstacles", text)
	}
	line("load", p.loadText())
	line("batteries", p.batteryText())
	if text := p.eligibleText(); text != "" {
		line("eligible", text)
	}
	line("time", p.timeText())
	line("memory", p.memoryText())
	return b.String()
}

func (l links) degreeText() string {
	sure := ""
	if l.error > 0 {
		sure = fmt.Sprintf(" ± %.2g (standard error)", l.error)
	}
	return fmt.Sprintf("%.3g%s neighbours on average, ", l.degree, sure)
}

// looked says what links were looked at.
func (p *Preview) looked() string {
	s := p.scenario
	if s.Radio.Placeless() && s.Contacts() == nil {
		return "without faults"
	}
	at := wording.Count(p.links.looks, "instant")
	switch {
	case s.Recorded():
		return "at " + at + " of the recording, without faults"
	case s.Movement() != nil && s.Movement().MaxSpeed() == 0:
		return "in " + wording.Count(p.links.looks, "draw") + " of places, without faults"
	default:
		return "at " + at + " of drawn movement, without faults"
	}
}

func (l links) hopsText() string {
	if l.hops == 0 {
		return "0: no two nodes are linked"
	}
	most := "at most"
	if l.sampled {
		most = "at least once"
	}
	return fmt.Sprintf("%.3g on average between nodes of one component, %d %s", l.hops, l.most, most)
}

// memoryText is the memory of as many runs at a time as there are jobs, the largest row in each.
func (p *Preview) memoryText() string {
	most, row := int64(0), ""
	for _, e := range p.scenario.Algorithms {
		if need := footprint.Need(p.scenario, e); need > most {
			most, row = need, e.Label
		}
	}
	at := min(p.jobs, p.runs())
	return fmt.Sprintf("about %s for %s at a time, at most %s for one of %s", memory.Size(int64(at)*most), wording.Count(at, "run"), memory.Size(most), row)
}

// runs is how many runs a table has.
func (p *Preview) runs() int { return p.scenario.Runs * len(p.scenario.Algorithms) }
