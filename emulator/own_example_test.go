package emulator_test

import (
	"context"
	"fmt"
	"log"
	"math"
	"time"

	"github.com/paulmach/orb"

	"bellwether/election"
	"bellwether/emulator"
	"bellwether/mobility"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// lightning crashes the node that it strikes, and turns off the radios of all nodes within
// 150 m. When it ends, these nodes and radios work again.
func lightning() emulator.OwnFault {
	near := func(h *emulator.Hand, struck protocol.ID, do func(protocol.ID)) {
		at, _ := h.Position(struck)
		for id := protocol.ID(1); int(id) <= h.Nodes(); id++ {
			if there, known := h.Position(id); known && id != struck && math.Hypot(there[0]-at[0], there[1]-at[1]) <= 150 {
				do(id)
			}
		}
	}
	return emulator.OwnFault{
		Name: "lightning",
		Strike: func(h *emulator.Hand, struck protocol.ID) {
			h.Crash(struck)
			near(h, struck, h.RadioOff)
		},
		End: func(h *emulator.Hand, struck protocol.ID) {
			h.Restart(struck)
			near(h, struck, h.RadioOn)
		},
	}
}

// The script names the program's own fault and its targets; the trace shows the fault under
// its name.
func ExampleOwnFault() {
	budget := protocol.Detection{Interval: 2 * time.Second, Misses: 3}
	algorithm := election.Vasudevan()
	values, faults := protocol.Resolve(algorithm.Params, nil, budget)
	if len(faults) > 0 {
		log.Fatal(faults[0])
	}
	places, err := mobility.NewStaticAt([]orb.Point{{0, 0}, {100, 0}, {200, 0}, {300, 0}})
	if err != nil {
		log.Fatal(err)
	}
	world, err := emulator.New(emulator.Config{
		Seed: 1, Nodes: 4, Until: 30 * time.Second,
		Algorithm: algorithm, Setup: protocol.Config{Detection: budget, Values: values},
		Services: overlay.Services{Detection: budget},
		Mobility: places, Medium: radio.Disk(120), Link: radio.DefaultLink(),
		Capability: emulator.Capability{Values: []int64{10, 20, 30, 40}},
		Start:      emulator.Start{Leader: 4},
		OwnFaults:  []emulator.OwnFault{lightning()},
		Faults:     []emulator.Fault{{At: 10 * time.Second, For: 5 * time.Second, Kind: "lightning", Target: emulator.TargetBest}},
		Sinks:      []trace.Sink{struck{}},
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := world.Run(context.Background()); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 10s: lightning at node 4
	// 10s: lightning at node 3
	// 15s: it is over
}

// struck prints what faults do.
type struck struct{}

func (struck) Wants() trace.Set { return trace.Of(trace.Fault, trace.Over) }
func (struck) Record(r *trace.Record) {
	if r.Kind == trace.Over {
		fmt.Printf("%.0fs: it is over\n", r.At.Seconds())
		return
	}
	fmt.Printf("%.0fs: %s at node %d\n", r.At.Seconds(), r.Name, r.Node)
}
