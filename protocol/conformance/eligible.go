package conformance

import (
	"fmt"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/internal/sim/energy"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// lantern is a radio that idles on so little that only faults take charge.
var lantern = energy.Profile{Name: "lantern", TxW: 2e-6, RxW: 2e-6, IdleW: 1e-6}

// eligible: nodes whose battery is low, and node 5, must not lead. A node that must not claims less than any
// that may, and abstains if it is elected. At rest each component names its best eligible member; nobody, if
// none is eligible.
func eligible(t testing.TB, r row) error {
	drain := func(at time.Duration, of ...protocol.ID) emulator.Fault {
		return emulator.Fault{At: at, Kind: emulator.FaultDrain, Target: emulator.TargetNodes, Nodes: of, Left: 0.1}
	}
	fill := func(at time.Duration, of ...protocol.ID) emulator.Fault {
		return emulator.Fault{At: at, Kind: emulator.FaultRecharge, Target: emulator.TargetNodes, Nodes: of}
	}
	early := calmAt - 10*time.Second
	for _, w := range over("ring of five", radio.Ring(5)) {
		for _, one := range []struct {
			name   string
			leads  protocol.ID // at rest
			faults []emulator.Fault
		}{
			{"the leader's battery is low", 1, []emulator.Fault{drain(calmAt, 3)}},
			{"a leader is recharged", 3, []emulator.Fault{drain(early, 3), fill(calmAt, 3)}},
			{"no battery lasts", protocol.Nobody, []emulator.Fault{drain(calmAt, 1, 2, 3, 4)}},
			{"one battery is charged again", 2, []emulator.Fault{drain(early, 1, 2, 3, 4), fill(calmAt, 2)}},
			{"a crash leaves nobody eligible", protocol.Nobody, []emulator.Fault{drain(early, 1, 2, 4), only(3, emulator.Fault{At: calmAt, Kind: emulator.FaultCrash})}},
		} {
			w := w.struck(one.name, one.faults...)
			c := w.with(r)
			c.Capability.Eligible, c.Capability.Tags = "battery > 20 %, role != guest", make([]map[string]string, 5)
			c.Capability.Tags[4] = map[string]string{"role": "guest"}
			c.Energy = &emulator.Energy{Profile: lantern, InitialJ: []float64{100, 200, 100, 200, 100}}
			last := new(follower)
			c.Sinks = []trace.Sink{last}
			if _, err := settle(t, r, w, c); err != nil {
				return fmt.Errorf("%s: %w", w.name, err)
			}
			if last.leader != one.leads {
				return fmt.Errorf("%s: at rest node 1 follows %v, not %v", w.name, last.leader, one.leads)
			}
		}
	}
	return nil
}

// follower is a sink that records whom node 1 follows.
type follower struct{ leader protocol.ID }

func (*follower) Wants() trace.Set { return trace.Of(trace.Electing, trace.Elected) }

func (f *follower) Record(r *trace.Record) {
	if r.Node == 1 {
		f.leader = r.Peer // Nobody in an election
	}
}
