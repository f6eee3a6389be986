package campaign

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/sim/phy"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

const (
	// astray is the share of live node-time without the right leader above which a row may
	// have collapsed: nodes are wrong for longer than they are right.
	astray = 0.5
	// toldClass is the share of the air above which a note names a class of messages.
	toldClass = 0.02
)

// Collapses adds to each row that collapsed a note on what filled the medium, and names the row
// in the verdict. A row collapsed if, in the mean over its runs,
//
//   - nodes contended for the medium,
//   - they were badly led for half of their time (without a leader of the row's goal, if this
//     is not the best node), and
//   - frames other than hellos, which every row has, crowded the medium (phy.Crowded).
//
// The share of the air is the share of the time in which a node's medium carries a frame: the
// airtime of a node times the number of nodes that share its medium (Scenario.Sharers), at
// most 1. A row that is without a leader for another reason, a missing majority or a
// partition, is silent or has a medium with room.
func Collapses(r *measure.Report, s *scenarios.Scenario) {
	sharers := 0.0
	if r.Verdict != nil {
		r.Verdict.Collapsed = []string{}
	}
	for i := range r.Algorithms {
		a := &r.Algorithms[i]
		metric, how := "badly_led_fraction", "badly led"
		if a.Goal != protocol.GoalBest {
			metric, how = "goal_instability_fraction", "without a leader of its goal"
		}
		wrong, leaderless := mean(a, metric), mean(a, "leaderless_fraction")
		a.Collapse = ""
		if a.AirByClass == nil || wrong < astray {
			continue
		}
		if sharers == 0 {
			sharers = s.Sharers()
		}
		hellos, all := sharers*a.AirByClass[protocol.ClassHello], 0.0
		for _, onAir := range a.AirByClass {
			all += sharers * onAir
		}
		if all-hellos < phy.Crowded {
			continue
		}
		a.Collapse = fmt.Sprintf("%s for %.3g %% of the time, ", how, 100*wrong)
		if leaderless >= astray {
			a.Collapse = fmt.Sprintf("leaderless for %.3g %% of the time, ", 100*leaderless)
		}
		a.Collapse += fmt.Sprintf("for its frames take %.0f %% of the air (%s)", 100*min(all, 1), takers(a, sharers, max(all, 1)))
		if n := len(a.Seeds); n > 1 { // some of them may have done well
			a.Collapse += fmt.Sprintf("; means of %d runs", n)
		}
		if r.Verdict != nil {
			r.Verdict.Collapsed = append(r.Verdict.Collapsed, a.Label)
		}
	}
}

func mean(a *measure.Algorithm, key string) float64 {
	if s := a.Metrics.Get(key); s != nil {
		return s.Mean
	}
	return 0
}

// takers returns the classes of messages that take most of the air as text, the greatest
// first. If all classes together need more than the time, it gives their shares of the
// airtime.
func takers(a *measure.Algorithm, sharers, all float64) string {
	var classes []protocol.Class
	for c := range protocol.Class(protocol.Classes) {
		if sharers*a.AirByClass[c]/all >= toldClass {
			classes = append(classes, c)
		}
	}
	slices.SortStableFunc(classes, func(x, y protocol.Class) int { return cmp.Compare(a.AirByClass[y], a.AirByClass[x]) })
	var out []string
	for _, c := range classes {
		out = append(out, fmt.Sprintf("%s %.0f %%", c, 100*sharers*a.AirByClass[c]/all))
	}
	return strings.Join(out, ", ")
}
