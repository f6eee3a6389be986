package campaign

import (
	"strings"
	"testing"
)

// A column can be named by its title as well as by its key.
func TestMetricsAreCalledByKeyTitleOrBeginning(t *testing.T) {
	for word, want := range map[string]string{
		"instability_fraction": "instability_fraction",
		"instability":          "instability_fraction",
		"Goal Instability":     "goal_instability_fraction",
		"quality":              "leader_quality",
		"messages/election":    "messages_per_election",
		"election-time":        "election_time_s",
		"agreement_connected":  "agreement_connected_fraction",
	} {
		if got, err := MetricCalled(word); err != nil || got != want {
			t.Errorf("%q is %q, %v; want %q", word, got, err, want)
		}
	}
	for _, k := range columnKeys(nil) {
		if got, err := MetricCalled(k.Title); err != nil || got != k.Name {
			t.Errorf("the title %q finds %q, %v; want %q", k.Title, got, err, k.Name)
		}
	}
}

func TestUnknownMetricsSuggestTheNearest(t *testing.T) {
	for word, want := range map[string]string{
		"leadrless_fraction": "did you mean leaderless_fraction?",
		"instabilty":         `did you mean instability_fraction, whose title is "instability"?`,
		"mesages/election":   `did you mean messages_per_election, whose title is "messages/election"?`,
		"duty":               "which of duty_held_per_node_h, duty_drops_per_node_h?",
		"colour":             `"bellwether metrics" lists them all`,
		"":                   "lists them all",
	} {
		if got, err := MetricCalled(word); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %q, %v; want an error with %q", word, got, err, want)
		}
	}
}
