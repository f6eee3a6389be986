package api

import (
	"context"
	"maps"
	"net/http"
	"slices"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"bellwether/internal/live/agent"
)

// collector reads the agent's status at each scrape. It keeps nothing between scrapes, so no
// value is stale: an agent that does not answer is shown as not leading.
type collector struct {
	api   *API
	descs map[string]*prometheus.Desc
}

// described lists the metrics: name, help, labels.
var described = []struct {
	name, help string
	labels     []string
}{
	{"is_leader", "1 if this node leads, else 0.", nil},
	{"leader_known", "1 if this node knows a leader, else 0.", nil},
	{"leader_kept", "1 if this node leads and no better member takes over now, else 0.", nil},
	{"leader_unheard", "1 if this node led, no member followed it, and it has stepped down, else 0.", nil},
	{"majority_needed", "Members that must grant leadership, or 0 if none need to.", nil},
	{"majority_granting", "Members that grant this node leadership, itself included.", nil},
	{"fence", "The fencing token of the leader that this node follows; 0 if it has none.", nil},
	{"lease_seconds", "How long this node leads at least, by what a majority grants; 0 if it does not lead.", nil},
	{"leader_failed", "1 if this node follows a member that the gossip shows as failed or left, else 0.", nil},
	{"up", "1 if the agent answers, else 0.", nil},
	{"epoch", "Grows with every change of leader that this node sees. It is no fencing token.", nil},
	{"capability", "What this node offers.", nil},
	{"link_quality", "Share of the neighbours' last hellos that arrived; 0 without neighbours.", nil},
	{"elections_total", "Elections this node has entered.", nil},
	{"leaderless_seconds_total", "Total time in which this node knew no leader.", nil},
	{"none_eligible_seconds_total", "The part of the time in which no living member could lead, so that no leader was right.", nil},
	{"eligible", "1 if this node may lead by its rules, else 0.", nil},
	{"uptime_seconds", "Time since the agent started.", nil},
	{"members", "Members by state, as gossip sees them.", []string{"state"}},
	{"visible_leaders", "Members that lead, as gossip shows them, this node included.", nil},
	{"members_other_settings", "Members alive whose timing, expect, lease or tenure differ from this node's.", nil},
	{"clock_jumps_total", "Steps of the wall clock by a second or more.", nil},
	{"members_other_algorithm", "Members alive that run another algorithm, or another version of it.", nil},
	{"storage_failed", "1 if this node is silent because its state directory takes no writes, else 0.", nil},
	{"neighbours", "Members heard directly.", nil},
	{"messages_total", "Messages of the election by kind.", []string{"kind", "class", "direction"}},
	{"dropped_total", "Datagrams and messages dropped, by reason.", []string{"reason"}},
	{"hooks_total", "Hooks run.", []string{"lane"}},
	{"hook_failures_total", "Hooks that failed.", []string{"lane"}},
	{"hook_skipped_events_total", "Events that no hook saw, since hooks were too slow.", []string{"lane"}},
	{"hook_lateness_seconds_total", "Time from events to the starts of their hooks, all together.", []string{"lane"}},
	{"hook_lateness_seconds_max", "The longest time from an event to the start of its hook.", []string{"lane"}},
	{"build_info", "1; the labels say what runs.", []string{"version", "algorithm"}},
}

func (a *API) newMetrics() http.Handler {
	c := &collector{api: a, descs: map[string]*prometheus.Desc{}}
	for _, m := range described {
		c.descs[m.name] = prometheus.NewDesc("bellwether_"+m.name, m.help, m.labels, nil)
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(c, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
}

// Describe sends the descriptions of all metrics.
func (c *collector) Describe(out chan<- *prometheus.Desc) {
	for _, m := range described {
		out <- c.descs[m.name]
	}
}

// Collect sends the metrics of the agent's present status.
func (c *collector) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	defer cancel()
	s, err := c.api.o.Agent.Status(ctx)
	gauge := func(name string, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(c.descs[name], prometheus.GaugeValue, value, labels...)
	}
	count := func(name string, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(c.descs[name], prometheus.CounterValue, value, labels...)
	}
	gauge("up", one(err == nil))
	gauge("is_leader", one(s.Leader != nil && s.Leader.ID == s.Self.ID))
	gauge("leader_known", one(s.Leader != nil))
	gauge("build_info", 1, c.api.o.Version, s.Algorithm)
	if c.api.o.Hooks != nil {
		for _, of := range c.api.o.Hooks() {
			lane := string(of.Lane)
			count("hooks_total", float64(of.Ran), lane)
			count("hook_failures_total", float64(of.Failed), lane)
			count("hook_skipped_events_total", float64(of.Skipped), lane)
			count("hook_lateness_seconds_total", of.Late.Seconds(), lane)
			gauge("hook_lateness_seconds_max", of.Latest.Seconds(), lane)
		}
	}
	if err != nil {
		return
	}
	gauge("epoch", float64(s.Epoch))
	gauge("capability", float64(s.Capability))
	gauge("uptime_seconds", s.Uptime.Seconds())
	gauge("neighbours", float64(len(s.Neighbours)))
	gauge("link_quality", s.Quality)
	gauge("storage_failed", one(!s.Healthy()))
	gauge("leader_kept", one(s.Kept))
	gauge("leader_unheard", one(s.Unheard))
	var granted agent.WordStatus
	if s.Majority != nil {
		granted = *s.Majority
	}
	gauge("majority_needed", float64(granted.Needed))
	gauge("majority_granting", float64(granted.Granting))
	gauge("fence", float64(granted.Fence))
	gauge("lease_seconds", granted.HoldsFor.Seconds())
	gauge("leader_failed", one(s.LeaderFailed()))
	gauge("visible_leaders", float64(len(s.Leaders)))
	gauge("members_other_settings", float64(len(s.Differing())))
	count("clock_jumps_total", float64(s.Counters.ClockJumps))
	gauge("members_other_algorithm", float64(len(s.Others())))
	count("elections_total", float64(s.Counters.Elections))
	count("leaderless_seconds_total", s.Leaderless.Seconds())
	count("none_eligible_seconds_total", s.NoneEligible.Seconds())
	gauge("eligible", one(s.Ineligible == ""))
	c.members(s, gauge)
	for _, k := range c.api.o.Agent.Kinds(&s.Counters) {
		count("messages_total", float64(k.Sent), k.Name, k.Class, "sent")
		count("messages_total", float64(k.Received), k.Name, k.Class, "received")
	}
	dropped := s.Counters.Dropped()
	if c.api.o.Dropped != nil {
		maps.Copy(dropped, c.api.o.Dropped())
	}
	for _, reason := range slices.Sorted(maps.Keys(dropped)) {
		count("dropped_total", float64(dropped[reason]), reason)
	}
}

func (c *collector) members(s agent.Status, gauge func(string, float64, ...string)) {
	states := map[string]int{"alive": 0, "failed": 0, "left": 0}
	for _, m := range s.Members {
		states[m.State]++
	}
	for _, state := range slices.Sorted(maps.Keys(states)) {
		gauge("members", float64(states[state]), state)
	}
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
