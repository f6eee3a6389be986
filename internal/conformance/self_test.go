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

// TestNobodySendsToItself: a message to oneself is a node's state in disguise,
// and counts where nothing is said. Only in a ring of one is the successor
// oneself, and there the books count it. (A flood knows its own address: over it
// a ring of one is silent.)
func TestNobodySendsToItself(t *testing.T) { hold(t, noSoliloquy) }

func noSoliloquy(t testing.TB, r row) error {
	ring := r.a.Needs == protocol.NeedsRing || r.a.Needs == protocol.NeedsBothWays
	for _, w := range peaceful() {
		said := new(soliloquy)
		ends(t, w.Config(r.a, r.values(t)), calmAt, said)
		switch {
		case ring && w.Nodes == 1 && w.Services.Flood == nil && said.count == 0:
			return fmt.Errorf("%s: a ring of one closes without a message", w.Name)
		case said.count > 0 && !(ring && w.Nodes == 1):
			return fmt.Errorf("%s: %v sends kind %d to itself at %v", w.Name, said.first.Node, said.first.Message, said.first.At)
		}
	}
	if ring {
		return nil // a ring's member that others cannot reach is a ring of one
	}
	for number := range uint64(20) {
		w, said := Draw(*first+number), new(soliloquy)
		ends(t, w.Config(r.a, r.values(t)), calmAt, said)
		if said.count > 0 {
			return &drawn{w.Number, fmt.Errorf("%v sends kind %d to itself at %v", said.first.Node, said.first.Message, said.first.At)}
		}
	}
	return nil
}
