package api

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var metric = regexp.MustCompile(`bellwether_[a-z_]+`)

// named are the metrics of bellwether that a text names, without the prefix.
func named(text string) map[string]bool {
	found := map[string]bool{}
	for _, name := range metric.FindAllString(text, -1) {
		found[strings.TrimPrefix(name, "bellwether_")] = true
	}
	return found
}

// Alerts and dashboard use only metrics that an agent serves, with labels that these have, and
// the dashboard shows all of them.
func TestOnlyMetricsThatExistAreAskedFor(t *testing.T) {
	served := map[string]bool{}
	labels := map[string]bool{"job": true, "instance": true} // of Prometheus
	for _, m := range described {
		served[m.name] = true
		for _, l := range m.labels {
			labels[l] = true
		}
	}
	dashboard, err := Dashboard()
	if err != nil {
		t.Fatal(err)
	}
	for what, text := range map[string]string{"the rules": Alerts, "the dashboard": string(dashboard)} {
		for name := range named(text) {
			if !served[name] {
				t.Errorf("%s ask for bellwether_%s, which no agent serves", what, name)
			}
		}
		for _, of := range regexp.MustCompile(`(?:by|on) \(([a-z, ]+)\)|\{\{ ?(?:\$labels\.)?([a-z_]+) ?\}\}|[{,] ?([a-z_]+)=`).FindAllStringSubmatch(text, -1) {
			for _, l := range strings.Split(strings.Join(of[1:], ""), ", ") {
				if !labels[l] && l != "severity" {
					t.Errorf("%s ask for the label %s (%s), which no metric has", what, l, of[0])
				}
			}
		}
	}
	shown := named(string(dashboard))
	for _, name := range slices.Sorted(maps.Keys(served)) {
		if !shown[name] {
			t.Errorf("the dashboard does not show bellwether_%s", name)
		}
	}
	var parsed struct {
		Panels []struct{ Targets []struct{ Expr string } }
	}
	if err := json.Unmarshal(dashboard, &parsed); err != nil || len(parsed.Panels) != len(panels()) {
		t.Errorf("%d panels, %v", len(parsed.Panels), err)
	}
}
