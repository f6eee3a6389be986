package emulator_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"bellwether/election"
	"bellwether/emulator"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// Five nodes in a line elect the one with the greatest capability. It crashes, and they
// elect the next. The same seed gives the same run.
func Example() {
	budget := protocol.Detection{Interval: 2 * time.Second, Misses: 3}
	algorithm := election.Vasudevan()
	values, faults := protocol.Resolve(algorithm.Params, map[string]string{"beacon_interval": "1s"}, budget)
	if len(faults) > 0 {
		log.Fatal(faults[0])
	}
	world, err := emulator.New(emulator.Config{
		Seed: 1, Nodes: 5, Until: 30 * time.Second,
		Algorithm: algorithm, Setup: protocol.Config{Detection: budget, Values: values},
		Services: overlay.Services{Detection: budget}, // neighbours are known, and routes are not needed
		Medium:   radio.Line(5), Link: radio.DefaultLink(),
		Capability: emulator.Capability{Values: []int64{10, 20, 30, 40, 50}},
		Start:      emulator.Start{Elect: []protocol.ID{1}},
		Faults:     []emulator.Fault{{At: 10 * time.Second, Kind: emulator.FaultCrash, Target: emulator.TargetNodes, Nodes: []protocol.ID{5}}},
		Sinks:      []trace.Sink{follows(1)},
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := world.Run(context.Background()); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 0.0s: node 1 is in an election
	// 0.1s: node 1 follows node 5
	// 12.3s: node 1 is in an election
	// 12.4s: node 1 follows node 4
}

// follows prints whom one node follows.
type follows protocol.ID

func (follows) Wants() trace.Set { return trace.Of(trace.Electing, trace.Elected) }
func (f follows) Record(r *trace.Record) {
	switch {
	case r.Node != protocol.ID(f):
	case r.Kind == trace.Electing:
		fmt.Printf("%.1fs: node %d is in an election\n", r.At.Seconds(), r.Node)
	case r.Peer != protocol.Nobody:
		fmt.Printf("%.1fs: node %d follows node %d\n", r.At.Seconds(), r.Node, r.Peer)
	}
}
