package kernel

import (
	"bellwether/internal/contract/eligibility"
	"bellwether/protocol"
	"bellwether/trace"
)

// A node that must not lead claims less than any that may, and an election of the best elects it only where
// no other is eligible. If it is elected all the same it abstains, as a live agent does: from that instant
// on, whoever names it follows nobody. No machine is told. It stands here, between what machines say and
// what is recorded, so that it holds for every algorithm, and for all that reads a trace.

// Abstains prepares for nodes that must not lead: [Kernel.Qualify] may be called.
func (k *Kernel) Abstains() { k.namers = make([]int32, k.Nodes) }

// name notes whom a node's machine names.
func (k *Kernel) name(n *node, leader protocol.ID) {
	if k.namers != nil {
		k.count(n.named, -1)
		k.count(leader, 1)
	}
	n.named, n.leader = leader, leader
}

// count counts by whom a node is named.
func (k *Kernel) count(leader protocol.ID, by int32) {
	if leader != protocol.Nobody {
		k.namers[k.Slot(leader)] += by
	}
}

// follow makes a node follow whom it names, and records it.
func (k *Kernel) follow(n *node, c protocol.Computation) {
	abstains := uint64(0)
	if n.leader = n.named; k.namers != nil && n.named != protocol.Nobody {
		if n.leader = eligibility.Acting(k.Capability(k.Slot(n.named))); n.leader == protocol.Nobody {
			abstains = uint64(n.named)
		}
	}
	if k.wants.Has(trace.Elected) {
		k.Note(trace.Record{Kind: trace.Elected, Node: n.id, Peer: n.leader, Frame: abstains, Computation: c})
	}
}

// Qualify is called when node i has become eligible, or has ceased to be: whoever names it follows it from
// now on, or follows nobody.
func (k *Kernel) Qualify(i Slot) {
	if k.namers[i] == 0 {
		return
	}
	for _, j := range k.ByID {
		if n := &k.nodes[j]; n.status == Live && n.named == k.ID(i) {
			k.follow(n, protocol.Computation{})
		}
	}
}

// Names reports whether node i takes itself for the leader, eligible or not.
func (k *Kernel) Names(i Slot) bool { return k.nodes[i].named == k.ID(i) }
