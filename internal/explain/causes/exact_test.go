package causes

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bellwether/internal/contract/goals"
	draws "bellwether/internal/testkit/sample"
	"bellwether/internal/testkit/scenariotest"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// fatal is what both kinds of tests have.
type fatal interface {
	Helper()
	Errorf(format string, args ...any)
	Fatal(args ...any)
}

// exact runs a row and compares the sum of the causes with the metrics. They are equal to the
// last bit; one nanosecond more would change it.
func exact(t *testing.T, to fatal, s *scenarios.Scenario, goal protocol.Goal) tally {
	to.Helper()
	meter := newMeter(options{Warmup: protocol.Time(s.Warmup), Goal: goal})
	run := measure.NewRun(measure.Options{Warmup: protocol.Time(s.Warmup), Goal: goal, Rules: s.Eligible != ""})
	scenariotest.Run(t, s, run, meter)
	compare(to, fmt.Sprintf("%s, %s, goal %q", s.Name, s.Algorithms[0].Label, goal), run.Metrics(), meter.total())
	return meter.total()
}

// compare compares the sums of causes with metrics of the same run.
func compare(to fatal, name string, m measure.Metrics, tally tally) {
	to.Helper()
	for _, c := range []struct {
		metric  string
		of, all float64
	}{
		{goalInstability, float64(tally.Samples.sum()), float64(tally.Nodes)},
		{"unreachable_leader_fraction", float64(tally.Samples[detection] + tally.Samples[stale]), float64(tally.Nodes)},
		{Leaderless, seconds(tally.Nanos.sum()), seconds(tally.Live)},
	} {
		want := m.Get(c.metric)
		if !want.Known && tally.Live == 0 { // the run is over before it is measured
			continue
		}
		if want.Known != (c.all != 0) || want.Known && c.of/c.all != want.X {
			to.Errorf("%s: the causes add up to %v of %v, %s is %v", name, c.of, c.all, c.metric, want.X)
		}
	}
}

// seconds are nanoseconds as package measure rounds them.
func seconds(ns int64) float64 { return float64(ns/1e9) + float64(ns%1e9)/1e9 }

// On the worlds and with the algorithms of docs/why.md.
func TestCausesAddUpToTheMetrics(t *testing.T) {
	for _, world := range []string{"two-islands", "campus-walk", "campus-sparse"} {
		for _, algorithm := range []string{"vasudevan", "bully", "chang-roberts", "flood-max"} {
			if world != "two-islands" && !(world == "campus-sparse" && algorithm == "vasudevan") && !draws.Whole() {
				continue // 4 worlds and algorithms of 12
			}
			s, err := scenarios.Load(world, scenarios.Options{Algorithms: []string{algorithm}})
			if err != nil {
				t.Fatal(err)
			}
			tally := exact(t, t, s, protocol.GoalBest)
			if tally.Samples.sum() == 0 || tally.Nanos.sum() == 0 {
				t.Errorf("%s, %s: nothing is wrong: %+v", world, algorithm, tally)
			}
		}
	}
}

// In random worlds of any algorithm and any goal, with crashes, partitions, resignations, lost storage, and rules
// of who may lead.
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
		rules := rapid.SampledFrom([]string{"members >= 0", "uptime >= 20s", "members > 1", "uptime < 25s, side = a", "side = a, members < 4"}).Draw(r, "rules")
		text := fmt.Sprintf("eligible: '%s'\ntags: [{nodes: [1], tags: {side: a}}, {nodes: [2], tags: {side: a}}]\n", rules) + fmt.Sprintf("schema: 2\nname: random\nduration: %ds\nwarmup: %ds\nruns: 1\nseed: %d\nnodes: %d\nworld: {width: 300, height: 300}\nradio: {range: %d}\nmeasure: {every: %s}\nmobility: {model: random-waypoint, speed: {min: 1, max: %d}}\nrouting: {service: oracle}\nfaults: [%s]\nalgorithms: [%s]\n",
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

// This holds for any order of records, also for orders that no run produces: nodes that boot
// twice, decide while they are down, or elect a node that does not exist.
func TestCausesAddUpOverAnyRecords(t *testing.T) {
	kinds := []trace.Kind{trace.Boot, trace.Boot, trace.Crash, trace.Absent, trace.Electing, trace.Electing, trace.Elected, trace.Elected, trace.Elected,
		trace.Capability, trace.Fault, trace.Send, trace.Receive, trace.Timer, trace.Sample, trace.Sample, trace.Sample}
	rapid.Check(t, func(r *rapid.T) {
		goal, warmup := rapid.SampledFrom(goals.All()).Draw(r, "goal"), protocol.Time(rapid.Int64Range(0, 2e9).Draw(r, "warmup"))
		meter, run := newMeter(options{Warmup: warmup, Goal: goal}), measure.NewRun(measure.Options{Warmup: warmup, Goal: goal})
		tell := func(rec trace.Record) {
			for _, sink := range []trace.Sink{meter, run} {
				if one := rec; sink.Wants().Has(rec.Kind) {
					sink.Record(&one)
				}
			}
		}
		at, id := protocol.Time(0), rapid.Custom(func(r *rapid.T) protocol.ID { return protocol.ID(rapid.IntRange(1, 5).Draw(r, "id")) })
		for range rapid.IntRange(0, 120).Draw(r, "records") {
			at += protocol.Time(rapid.SampledFrom([]int64{0, 0, 1, 1e8, 5e8}).Draw(r, "later"))
			rec := trace.Record{At: at, Kind: rapid.SampledFrom(kinds).Draw(r, "kind"), Node: id.Draw(r, "node"), Peer: id.Draw(r, "peer"),
				Value: rapid.Int64Range(0, 4).Draw(r, "value"), Frame: uint64(rapid.SampledFrom([]int{0, 1, 2, 1e8, 6e8}).Draw(r, "frame"))}
			switch rec.Kind {
			case trace.Elected:
				rec.Peer = protocol.ID(rapid.IntRange(0, 6).Draw(r, "leader"))
			case trace.Fault:
				rec.Name = trace.StorageLost
			case trace.Sample:
				cut := protocol.ID(rapid.IntRange(0, 5).Draw(r, "cut"))
				for node := protocol.ID(1); node <= 5; node++ {
					lowest := protocol.ID(1)
					if node > cut {
						lowest = cut + 1
					}
					tell(trace.Record{At: at, Kind: trace.Component, Node: node, Peer: lowest})
				}
				rec.Node, rec.Peer = 0, 0
			}
			tell(rec)
		}
		tell(trace.Record{At: at, Kind: trace.End})
		compare(r, "any records", run.Metrics(), meter.total())
	})
}
