package api

import (
	_ "embed"
	"encoding/json"
	"strings"
)

// Alerts are rules for Prometheus on the metrics of an agent.
//
//go:embed alerts.yaml
var Alerts string

// A panel of the dashboard shows expressions over time. Its width is a share of the 24
// columns of Grafana's grid.
type panel struct {
	title, about string
	unit         string // of Grafana: short, s, percentunit, cps (a second)
	shown        []query
}

// A query is an expression and the name of its lines, in Grafana's form.
type query struct{ expr, legend string }

// selected restricts a metric to what the dashboard's variables name.
const selected = `{job=~"$job", instance=~"$instance"}`

func of(metric, legend string) query { return query{"bellwether_" + metric + selected, legend} }

func rate(metric, by, legend string) query {
	return query{"sum by (" + by + ") (rate(bellwether_" + metric + selected + "[$__rate_interval]))", legend}
}

const (
	node = "{{instance}}"
	lane = "{{instance}} {{lane}}"
)

// panels are the dashboard's panels, two a row.
func panels() []panel {
	return []panel{
		{"Leads", "1 for each agent that leads. Two at once: the network is in parts.", "short", []query{
			of("is_leader", node), of("leader_kept", node+" is kept")}},
		{"Knows no leader", "Share of the time.", "percentunit", []query{
			rate("leaderless_seconds_total", "instance", node), rate("none_eligible_seconds_total", "instance", node+": nobody may lead")}},
		{"Members", "By state, as each agent sees them.", "short", []query{of("members", node+" {{state}}"),
			of("members_other_algorithm", node+" of another algorithm"), of("members_other_settings", node+" of other settings"),
			of("visible_leaders", node+" that lead")}},
		{"What is wrong", "1 while it lasts; agents that do not answer are not up.", "short", []query{
			of("storage_failed", node+" storage failed"), of("leader_failed", node+" follows a failed leader"),
			{"increase(bellwether_clock_jumps_total" + selected + "[15m])", node + " steps of the clock"},
			of("leader_unheard", node+" led, and nobody followed"),
			{"1 - bellwether_eligible" + selected, node + " must not lead"},
			{"1 - bellwether_up" + selected, node + " does not answer"},
			{"1 - bellwether_leader_known" + selected, node + " knows no leader"}}},
		{"Majority", "Members that grant leadership to an agent that was elected, and how many must.", "short", []query{
			of("majority_granting", node), of("majority_needed", node+" needs")}},
		{"Lease", "How long each agent leads at least, if a majority must grant it.", "s", []query{of("lease_seconds", node)}},
		{"Fencing token", "The leader's, as each agent knows it; it only grows. 0: it has none.", "none", []query{of("fence", node)}},
		{"Elections", "Entered, a second.", "cps", []query{rate("elections_total", "instance", node)}},
		{"Changes of leader", "In the last 15 minutes, as each agent saw them.", "short",
			[]query{{"delta(bellwether_epoch" + selected + "[15m]) < 2^31", node}}},
		{"Capability", "What each agent offers. Without a hysteresis the greatest leads.", "short", []query{of("capability", node)}},
		{"Neighbours", "Members heard directly.", "short", []query{of("neighbours", node)}},
		{"Hellos heard", "Share of the neighbours' last ones.", "percentunit", []query{of("link_quality", node)}},
		{"Messages", "A second, by class and direction.", "cps", []query{rate("messages_total", "class, direction", "{{class}} {{direction}}")}},
		{"Datagrams dropped", "A second, by reason.", "cps", []query{rate("dropped_total", "instance, reason", node+" {{reason}}")}},
		{"Hooks", "Run and failed, a second.", "cps", []query{rate("hooks_total", "instance, lane", lane+" run"),
			rate("hook_failures_total", "instance, lane", lane+" failed"),
			rate("hook_skipped_events_total", "instance, lane", lane+" events skipped")}},
		{"Hooks begin late", "Time from an event to the start of its hook: the mean, and the longest since the start.", "s", []query{
			{"rate(bellwether_hook_lateness_seconds_total" + selected + "[$__rate_interval]) / (rate(bellwether_hooks_total" +
				selected + "[$__rate_interval]) > 0)", lane + " mean"},
			of("hook_lateness_seconds_max", lane+" longest")}},
		{"Runs since", "A fall is a start.", "s", []query{of("uptime_seconds", node)}},
		{"What runs", "Versions and algorithms.", "short",
			[]query{{"count by (version, algorithm) (bellwether_build_info" + selected + ")", "{{version}} {{algorithm}}"}}},
	}
}

// object is an object of JSON.
type object = map[string]any

// Dashboard is a dashboard for Grafana on the metrics of agents, in JSON. Grafana asks for the
// data source at its import.
func Dashboard() ([]byte, error) {
	const width, height, columns = 12, 8, 24
	source := object{"type": "prometheus", "uid": "${source}"}
	var shown []object
	for i, p := range panels() {
		var targets []object
		for k, q := range p.shown {
			targets = append(targets, object{"refId": string(rune('A' + k)), "datasource": source, "expr": q.expr, "legendFormat": q.legend})
		}
		shown = append(shown, object{
			"id": i + 1, "type": "timeseries", "title": p.title, "description": p.about, "datasource": source, "targets": targets,
			"gridPos":     object{"x": i * width % columns, "y": i * width / columns * height, "w": width, "h": height},
			"fieldConfig": object{"defaults": object{"unit": p.unit, "min": 0}, "overrides": []object{}},
			"options":     object{"tooltip": object{"mode": "multi"}, "legend": object{"displayMode": "list", "placement": "bottom"}},
		})
	}
	variable := func(name, query string) object {
		return object{"name": name, "type": "query", "datasource": source, "query": query, "refresh": 2,
			"includeAll": true, "multi": true, "current": object{"text": "All", "value": "$__all"}}
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(object{
		"title": "bellwether", "uid": "bellwether", "tags": []string{"bellwether"},
		"schemaVersion": 39, // of Grafana 11, which later ones migrate
		"timezone":      "browser", "time": object{"from": "now-1h", "to": "now"}, "refresh": "10s",
		"templating": object{"list": []object{
			{"name": "source", "label": "data source", "type": "datasource", "query": "prometheus"},
			variable("job", "label_values(bellwether_up, job)"),
			variable("instance", `label_values(bellwether_up{job=~"$job"}, instance)`),
		}},
		"panels": shown,
	})
	return []byte(b.String()), err
}
