package table

import (
	"bellwether/protocol"
	"bellwether/trace/measure"
)

// goalMarks are the goals other than best of a table. Each has a mark, by its index.
type goalMarks []aim

// An aim is a goal, in every component or in one with a majority of the roster.
type aim struct {
	goal   protocol.Goal
	quorum bool
}

func aimOf(a *measure.Algorithm) aim { return aim{a.Goal, a.Quorum} }

// superscripts are the marks: four goals with and without a quorum, without the one that has
// no mark.
var superscripts = [...]string{"¹", "²", "³", "⁴", "⁵", "⁶", "⁷"}

var goalWords = map[protocol.Goal]string{
	protocol.GoalBest:       "the best",
	protocol.GoalSmallestID: "the smallest ID",
	protocol.GoalStablest:   "the node with the fewest restarts",
	protocol.GoalAny:        "any single node",
}

func goalNotes(r *measure.Report) goalMarks { return goalMarks(nil).with(r) }

// with adds the goals of a report's rows.
func (g goalMarks) with(r *measure.Report) goalMarks {
	for i := range r.Algorithms {
		a := aimOf(&r.Algorithms[i])
		if a != (aim{goal: protocol.GoalBest}) && goalWords[a.goal] != "" && g.mark(a) == "" {
			g = append(g, a)
		}
	}
	return g
}

func (g goalMarks) mark(a aim) string {
	for i, known := range g {
		if known == a {
			return superscripts[i]
		}
	}
	return ""
}

func (g goalMarks) notes() []string {
	var out []string
	for i, a := range g {
		note := superscripts[i] + " elects " + goalWords[a.goal]
		if a.quorum {
			note += " where a majority of the roster is together, and nobody elsewhere"
		}
		if a.goal != protocol.GoalBest {
			note += ", not the best: judge it by goal_instability_fraction"
		}
		out = append(out, note)
	}
	return out
}
