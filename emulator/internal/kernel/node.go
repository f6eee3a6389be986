package kernel

import (
	"bellwether/emulator/internal/draw"
	"bellwether/internal/contract/optional"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/trace"
)

// A Slot is a node's index in memory, from 0. It is not the node's ID: see [Kernel.Slot]
// and [Kernel.ID]. (It is an alias, because the index of positions returns lists of
// int32.)
type Slot = int32

// A status says whether a node runs.
type status uint8

// The three states.
const (
	Absent  status = iota // not in the world: not counted
	Live                  // its machine runs
	Crashed               // in the world, its machine does not run
)

// node is the kernel's state of one node, without its timers: one cache line, which is
// all that a delivery reads.
type node struct {
	machine     protocol.Machine
	value       int64 // of its capability
	drawn       draw.Occasion
	id          protocol.ID
	named       protocol.ID // what it says
	leader      protocol.ID // the same, or nobody if that one must not lead
	incarnation uint32
	status      status
	suspended   bool // its machine does nothing; packets and timers wait
	_           [10]byte
}

// arrange places the nodes in memory in the order of these IDs; nil: in rising order.
func (k *Kernel) arrange(order []protocol.ID) {
	k.ByID = make([]Slot, k.Nodes)
	for i := range k.nodes {
		id := protocol.ID(i + 1)
		if order != nil {
			id = order[i]
		}
		k.ByID[id-1] = Slot(i)
		k.nodes[i].id = id
	}
}

// Furnish makes the machines of the nodes' first boots in the order of slots, so that
// they lie in memory in that order.
func (k *Kernel) Furnish() {
	for i := range k.nodes {
		k.nodes[i].machine, k.terms = overlay.Bare(k.make())
	}
}

// ID is the ID of the node in a slot; Nobody for a slot below 0.
func (k *Kernel) ID(i Slot) protocol.ID {
	if i < 0 {
		return protocol.Nobody
	}
	return k.nodes[i].id
}

// Slot is where node id is kept.
func (k *Kernel) Slot(id protocol.ID) Slot { return k.ByID[id-1] }

// Status reports whether node i runs.
func (k *Kernel) Status(i Slot) status { return k.nodes[i].status }

// Live reports whether node i runs.
func (k *Kernel) Live(i Slot) bool { return k.nodes[i].status == Live }

// Present reports whether node i is in the world, running or crashed.
func (k *Kernel) Present(i Slot) bool { return k.nodes[i].status != Absent }

// Suspended reports whether node i runs and its machine does nothing.
func (k *Kernel) Suspended(i Slot) bool { return k.nodes[i].suspended }

// Incarnation is how often node i has booted.
func (k *Kernel) Incarnation(i Slot) uint32 { return k.nodes[i].incarnation }

// Leader is the leader that node i follows: the one that it named last, unless that one must not lead.
func (k *Kernel) Leader(i Slot) protocol.ID { return k.nodes[i].leader }

// Machine is the machine of node i; nil while it does not run.
func (k *Kernel) Machine(i Slot) protocol.Machine { return k.nodes[i].machine }

// Value is what node i offers.
func (k *Kernel) Value(i Slot) int64 { return k.nodes[i].value }

// SetValue makes node i offer a value, without informing its machine.
func (k *Kernel) SetValue(i Slot, value int64) { k.nodes[i].value = value }

// Forget deletes what node i has saved.
func (k *Kernel) Forget(i Slot) { k.saved[i] = nil }

// Capability is what node i offers, with its ID.
func (k *Kernel) Capability(i Slot) protocol.Capability {
	n := &k.nodes[i]
	return protocol.Capability{Value: n.value, ID: n.id}
}

// Close closes what the machines share: see protocol.Closer.
func (k *Kernel) Close() { optional.Close(k.make()) }

// NewMachine makes a machine that does not run, to find out what it can do.
func (k *Kernel) NewMachine() protocol.Machine { return k.make() }

// Appear puts node i into the world at the beginning; [Kernel.Boot] follows.
func (k *Kernel) Appear(i Slot) { k.nodes[i].status = Live }

// Boot starts node i, whether for the first time or again.
func (k *Kernel) Boot(i Slot) {
	n := &k.nodes[i]
	if n.status == Absent {
		k.world.Arrives(i)
	}
	n.status = Live
	n.incarnation++
	k.name(n, protocol.Nobody)
	if n.machine == nil {
		n.machine, k.terms = overlay.Bare(k.make())
	}
	if k.shown != nil {
		k.shown[i] = nil
	}
	k.world.Boots(i)
	k.Note(trace.Record{Kind: trace.Boot, Node: n.id, Value: int64(n.incarnation)})
	k.world.Booted(i)
	k.enter(i)
	n.machine.Start(&k.env, k.saved[i])
	k.carryOut(i)
	k.world.Started(i)
}

// Join is Boot in a system that is running. A node that joins calls an election (VKT04
// §1.6; bully), at once or after it has listened.
func (k *Kernel) Join(i Slot) {
	k.Boot(i)
	k.world.Joined(i)
	k.Convene(i)
}

// Crash stops node i between two events.
func (k *Kernel) Crash(i Slot, why trace.Why) {
	k.halt(i, Crashed, trace.Record{Kind: trace.Crash, Node: k.ID(i), Why: why})
	k.world.Gone(i)
}

// Leave removes node i from the world.
func (k *Kernel) Leave(i Slot) {
	k.halt(i, Absent, trace.Record{Kind: trace.Absent, Node: k.ID(i), Why: trace.WhyTrace})
	k.world.Gone(i)
}

// cut stops node i between two effects of its own handler. A separate event of the same
// instant informs other nodes of its links: no other machine runs in the middle of a
// handler.
func (k *Kernel) cut(i Slot) {
	k.halt(i, Crashed, trace.Record{Kind: trace.Crash, Node: k.ID(i), Why: trace.WhyFault})
	k.At(k.now, k.gone, uint32(i))
}

func (k *Kernel) halt(i Slot, to status, r trace.Record) {
	n := &k.nodes[i]
	if n.status == Live {
		k.world.Stops(i)
		k.stopTimers(i)
		k.release(i)
		n.machine = nil
		k.name(n, protocol.Nobody)
	}
	n.status = to
	k.world.Stopped(i)
	k.Note(r)
}
