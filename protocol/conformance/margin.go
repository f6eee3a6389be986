package conformance

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/internal/sim/energy"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
	"bellwether/trace/check"
)

// thirsty is a radio whose frames cost so much energy that capabilities change with
// traffic: a relay or a leader drains before the rest.
var thirsty = energy.Profile{Name: "thirsty", TxW: 120, RxW: 20, IdleW: 0.05}

// leastReplaced is the share of worlds in which the worst node, which leads at first, must
// be replaced. It is not replaced where the others drain as fast.
const leastReplaced = 0.75

// withinMargin is the second half of the convergence law: batteries drain, capabilities
// change, and no live member exceeds the leader by more than hysteresis and bonus for
// longer than the settle bound. In each world the worst node leads at first.
func withinMargin(t testing.TB, r row) error {
	margin := protocol.Margin{Share: 100, Bonus: 20}
	replaced, worlds := 0, count(5)
	for k := range worlds {
		number := *first + k
		w, c := draining(r, number)
		c.Setup.Hysteresis = margin
		grace := r.a.SettleBound(protocol.Scale{Nodes: w.nodes, Diameter: w.nodes, Hop: hop, Roster: w.nodes,
			Neighbour: 4 * time.Second}, c.Setup)
		within := check.NewWithinMargin(check.MarginOptions{Margin: margin}, grace)
		leaders := &turnover{worst: c.Start.Leader}
		c.Sinks = []trace.Sink{within, leaders}
		if err := run(t, r, c); err != nil {
			return &drawn{number, err}
		}
		for _, v := range within.Verdicts() {
			return &drawn{number, fmt.Errorf("%v", v)}
		}
		if leaders.replaced {
			replaced++
		}
	}
	if float64(replaced) < leastReplaced*float64(worlds) && worlds > 1 {
		return fmt.Errorf("the worst node was replaced in %d of %d worlds only: nothing was tested", replaced, worlds)
	}
	return nil
}

// turnover is a sink that records whether another node than the first leader is elected.
type turnover struct {
	worst    protocol.ID
	replaced bool
}

func (*turnover) Wants() trace.Set { return trace.Of(trace.Elected) }
func (o *turnover) Record(r *trace.Record) {
	o.replaced = o.replaced || r.Peer != protocol.Nobody && r.Peer != o.worst
}

// draining is a connected world of six nodes whose batteries drain; the worst leads.
func draining(r row, number uint64) (scene, emulator.Config) {
	g := rand.New(rand.NewPCG(number, 0x647261696e)) // "drain"
	w := ringOfFive()
	w.number, w.nodes = number, 6
	shapes := []radio.Graph{radio.Complete(6), radio.Ring(6), radio.Line(6), radio.Star(6)}
	c := w.with(r)
	c.Seed, c.Nodes, c.Medium, c.Until = number, 6, shapes[number%4], 5*time.Minute
	c.Capability = emulator.Capability{Battery: 1}
	c.Start = emulator.Start{Leader: protocol.ID(1 + g.IntN(6))}
	c.Energy = &emulator.Energy{Profile: thirsty}
	for id := protocol.ID(1); id <= 6; id++ {
		charge := 300 + 200*g.Float64()
		if id == c.Start.Leader {
			charge = 200
		}
		c.Energy.InitialJ = append(c.Energy.InitialJ, charge)
	}
	return w, c
}
