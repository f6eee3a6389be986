package campaign

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// muteShare is the share of time without sending from which on a warning names a node: a
// hundredth of the default run is 6 s, the default detection budget.
const muteShare = 0.01

// Advice returns the warnings of finished runs: radios that could not send or fell behind,
// and a warm-up that is shorter than the runs suggest.
func Advice(s *scenarios.Scenario, runs []measure.RunResult) []string {
	out := &Outcome{Scenario: s, Runs: runs}
	return append(silences(out), settling(out)...)
}

// silences returns warnings of rows whose radios did not send all messages: one line for
// radios that could not send, one for those that fell behind.
func silences(out *Outcome) []string {
	return append(mute(out), behind(out)...)
}

// mute returns a warning of rows in which radios could not send. It names the worst node of
// all runs.
func mute(out *Outcome) []string {
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

// mutedBy returns what kept the radios of a run from sending, as text.
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

// behind returns a warning of rows whose radios could always send, but sent less than nine
// of ten messages. Causes are frames too long for a duty cycle, a bit rate too low for the
// messages, so that queues grow but are not full yet, or a medium that is always busy.
// Messages that a node lost because its own radio was off, or because it stopped, do not
// count.
func behind(out *Outcome) []string {
	var worst *measure.RunResult
	var most float64
	var rows []string
	for i := range out.Runs {
		r := &out.Runs[i]
		share, told := r.Metrics.Unsent()
		if r.Metrics.Mutest.Share >= muteShare || !told {
			continue
		}
		if worst == nil || share > most {
			worst, most = r, share
		}
		if !slices.Contains(rows, r.Label) {
			rows = append(rows, r.Label)
		}
	}
	if worst == nil {
		return nil
	}
	said, sent := worst.Metrics.Get("messages_per_node_s").X, worst.Metrics.Get("messages_sent_per_node_s").X
	return []string{fmt.Sprintf("radios fell behind: of %.3g messages that a node of %s, seed %d, said each second %.3g were sent (%s); so in %s",
		said, worst.Label, worst.Seed, sent, keptBack(worst), strings.Join(rows, ", "))}
}

// keptBack returns what became of the messages that were not sent, as text.
func keptBack(r *measure.RunResult) string {
	var by []string
	if dropped := r.Metrics.Get("duty_drops_per_node_h"); dropped.X > 0 {
		by = append(by, fmt.Sprintf("the duty cycle lost %.3g a second", dropped.X/3600))
	}
	if dropped := r.Metrics.Get("access_drops_per_node_h"); dropped.X > 0 {
		by = append(by, fmt.Sprintf("the busy medium lost %.3g a second", dropped.X/3600))
	}
	return strings.Join(append(by, "others waited for a radio that sends too slowly"), ", ")
}
