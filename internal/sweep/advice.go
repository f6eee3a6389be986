package sweep

import (
	"fmt"

	"bellwether/internal/campaign"
	"bellwether/trace/measure"
)

// mostTold bounds the points whose warnings are printed, so that they fit on a screen. Of
// the others only the number is printed.
const mostTold = 5

// advice returns the warnings of the finished runs, point by point: radios that could not
// send or fell behind, and a warm-up that is too short.
func (l *ledger) advice() []string {
	var out []string
	points, more := 0, 0
	for i := range l.spots {
		s := &l.spots[i]
		var runs []measure.RunResult
		for _, row := range s.runs {
			for _, run := range row {
				if run != nil {
					runs = append(runs, *run)
				}
			}
		}
		found := campaign.Advice(s.Scenario, runs)
		switch {
		case len(found) == 0:
			continue
		case points == mostTold:
			more++
			continue
		}
		points++
		for _, text := range found {
			if len(l.spots) > 1 {
				text += " (at " + l.plan.Describe(s.At) + ")"
			}
			out = append(out, text)
		}
	}
	if more > 0 {
		out = append(out, fmt.Sprintf("the runs of %d more points warn of radios or of the warm-up; bellwether run with the settings of a point says of what", more))
	}
	return out
}
