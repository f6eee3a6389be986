package recompute

import (
	"context"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bellwether/internal/study/campaign"
	draws "bellwether/internal/testkit/sample"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// walkers is a world in which components change.
const walkers = `
duration: 40s
warmup: 4500ms
runs: 1
seed: 3
nodes: 10
world: {width: 500, height: 500}
mobility: {model: random-waypoint, speed: {min: 2, max: 10}, pause: {min: 0s, max: 3s}}
radio: {model: unit-disk, range: 180, loss: {model: bernoulli, probability: 0.1}}
neighbours: {service: hello, interval: 500ms, timeout: 1500ms}
detection: {interval: 500ms, misses: 2}
`

// worlds are small scenarios, each with one kind of fault, medium or battery. Together
// their rows have every goal, and detectors.
var worlds = map[string]string{
	"crash":      "faults: [{at: 8s, crash: best, for: 5s}, {at: 20s, crash: [3, 4], for: 8s, lose_storage: true}, {at: 30s, crash: random}]",
	"restart":    "faults: [{at: 8s, crash: [1, 2, 3]}, {at: 16s, restart: [1, 2]}, {every: 9s, crash: random}, {at: 30s, restart: random}]",
	"flap":       "faults: [{at: 6s, flap: [2, 5], up: 3s, down: 1s, for: 20s, lose_storage: true}, {at: 6s, flap: [7], up: 700ms, down: 300ms}]",
	"pause":      "faults: [{at: 7s, pause: best, for: 6s}, {at: 20s, pause: [4, 5, 6], for: 3s}, {at: 21s, pause: [5], for: 8s}]",
	"drift":      "faults: [{at: 5s, drift: all, ppm: 300000, for: 20s}, {at: 30s, drift: [1], ppm: -400000}]",
	"jam":        "faults: [{at: 10s, jam: {x: 250, y: 250, radius: 150}, for: 12s}, {at: 26s, jam: {x: 0, y: 0, width: 250, height: 500}, for: 8s}]",
	"partition":  "faults: [{at: 8s, partition: [[1, 2, 3, 4], [5, 6]], for: 12s}, {at: 28s, partition: [[1, 7]]}, {at: 36s, heal: all}]",
	"radio-off":  "faults: [{at: 8s, radio-off: best, for: 6s}, {at: 22s, radio-off: [1, 2]}, {at: 30s, radio-on: [1]}]",
	"resign":     "faults: [{at: 8s, resign: best, for: 9s}, {at: 20s, resign: [2, 3]}, {at: 26s, resign: leader}]",
	"frames":     "faults: [{at: 6s, duplicate: all, probability: 0.5, for: 15s}, {at: 10s, reorder: all, probability: 0.4, delay: 300ms, for: 20s}]",
	"random":     "faults: [{mtbf: 10s, repair: 3s, crash: all}, {every: 7s, elect: random}]",
	"region":     "faults: [{at: 12s, crash: {x: 100, y: 100, radius: 200}, for: 6s}]",
	"battery":    "energy: {profile: wifi-ns3, battery: {min: 10, max: 40}}\nfaults: [{at: 25s, recharge: all}, {at: 10s, crash: [1], for: 4s}]",
	"sun":        "energy: {profile: wifi-ns3, battery: {min: 10, max: 30}, sun: {peak: 5, day: 40s, rise: 0s, set: 30s}}",
	"csma":       "radio: {model: unit-disk, range: 180, access: {model: csma}, bitrate: 100000}\nfaults: [{at: 12s, crash: best, for: 6s}]",
	"duty":       "radio: {model: unit-disk, range: 180, bitrate: 50000, duty_cycle: {limit: 0.02, window: 5s}, budget: {broadcasts: 3, per: 2s}}",
	"lora":       "radio: {model: log-distance, preset: lora-sf7}",
	"warm graph": "radio: {model: graph, topology: ring}\nfaults: [{at: 10s, crash: best, for: 5s}]",
}

// rows are the algorithms that the worlds run besides VKT04's, in turn. Each has a
// detector or another goal.
var rows = []string{"omega, bully", "omega-crash-recovery, flood-max", "a-elect-leader-c, omega-crash-recovery", "{name: omega, label: swim, params: {detector: swim}}, raft"}

// Every metric of every run can be recomputed from the file alone.
func TestEveryMetricFollowsFromTheTrace(t *testing.T) {
	for i, name := range slices.Sorted(maps.Keys(worlds)) {
		if testing.Short() && i%12 != 0 || !draws.Takes(i, 9) {
			continue
		}
		part := worlds[name] + "\nalgorithms: [vasudevan, " + rows[i%len(rows)] + "]\n"
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := load(t, part)
			dir := t.TempDir()
			file := func(_, label string, seed uint64) string {
				return filepath.Join(dir, fmt.Sprint(label, seed, ".ndjson"))
			}
			out, err := campaign.Run(context.Background(), s, campaign.Options{Jobs: 1, TraceFile: file})
			if err != nil || len(out.Failures) > 0 || len(out.Runs) < 3 {
				t.Fatal(err, out.Failures, len(out.Runs))
			}
			for _, run := range out.Runs {
				got := tell(readFile(t, file("", run.Label, run.Seed))).recompute()
				for _, key := range measure.Keys() {
					want, known := got[key.Name]
					if !known {
						t.Errorf("%s is not recomputed: add it to this package, and what it needs to the trace", key.Name)
						continue
					}
					compare(t, fmt.Sprint(run.Label, " ", run.Seed, " ", key.Name), want, run.Metrics.Get(key.Name), key.Time)
				}
			}
		})
	}
}

// load reads a world: the common part, changed by its own.
func load(t *testing.T, part string) *scenarios.Scenario {
	t.Helper()
	text := walkers
	for _, line := range strings.Split(part, "\n") {
		key, _, _ := strings.Cut(line, ":")
		for _, old := range strings.Split(strings.TrimSpace(walkers), "\n") {
			if strings.HasPrefix(old, key+":") || strings.HasPrefix(part, "radio: {model: graph") && (strings.HasPrefix(old, "world:") || strings.HasPrefix(old, "mobility:")) {
				text = strings.Replace(text, old+"\n", "", 1)
			}
		}
	}
	s, err := scenarios.Read("world.yaml", []byte(text+part), scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// compare compares a measured value with the one from the file, up to rounding.
func compare(t *testing.T, what string, want number, got measure.Value, time bool) {
	t.Helper()
	near := func(a, b float64) bool {
		return a == b || math.Abs(a-b) <= 1e-9*math.Max(1, math.Max(math.Abs(a), math.Abs(b)))
	}
	switch {
	case math.IsNaN(want.x) != !got.Known:
		t.Errorf("%s: measured %+v, by the file %v", what, got, want.x)
	case got.Known && !near(got.X, want.x):
		t.Errorf("%s: measured %v, by the file %v", what, got.X, want.x)
	case got.Known && time && (got.N != want.n || got.Censored != want.cut || !near(got.Median, want.median)):
		t.Errorf("%s: measured %d with %d cut off, median %v; by the file %d with %d, median %v",
			what, got.N, got.Censored, got.Median, want.n, want.cut, want.median)
	}
}
