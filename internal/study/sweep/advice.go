package sweep

import (
	"context"
	"fmt"

	"bellwether/internal/study/campaign"
	"bellwether/trace/measure"
)

// mostTold bounds the points whose warnings are printed, so that they fit on a screen. For the
// others only the number is printed.
const mostTold = 5

// mostAdvising bounds the runs of a row that are read again for warnings, 8 kB each, so that a
// row of many runs takes no more memory. 200 runs are enough to see that a warm-up is too
// short.
const mostAdvising = 200

// advice returns the warnings of the finished runs, point by point: radios that could not
// send or fell behind, and a warm-up that is too short. It reads their lines again, which takes
// 50 µs for each. If ctx ends it returns what it has.
func (l *ledger) advice(ctx context.Context) []string {
	var out []string
	points, more := 0, 0
	for i := range l.spots {
		s := &l.spots[i]
		var runs []measure.RunResult
		for row := range s.runs {
			if ctx.Err() != nil {
				return out
			}
			of, err := l.readRow(s, row, mostAdvising)
			if err != nil {
				return append(out, "the warnings of the runs cannot be told: "+err.Error())
			}
			runs = append(runs, of...)
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
