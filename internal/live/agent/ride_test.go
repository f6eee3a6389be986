package agent_test

import (
	"sync/atomic"
	"testing"
	"time"

	"bellwether/election/tanist"
	"bellwether/internal/live/agent"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/trace"
)

// laden counts the hellos of an agent on which a message rides, and its beacons in frames of their own.
type laden struct{ hellos, beacons atomic.Int32 }

func (*laden) Wants() trace.Set { return trace.Of(trace.Send) }
func (l *laden) Record(r *trace.Record) {
	switch {
	case r.Class == protocol.ClassHello && r.Bytes > overlay.HelloBytes:
		l.hellos.Add(1)
	case r.Class == protocol.ClassBeacon:
		l.beacons.Add(1)
	}
}

// TestBeaconsRideOnHellosOfAgents: agents send hellos, so what rides on them rides here as well.
func TestBeaconsRideOnHellosOfAgents(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		for ride, rides := range map[string]bool{"off": false, "hellos": true} {
			e, seen := livetest.NewNetwork(), new(laden)
			o := agent.Options{Algorithm: agent.Algorithm{Algorithm: tanist.Algorithm()}, Timing: agent.WiFi(), Params: map[string]string{"ride": ride}, Offer: 1}
			b, c := e.Start(t, "b", o), e.Start(t, "c", o)
			o.Offer, o.Sinks = 9, []trace.Sink{seen}
			a := e.Start(t, "a", o)
			time.Sleep(60 * o.Timing.Hello.Interval)
			if got := livetest.Leader(t, c); got != "a" {
				t.Errorf("%s: c follows %q, want a", ride, got)
			}
			before := seen.beacons.Load()
			time.Sleep(20 * o.Timing.Hello.Interval)
			if got := seen.beacons.Load() > before; got == rides || (seen.hellos.Load() > 10) != rides {
				t.Errorf("%s: beacons in frames of their own: %v; %d hellos carry one", ride, got, seen.hellos.Load())
			}
			livetest.Stop(t, a, b, c)
		}
	})
}
