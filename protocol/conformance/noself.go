package conformance

import (
	"fmt"
	"testing"

	"bellwether/protocol"
	"bellwether/trace"
)

// soliloquy is a sink for what nodes say to themselves.
type soliloquy struct {
	count int
	first trace.Record
}

func (*soliloquy) Wants() trace.Set { return trace.Of(trace.Send) }

func (o *soliloquy) Record(r *trace.Record) {
	if r.Peer != r.Node {
		return
	}
	if o.count == 0 {
		o.first = *r
	}
	o.count++
}

// noSoliloquy: a message to oneself is a node's state in disguise,
// and counts where nothing is said. Only in a ring of one is the successor
// oneself, and there the books count it. (A flood knows its own address: over it
// a ring of one is silent.)
func noSoliloquy(t testing.TB, r row) error {
	ring := r.a.Needs == protocol.NeedsRing || r.a.Needs == protocol.NeedsBothWays
	for _, w := range peaceful() {
		said := new(soliloquy)
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
		w, said := drawScene(*first+number), new(soliloquy)
		if err := ends(t, r, w.with(r), calmAt, said); err != nil {
			return err
		}
		if said.count > 0 {
			return &drawn{w.number, fmt.Errorf("%v sends kind %d to itself at %v", said.first.Node, said.first.Message, said.first.At)}
		}
	}
	return nil
}
