package table

import (
	"strings"

	"bellwether/protocol"
	"bellwether/trace/measure"
)

// A standard is what the rows of a verdict are judged by, and the words of its claims. Rows that
// elect the best node are judged by how long nodes are badly led, rows of another goal by how long
// nodes miss that goal.
type standard struct {
	key    measure.Key // of the loss
	aim    aim
	best   string // what the best row does
	better string // what a row does that is shown to be better than another
	worse  string // the same of a worse one
	where  string // what rows do that are shown to be worse, after "to"
}

// standardOf returns the standard of a verdict of these: metric, goal, and whether it needs a quorum.
func standardOf(metric string, of aim) standard {
	k, _ := measure.FindKey(metric)
	if metric == "badly_led_fraction" || metric == "" {
		k, _ = measure.FindKey("badly_led_fraction")
		return standard{k, aim{goal: protocol.GoalBest}, "leads best", "leads better", "worse", "lead worse"}
	}
	return standard{k, of, "comes nearest to its goal", "comes nearer to its goal", "less near", "be worse"}
}

// ofReport returns the standard of the verdict of a report.
func ofReport(r *measure.Report) standard {
	return standardOf(r.Verdict.Metric, aim{r.Verdict.Goal, r.Verdict.Quorum})
}

// begin begins a verdict: it names a goal that is not the best.
func (s standard) begin() string {
	if s.ofBest() {
		return "Verdict: "
	}
	return "Verdict on the rows that " + s.elect() + ": "
}

func (s standard) ofBest() bool { return s.aim == aim{goal: protocol.GoalBest} }

// elect says what the judged rows do.
func (s standard) elect() string {
	words := "elect " + goalWords[s.aim.goal]
	if s.ofBest() {
		words += " node"
	}
	if s.aim.quorum {
		words += " where a majority of the roster is together"
	}
	return words
}

// lost is the name of the loss.
func (s standard) lost() string { return s.key.Title }

// share says for how much of the time nodes lose.
func (s standard) share(shown string) string {
	if s.ofBest() {
		return "badly led for " + shown + " of the time"
	}
	return strings.Join([]string{s.key.Title, "for", shown, "of the time"}, " ")
}
