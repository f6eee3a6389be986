package conformance

import (
	"fmt"
	"testing"

	"bellwether/protocol"
	"bellwether/trace"
)

// selfSent is a sink that counts the messages that nodes send to themselves.
type selfSent struct {
	count int
	first trace.Record
}

func (*selfSent) Wants() trace.Set { return trace.Of(trace.Send) }

func (o *selfSent) Record(r *trace.Record) {
	if r.Peer != r.Node {
		return
	}
	if o.count == 0 {
		o.first = *r
	}
	o.count++
}

// noSelf: no node sends to itself. Such a message tells the node nothing, yet it counts as
// traffic. Only in a ring of one is a node its own successor, and textbooks count that
// message. (A flood does not send to its own node: over floods a ring of one sends
// nothing.)
func noSelf(t testing.TB, r row) error {
	ring := r.a.Needs == protocol.NeedsRing || r.a.Needs == protocol.NeedsBothWays
	for _, w := range peaceful() {
		said := new(selfSent)
		if err := ends(t, r, w.with(r), calmAt, said); err != nil {
			return err
		}
		switch {
		case ring && w.nodes == 1 && w.services.Flood == nil && said.count == 0:
			return fmt.Errorf("%s: a ring of one closes without a message", w.name)
		case said.count > 0 && !(ring && w.nodes == 1):
			return fmt.Errorf("%s: %v sends kind %d to itself at %v", w.name, said.first.Node, said.first.Message, said.first.At)
		}
	}
	if ring {
		return nil // a ring's member that others cannot reach is a ring of one
	}
	for number := range count(3) {
		w, said := drawScene(*first+number), new(selfSent)
		if err := ends(t, r, w.with(r), calmAt, said); err != nil {
			return err
		}
		if said.count > 0 {
			return &drawn{w.number, fmt.Errorf("%v sends kind %d to itself at %v", said.first.Node, said.first.Message, said.first.At)}
		}
	}
	return nil
}
