package causes

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bellwether/internal/goals"
	"bellwether/internal/scenariotest"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// fatal is what both kinds of tests have.
type fatal interface {
	Helper()
	Errorf(format string, args ...any)
	Fatal(args ...any)
}

// exact runs a row, and compares what the causes add up to with the metrics: equal to the last bit, which a
// nanosecond more would change.
func exact(t *testing.T, to fatal, s *scenarios.Scenario, goal protocol.Goal) Tally {
	to.Helper()
	meter := New(Options{Warmup: protocol.Time(s.Warmup), Goal: goal})
	run := measure.NewRun(measure.Options{Warmup: protocol.Time(s.Warmup), Goal: goal})
	scenariotest.Run(t, s, run, meter)
	m, tally := run.Metrics(), meter.Tally()
	for _, c := range []struct {
		metric  string
		of, all float64
	}{
		{GoalInstability, float64(tally.Samples.Sum()), float64(tally.Nodes)},
		{"unreachable_leader_fraction", float64(tally.Samples[Detection] + tally.Samples[Stale]), float64(tally.Nodes)},
		{Leaderless, seconds(tally.Nanos.Sum()), seconds(tally.Live)},
	} {
		if c.metric == "unreachable_leader_fraction" && tally.Nodes == 0 {
			continue
		}
		if got, want := c.of/c.all, m.Get(c.metric).X; got != want && c.all != 0 {
			to.Errorf("%s, %s, goal %q: the causes add up to %v, %s is %v", s.Name, s.Algorithms[0].Label, goal, got, c.metric, want)
		}
	}
	return tally
}

// seconds are nanoseconds as package measure rounds them.
func seconds(ns int64) float64 { return float64(ns/1e9) + float64(ns%1e9)/1e9 }

// On the worlds and with the algorithms of docs/losing.md.
func TestCausesAddUpToTheMetrics(t *testing.T) {
	for _, world := range []string{"two-islands", "campus-walk", "campus-sparse"} {
		for _, algorithm := range []string{"vasudevan", "bully", "chang-roberts", "flood-max"} {
			if testing.Short() && world != "two-islands" {
				continue
			}
			s, err := scenarios.Load(world, scenarios.Options{Algorithms: []string{algorithm}})
			if err != nil {
				t.Fatal(err)
			}
			tally := exact(t, t, s, protocol.GoalBest)
			if tally.Samples.Sum() == 0 || tally.Nanos.Sum() == 0 {
				t.Errorf("%s, %s: nothing is wrong: %+v", world, algorithm, tally)
			}
		}
	}
}

// In random worlds of any algorithm and any goal, with crashes, partitions, resignations and lost storage.
func TestCausesAddUpInRandomWorlds(t *testing.T) {
	names := []string{"vasudevan", "bully", "chang-roberts", "flood-max", "omega", "link-reversal", "le-lann", "raft"}
	seen := map[Cause]int{}
	rapid.Check(t, func(r *rapid.T) {
		nodes := rapid.IntRange(2, 9).Draw(r, "nodes")
		faults := ""
		for range rapid.IntRange(0, 4).Draw(r, "faults") {
			at, of := rapid.IntRange(1, 50).Draw(r, "at"), rapid.IntRange(1, nodes).Draw(r, "of")
			faults += ", " + fmt.Sprintf(rapid.SampledFrom([]string{
				"{at: %ds, crash: [%d], for: 7s}", "{at: %ds, crash: [%d], for: 3s, lose_storage: true}", "{at: %ds, partition: [[%d]], for: 9s}", "{at: %ds, resign: [%d]}",
				"{at: %ds, elect: [%d]}", "{at: %ds, crash: [%d]}",
			}).Draw(r, "fault"), at, of)
		}
		text := fmt.Sprintf("schema: 2\nname: random\nduration: %ds\nwarmup: %ds\nruns: 1\nseed: %d\nnodes: %d\nworld: {width: 300, height: 300}\nradio: {range: %d}\nmeasure: {every: %s}\nmobility: {model: random-waypoint, speed: {min: 1, max: %d}}\nrouting: {service: oracle}\nfaults: [%s]\nalgorithms: [%s]\n",
			rapid.IntRange(31, 60).Draw(r, "duration"), rapid.IntRange(0, 30).Draw(r, "warmup"), rapid.IntRange(1, 1e6).Draw(r, "seed"), nodes,
			rapid.IntRange(50, 250).Draw(r, "range"), rapid.SampledFrom([]string{"1s", "300ms", "2s"}).Draw(r, "every"), rapid.IntRange(2, 20).Draw(r, "speed"),
			strings.TrimPrefix(faults, ", "), rapid.SampledFrom(names).Draw(r, "algorithm"))
		s, err := scenarios.Read("random.yaml", []byte(text), scenarios.Options{})
		if err != nil {
			r.Fatal(text, err)
		}
		tally := exact(t, r, s, rapid.SampledFrom(goals.All()).Draw(r, "goal"))
		for c, n := range tally.Samples {
			if n > 0 {
				seen[Cause(c)]++
			}
		}
	})
	for c := range causes {
		if seen[c] == 0 {
			t.Logf("no world shows %v", c)
		}
	}
	t.Log(seen)
}
