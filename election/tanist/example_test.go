package tanist_test

import (
	"context"
	"fmt"
	"time"

	"bellwether/election/tanist"
	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// changes prints who follows whom from when on.
type changes struct{}

func (changes) Wants() trace.Set { return trace.Of(trace.Elected, trace.Electing) }

func (changes) Record(r *trace.Record) {
	at := time.Duration(r.At).Round(100 * time.Millisecond)
	if r.Kind == trace.Electing {
		fmt.Println(at, r.Node, "enters an election")
		return
	}
	fmt.Println(at, r.Node, "follows", r.Peer)
}

// Three nodes on a line; the first leads, and the last is better. It bids at the first beacon, and
// the leader hands over: nobody enters an election.
func Example() {
	algorithm := tanist.Algorithm()
	budget := protocol.Detection{Interval: 2 * time.Second, Misses: 3}
	values, faults := protocol.Resolve(algorithm.Params, nil, budget)
	for _, f := range faults {
		fmt.Println(f)
	}
	world, err := emulator.New(emulator.Config{
		Seed: 1, Nodes: 3, Until: 5 * time.Second,
		Medium: radio.Line(3), Link: radio.DefaultLink(),
		Algorithm: algorithm, Setup: protocol.Config{Detection: budget, Values: values},
		Capability: emulator.Capability{Values: []int64{70, 10, 90}},
		Start:      emulator.Start{Leader: 1},
		Sinks:      []trace.Sink{changes{}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := world.Run(context.Background()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 0s 1 follows 1
	// 0s 2 follows 1
	// 0s 3 follows 1
	// 2.1s 1 follows 3
	// 2.1s 2 follows 3
	// 2.1s 3 follows 3
}
