package preview

import (
	"context"
	"math"
	"strings"
	"testing"

	"bellwether/internal/study/campaign"
	"bellwether/scenarios"
)

// firstDeath is the first death over some runs of a scenario's first row, in seconds.
func firstDeath(t *testing.T, s *scenarios.Scenario, runs int) float64 {
	t.Helper()
	first := math.Inf(1)
	for i := range runs {
		run, failure := campaign.One(context.Background(), s, s.Algorithms[0], s.Seed+uint64(i), nil)
		if failure != nil {
			t.Fatal(failure)
		}
		if death := run.Metrics.Get("first_death_s"); death.Known {
			first = min(first, death.X)
		}
	}
	return first
}

// flying are drones above a post; the post's charge is smaller and lasts longer.
const flying = `
schema: 2
duration: 5m
warmup: 10s
groups:
  - {name: drones, nodes: 4, battery: {min: 20000, max: 40000}, mobility: {model: random-waypoint-3d, altitude: {min: 10, max: 60}, speed: {min: 2, max: 20}, pause: {min: 5s, max: 20s}, propulsion: {model: rotary-wing}}}
  - {name: post, nodes: 1, battery: {min: 900, max: 900}, mobility: {model: static, positions: [[10, 10]]}}
energy: {profile: wifi-ns3}
algorithms: [vasudevan]
`

// Where movement takes power, the first end is that of runs, and not that of the smallest charge.
func TestBatteriesOfMoversEndAsInRuns(t *testing.T) {
	s := read(t, flying)
	p := Of(context.Background(), s, 1)
	text := p.batteryText()
	for _, words := range []string{"the first that may end is 20000 J of drones after 1", " s of listening at 0.819 W and movement at 1", " W on average", "the last 900 J of post after 1098.9 s of listening at 0.819 W", "a run lasts 300 s"} {
		if !strings.Contains(text, words) {
			t.Errorf("%q lacks %q", text, words)
		}
	}
	least := *s
	least.Groups = append(least.Groups[:0:0], s.Groups...)
	least.Groups[0].Battery.Max = 20000.001
	first, last := p.batteries().ends()
	if got, want := first.seconds, firstDeath(t, &least, 3); math.Abs(got-want) > 0.1*want {
		t.Errorf("the first end is estimated at %.1f s, and is at %.1f s", got, want)
	}
	if last.node != 4 || first.node == 4 {
		t.Errorf("the first is node %d, the last node %d", first.node+1, last.node+1)
	}
}

// A motor at one power empties a battery by division; absent nodes use none, and after the run
// it goes on.
func TestEndsByHand(t *testing.T) {
	for _, c := range []struct {
		name, mobility, battery string
		first                   float64
	}{
		{"hover", "{model: hover, positions: [[100, 100], [200, 200]], altitude: 10, propulsion: {model: constant, rest: 4.181, move: 4.181}}", "{min: 100, max: 100.5}", 20},
		{"beyond the run", "{model: hover, positions: [[100, 100], [200, 200]], altitude: 10, propulsion: {model: constant, rest: 4.181, move: 4.181}}", "{min: 5000, max: 9000}", 1000},
		{"on the way", "{model: random-waypoint, speed: {min: 1, max: 2}, pause: {min: 0s, max: 0s}, propulsion: {model: constant, rest: 1, move: 9.181}}", "{min: 100, max: 100.5}", 10},
		{"free", "{model: random-waypoint}", "{min: 81.9, max: 100.5}", 100},
	} {
		s := read(t, "schema: 2\nnodes: 2\nduration: 60s\nwarmup: 1s\nalgorithms: [vasudevan]\nmobility: "+c.mobility+"\nenergy: {battery: "+c.battery+"}\n")
		p := &Preview{scenario: s}
		if first, _ := p.batteries().ends(); math.Abs(first.seconds-c.first) > 1e-6*c.first {
			t.Errorf("%s: the first ends after %v s, want %v", c.name, first.seconds, c.first)
		}
	}
}

// Frames at rest shorten a life as they do in a run where nothing happens, and are named.
func TestFramesAtRestAreCounted(t *testing.T) {
	s := read(t, strings.Replace(moving, "model: random-waypoint, speed: {min: 3, max: 12}", "model: static", 1)+
		"start: {elect: all}\nneighbours: {interval: 20ms, timeout: 1s}\nenergy: {battery: {min: 60, max: 60.001}}\n")
	p := Of(context.Background(), s, 1)
	if text := p.batteryText(); !strings.Contains(text, " s with the frames of flood-max at rest)") {
		t.Error(text)
	}
	first, _ := p.batteries().ends()
	if want := firstDeath(t, s, 1); first.seconds-first.rest < 0.5 || math.Abs(first.rest-want) > 0.05*want {
		t.Errorf("it ends after %.2f s of listening, %.2f s with frames, and is empty after %.2f s", first.seconds, first.rest, want)
	}
	p.rest.powerW = 0
	if text := p.batteryText(); strings.Contains(text, "frames") {
		t.Errorf("without frames: %s", text)
	}
}

// The line names the first fault that takes charge, if one does.
func TestDrainsAreTold(t *testing.T) {
	const world = "schema: 2\nnodes: 3\nalgorithms: [vasudevan]\nenergy: {battery: {min: 300, max: 600}}\nfaults: "
	for faults, want := range map[string]string{
		"[{at: 4m, drain: best, left: 0.2}, {every: 2m, drain: random}]": "; a fault takes charge from 2m on",
		"[{at: 3m, crash: best}]": "",
	} {
		p := &Preview{scenario: read(t, world+faults+"\n")}
		_, got, _ := strings.Cut(p.batteryText(), "a run lasts 600 s")
		if got != want {
			t.Errorf("%s: %q, want %q", faults, got, want)
		}
	}
}
