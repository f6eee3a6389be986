package election

import (
	"encoding/binary"
	"time"

	"bellwether/protocol"
)

// The phases that a node shows, in the paper's words.
const (
	phaseIdle    = iota // knows no leader, and is in no election
	phaseGrowing        // in the tree: S may not be empty
	phaseWaiting        // its pending Ack is sent: waits for the Leader
	phaseFollows
	phaseLeads
)

// FollowsOnlyBest marks an algorithm whose tree, as long as it does not break, knows the
// best of its nodes. A part of a broken tree may accept a leader that was announced to
// another part, less than its own best, and corrects that later: see the package comment.
func (*node) FollowsOnlyBest() {}

// KeepsWithinMargin says that a node challenges its leader beyond the hysteresis only (gap 13).
func (*node) KeepsWithinMargin() {}

// Outlives says to judges of a run what exceeds, after a restart, all that the node used
// before (gap 4).
func (*node) Outlives() (kept, counted []string) { return nil, []string{"computation_num", "term"} }

// Inspect implements [protocol.Inspector].
func (n *node) Inspect(show func(name string, value int64)) {
	leader, told := n.leader.leader, n.leader.heard
	if n.electing {
		leader, told = protocol.Capability{}, 0
	}
	show("phase", n.phase())
	show("parent", int64(n.parent))
	show("computation_num", int64(n.index.Num))
	show("computation_source", int64(n.index.Source))
	show("in_tree", int64(protocol.Bit(n.inTree)))
	show("leader", int64(leader.ID))
	show("leader_value", leader.Value) // as the node was told it
	// The instant by the node's own clock, so that its now − this is the age. If clocks
	// drift it is not an instant of the records.
	show("leader_told_ms", int64(told)/int64(time.Millisecond))
	show("waiting", int64(len(n.waiting)))
	show("depth", int64(n.depth))
	show("num", int64(n.num))
	show("term", int64(n.own.Term))
}

func (n *node) phase() int64 {
	switch {
	case n.electing && n.inTree:
		return phaseGrowing
	case n.electing:
		return phaseWaiting
	case n.leader.leader.ID == protocol.Nobody:
		return phaseIdle
	case n.leads():
		return phaseLeads
	}
	return phaseFollows
}

// Snapshot implements [protocol.Machine].
func (n *node) Snapshot(b []byte) []byte {
	leader := n.leader
	if n.leads() {
		leader.heard = 0 // a leader's claim about itself is always fresh
	}
	b = protocol.AppendComputation(b, n.index)
	b = binary.BigEndian.AppendUint32(b, n.num)
	b = append(b, protocol.Bit(n.electing)|protocol.Bit(n.inTree)<<1|protocol.Bit(n.counting)<<2|
		protocol.Bit(n.asking)<<3|protocol.Bit(n.hasty)<<4, n.silence, n.exceeded)
	b = protocol.AppendID(protocol.AppendID(b, n.parent), n.signalling.departed(n))
	b = binary.BigEndian.AppendUint32(b, n.depth)
	b = binary.BigEndian.AppendUint32(b, uint32(len(n.waiting)))
	for _, p := range n.waiting {
		b = append(protocol.AppendID(b, p.id), p.silence)
	}
	b = n.best.append(b)
	b = leader.snapshot(b)
	b = n.queued.snapshot(b)
	b = append(b, byte(len(n.formers)))
	for _, f := range n.formers {
		b = f.stamp.append(protocol.AppendID(b, f.id))
		b = protocol.AppendTime(b, f.until)
	}
	b = protocol.AppendTime(b, n.silent)
	b = n.told.stamp.append(protocol.AppendID(b, n.told.leader))
	b = protocol.AppendComputation(b, n.told.index)
	return n.own.append(b)
}

func (t tenure) snapshot(b []byte) []byte {
	b = t.stamp.append(protocol.AppendCapability(b, t.leader))
	return protocol.AppendTime(b, t.heard)
}
