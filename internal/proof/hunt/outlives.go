package hunt

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
	"bellwether/trace"
)

// outlives is a sink that checks the values that outlive a crash by a machine's own declaration
// (see optional.Durable). Whenever a node shows such a value, a second machine is started with
// what the node has saved by then, as if the node crashed at that moment; its value is compared.
type outlives struct {
	make          func() protocol.Machine
	kept, counted []string
	members       roster
	saved         map[protocol.ID][]byte
	why           string
}

// roster is the view of the second machine: all members and no neighbours.
type roster []protocol.ID

func (r roster) Neighbours() []protocol.ID { return nil }
func (r roster) Members() []protocol.ID    { return r }

func newOutlives(d optional.Durable, make func() protocol.Machine, nodes int) *outlives {
	o := &outlives{make: make, saved: map[protocol.ID][]byte{}}
	o.kept, o.counted = d.Outlives()
	for id := range nodes {
		o.members = append(o.members, protocol.ID(id+1))
	}
	return o
}

// saves keeps what a node saves. It is an [emulator.Config.Interrupt] that crashes no node.
func (o *outlives) saves(id protocol.ID, e protocol.Effect) bool {
	if e.Op == protocol.OpSave {
		o.saved[id] = bytes.Clone(e.State)
	}
	return false
}

// Wants returns what nodes show, and the loss of their storage.
func (*outlives) Wants() trace.Set { return trace.Of(trace.State, trace.Fault) }

// Record checks a value that a node shows. All effects of the handler were carried out before.
func (o *outlives) Record(r *trace.Record) {
	if r.Kind == trace.Fault {
		if r.Name == trace.StorageLost {
			delete(o.saved, r.Node)
		}
		return
	}
	kept, counted := slices.Contains(o.kept, r.Name), slices.Contains(o.counted, r.Name)
	if o.why != "" || !kept && !counted {
		return
	}
	again, shown := o.restarted(r)
	if shown && (kept && again != r.Value || counted && again <= r.Value) {
		o.why = fmt.Sprintf("%v shows %s = %d at %v; if it crashed now and started again with what it has saved, it would show %d", r.Node, r.Name, r.Value, r.At, again)
	}
}

// restarted returns the value that the node would show under the name of the record if it
// crashed and started again now; shown is false if it would show none.
func (o *outlives) restarted(r *trace.Record) (value int64, shown bool) {
	var env protocol.Env
	env.Driver().Enter(protocol.Facts{Self: r.Node, Now: r.At, View: o.members, Rand: rand.New(rand.NewPCG(1, 1))})
	m := o.make()
	m.Start(&env, bytes.Clone(o.saved[r.Node]))
	optional.Inspect(m, func(name string, v int64) {
		if name == r.Name {
			value, shown = v, true
		}
	})
	return value, shown
}
