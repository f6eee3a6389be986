package table

import (
	"strings"
	"testing"

	"bellwether/trace/measure"
)

// TestWhatWasNotSentStandsInTheTable holds that the messages sent and the mute times are
// added to the default metrics if a node was mute, or if a tenth of the messages was not
// sent; not if only nodes or radios were down, and not otherwise.
func TestWhatWasNotSentStandsInTheTable(t *testing.T) {
	for name, c := range map[string]struct {
		said, sent, down, mute float64
		told                   bool
	}{
		"sends all":   {said: 2, sent: 2},
		"mute":        {said: 2, sent: 2, mute: 0.001, told: true},
		"fell behind": {said: 2, sent: 1.7, told: true},
		"was off":     {said: 2, sent: 1.7, down: 0.2},
	} {
		all := runs()
		for i := range all {
			for metric, v := range map[string]float64{"messages_per_node_s": c.said, "messages_sent_per_node_s": c.sent,
				"lost_down_per_node_s": c.down, "mute_fraction": c.mute, "mute_worst_fraction": c.mute, "lost_queue_per_node_s": 0} {
				all[i].Metrics.Set(metric, measure.Value{X: v, Known: true})
			}
		}
		r, err := measure.Summarise("campus-walk", "vasudevan", 1, 8, all, nil)
		if err != nil {
			t.Fatal(err)
		}
		out := wrote(t, Text, &r, ReportOptions{})
		if got := strings.Contains(out, " sent "); got != c.told || strings.Contains(out, " mute (worst) ") != c.told {
			t.Errorf("%s: told %v, want %v:\n%s", name, got, c.told, out)
		}
	}
}
