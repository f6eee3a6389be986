package measure_test

import (
	"fmt"

	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// A run is measured as it happens, by a sink among others.
func ExampleRun() {
	const second = protocol.Time(1e9)
	run := measure.NewRun(measure.Options{Horizon: 10 * second})
	for _, r := range []trace.Record{
		{At: 0, Kind: trace.Boot, Node: 1, Value: 1},
		{At: 1 * second, Kind: trace.Electing, Node: 1, Computation: protocol.Computation{Num: 1, Source: 1}},
		{At: 3 * second, Kind: trace.Elected, Node: 1, Peer: 1, Computation: protocol.Computation{Num: 1, Source: 1}},
		{At: 10 * second, Kind: trace.End},
	} {
		run.Record(&r)
	}
	m := run.Metrics()
	for _, name := range []string{"leaderless_fraction", "election_rate_per_min", "election_time_s", "leader_quality"} {
		v := m.Get(name)
		fmt.Println(name, v.X, v.Known)
	}
	// Output:
	// leaderless_fraction 0.3 true
	// election_rate_per_min 6 true
	// election_time_s 2 true
	// leader_quality 0 false
}

// Runs of two algorithms on common seeds, and how they differ.
func ExampleSummarise() {
	run := func(label string, seed uint64, rate float64) measure.RunResult {
		r := measure.RunResult{Label: label, Name: label, Goal: protocol.GoalBest, Seed: seed}
		r.Metrics.Set("election_rate_per_min", measure.Value{X: rate, Known: true})
		return r
	}
	report, err := measure.Summarise("campus-walk", "vasudevan", 1, 2, []measure.RunResult{
		run("vasudevan", 1, 4), run("vasudevan", 2, 5),
		run("bully", 1, 7), run("bully", 2, 8),
	}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range report.Algorithms {
		s, d := a.Metrics.Get("election_rate_per_min"), a.Paired.Get("election_rate_per_min")
		fmt.Println(a.Label, s.Mean, s.N)
		if d != nil {
			fmt.Println("differs by", d.Mean, "from", *d.Low, "to", *d.High)
		}
	}
	// Output:
	// vasudevan 4.5 2
	// bully 7.5 2
	// differs by 3 from 3 to 3
}
