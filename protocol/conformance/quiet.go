package conformance

import (
	"fmt"
	"testing"

	"bellwether/protocol"
	"bellwether/trace"
)

// talk is a sink for what each node said last of what an election takes: no
// beacon, no test of a detector, no hello, and none of the frames that carry
// those on.
type talk struct{ last map[protocol.ID]trace.Record }

func newTalk() *talk { return &talk{map[protocol.ID]trace.Record{}} }

func (*talk) Wants() trace.Set { return trace.Of(trace.Send) }

func (o *talk) Record(r *trace.Record) {
	switch r.Class {
	case protocol.ClassElection, protocol.ClassAnnouncement, protocol.ClassProbe:
		o.last[r.Node] = *r
	}
}

// after says who still spoke of elections after an instant. A component without
// a quorum may: it has no leader, and asks for one for ever.
func (o *talk) after(end protocol.Time, places *topology, quorum int) error {
	for id := protocol.ID(1); int(id) < len(places.live); id++ {
		r, spoke := o.last[id]
		if !spoke || r.At <= end {
			continue
		}
		if size, _ := places.reach(int(id)); size >= quorum {
			return fmt.Errorf("%v says a message of class %v (kind %d) at %v, when all had to be settled by %v",
				id, r.Class, r.Message, r.At, end)
		}
	}
	return nil
}

// upkeepOnly: where all is settled nobody elects,
// announces or probes any more; what is heard is beacons, detectors, hellos, and
// what carries them on. (settle holds every world to it; these are those in
// which nothing ever goes wrong, so that silence is not for want of nodes.)
func upkeepOnly(t testing.TB, r row) error {
	for _, w := range peaceful() {
		elected := newTalk()
		c := w.with(r)
		c.Sinks = []trace.Sink{elected}
		if _, err := settle(t, r, w, c); err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
		if w.nodes > 1 && electing(t, r, w) && len(elected.last) == 0 {
			return fmt.Errorf("%s: no election was ever heard: nothing was tested", w.name)
		}
	}
	return nil
}

// electing reports whether a row holds elections at all. Ω has none.
func electing(t testing.TB, r row, w scene) bool {
	machine, err := r.a.New(w.with(r).Setup)
	if err != nil {
		t.Fatal(err)
	}
	_, ok := machine().(protocol.Starter)
	return ok
}
