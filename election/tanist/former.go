package tanist

import (
	"slices"

	"bellwether/protocol"
)

// A former is a leader that this node left. Until an instant only signs of life newer than the
// last one count: an old flood that still goes round must not bring it back.
type former struct {
	id    protocol.ID
	stamp protocol.Time
	until protocol.Time
	by    protocol.Kind // the flood by which it was left; kindHandover: it gave way itself
}

// leave remembers the leader that the node is about to leave, by a flood or 0.
func (n *node) leave(env *protocol.Env, by protocol.Kind) {
	switch n.leader.ID {
	case protocol.Nobody:
		return
	case env.Self():
		n.office.floor = max(n.office.floor, env.Now())
		return
	}
	n.formers = slices.DeleteFunc(n.formers, func(f former) bool { return f.id == n.leader.ID || env.Now() >= f.until })
	n.formers = append(n.formers, former{n.leader.ID, n.stamp, env.Now().Add(n.dead), by})
}

// isNews reports whether a sign of life is newer than what is known of its leader.
func (n *node) isNews(env *protocol.Env, leader protocol.ID, stamp protocol.Time) bool {
	if leader == n.leader.ID {
		return stamp > n.stamp
	}
	for i := range n.formers {
		if f := &n.formers[i]; f.id == leader && env.Now() < f.until {
			return stamp > f.stamp
		}
	}
	return true
}

// gaveWay reports whether a leader has handed over within the last time-out, as far as this node knows.
func (n *node) gaveWay(env *protocol.Env, leader protocol.ID) bool {
	return slices.ContainsFunc(n.formers, func(f former) bool {
		return f.id == leader && f.by == kindHandover && env.Now() < f.until
	})
}
