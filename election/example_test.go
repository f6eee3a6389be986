package election_test

import (
	"context"
	"fmt"
	"time"

	"bellwether/election"
	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// leaders is whom each node follows.
type leaders map[protocol.ID]protocol.ID

func (leaders) Wants() trace.Set         { return trace.Of(trace.Elected) }
func (l leaders) Record(r *trace.Record) { l[r.Node] = r.Peer }

// Five nodes on a line; the first starts an election: the one that offers most leads all of
// them.
func Example() {
	algorithm := election.Vasudevan()
	budget := protocol.Detection{Interval: 2 * time.Second, Misses: 3}
	values, faults := protocol.Resolve(algorithm.Params, map[string]string{"signalling": "broadcast"}, budget)
	for _, f := range faults {
		fmt.Println(f)
	}
	seen := leaders{}
	world, err := emulator.New(emulator.Config{
		Seed: 1, Nodes: 5, Until: 5 * time.Second,
		Medium: radio.Line(5), Link: radio.DefaultLink(),
		Algorithm: algorithm, Setup: protocol.Config{Detection: budget, Values: values},
		Capability: emulator.Capability{Values: []int64{10, 70, 30, 90, 50}},
		Start:      emulator.Start{Elect: []protocol.ID{1}},
		Sinks:      []trace.Sink{seen},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := world.Run(context.Background()); err != nil {
		fmt.Println(err)
	}
	fmt.Println(seen)
	// Output:
	// map[1:4 2:4 3:4 4:4 5:4]
}
