package campaign

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// muteShare is the share of a node's time from which on it is told that it could send
// nothing: a hundredth of the default run is 6 s, the default budget to notice a dead
// leader.
const muteShare = 0.01

// silences warns of rows in which radios could not send: what algorithms decided there
// was not what was on the air. One line names the worst node of all runs.
func silences(out *Outcome) []string {
	var worst *measure.RunResult
	var rows []string
	for i := range out.Runs {
		r := &out.Runs[i]
		if r.Metrics.Mutest.Share < muteShare {
			continue
		}
		if worst == nil || r.Metrics.Mutest.Share > worst.Metrics.Mutest.Share {
			worst = r
		}
		if !slices.Contains(rows, r.Label) {
			rows = append(rows, r.Label)
		}
	}
	if worst == nil {
		return nil
	}
	said, sent := worst.Metrics.Get("messages_per_node_s").X, worst.Metrics.Get("messages_sent_per_node_s").X
	return []string{fmt.Sprintf("radios could not send: node %d of %s, seed %d, for %.3g %% of its time (%s); of %.3g messages that a node said each second %.3g were sent; so in %s",
		worst.Metrics.Mutest.Node, worst.Label, worst.Seed, 100*worst.Metrics.Mutest.Share, mutedBy(out.Scenario, worst), said, sent, strings.Join(rows, ", "))}
}

// mutedBy says what kept the radios of a run from sending.
func mutedBy(s *scenarios.Scenario, r *measure.RunResult) string {
	var by []string
	if limit := s.Radio.DutyCycle.Limit; limit > 0 {
		by = append(by, fmt.Sprintf("a duty cycle of %.3g %%", 100*limit))
	}
	if lost := r.Metrics.Get("lost_queue_per_node_s").X; lost > 0 {
		by = append(by, fmt.Sprintf("full queues, which lost %.3g messages a second of each node", lost))
	}
	return strings.Join(by, " and ")
}
