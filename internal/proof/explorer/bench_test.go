package explorer

import (
	"context"
	"fmt"
	"testing"

	"bellwether/scenarios"
)

// BenchmarkExplore times whole searches, in which messages are faster than timers and
// there are no faults.
//
//	go test -run '^$' -bench . -benchtime 1x ./internal/proof/explorer
func BenchmarkExplore(b *testing.B) {
	for _, a := range []Options{
		{Algorithm: "bully"}, {Algorithm: "chang-roberts"}, {Algorithm: "flood-max"},
		{Algorithm: "vasudevan", Params: []string{"signalling=udp"}},
		{Algorithm: "vasudevan", Params: []string{"signalling=broadcast"}},
	} {
		for _, topology := range []string{"line", "complete"} {
			for n := 2; n <= 4; n++ {
				o := a
				o.Topology, o.Nodes, o.Timers, o.OneLeader = topology, n, AtRest, Quiescence
				o.Invariants = builtin.Invariants
				b.Run(fmt.Sprintf("%s%v/%s/%d", o.Algorithm, o.Params, topology, n), func(b *testing.B) {
					for b.Loop() {
						r, err := Explore(context.Background(), scenarios.Algorithm, o, nil)
						if err != nil {
							b.Fatal(err)
						}
						b.ReportMetric(float64(r.States), "states")
						b.ReportMetric(float64(r.Depth), "depth")
						if r.Verdict == Bounded {
							b.ReportMetric(1, "bounded")
						} else if r.Verdict != Holds {
							b.Error(r)
						}
					}
				})
			}
		}
	}
}
