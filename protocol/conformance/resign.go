package conformance

import (
	"fmt"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// resign: the elected leader resigns at the calm and stays alive, with its lowest
// capability. Then the node that the goal wants leads; for goal best that is another node.
// In a second world the leader resigns 10 s before the calm, and at the calm offers again
// what it did.
func resign(t testing.TB, r row) error {
	for _, w := range over("ring of five", radio.Ring(5)) {
		for _, f := range []emulator.Fault{
			{At: calmAt},
			{At: calmAt - 10*time.Second, For: 10 * time.Second},
		} {
			f.Kind, f.Target = emulator.FaultResign, emulator.TargetLeader
			w := w.struck(fmt.Sprintf("its leader resigns at %v for %v", f.At, f.For), f)
			c := w.with(r)
			stepped := &steppedDown{after: protocol.Time(f.At)}
			c.Sinks = []trace.Sink{stepped}
			if _, err := settle(t, r, w, c); err != nil {
				return fmt.Errorf("%s: %w", w.name, err)
			}
			if r.a.Goal == protocol.GoalBest && !stepped.replaced {
				return fmt.Errorf("%s: %v is not replaced", w.name, stepped.former)
			}
		}
	}
	return nil
}

// steppedDown is a sink that records who led before an instant, and whether another node
// was elected after it.
type steppedDown struct {
	after    protocol.Time
	former   protocol.ID
	replaced bool
}

func (*steppedDown) Wants() trace.Set { return trace.Of(trace.Elected) }

func (o *steppedDown) Record(r *trace.Record) {
	if r.At < o.after {
		o.former = r.Peer
		return
	}
	o.replaced = o.replaced || r.Peer != protocol.Nobody && r.Peer != o.former
}
