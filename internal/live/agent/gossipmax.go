package agent

import (
	"cmp"
	"slices"
	"time"

	"bellwether/internal/contract/eligibility"
	"bellwether/internal/live/membership"
	"bellwether/overlay"
	"bellwether/protocol"
)

// GossipMax takes the greatest capability in the gossiped metadata of the members
// that seem alive. It is the trivial algorithm to compare with, and needs a network that
// gossips metadata. It has no messages and no election of its own, and it is as slow as the
// membership. It keeps a leader until another member's capability exceeds the leader's by
// the margin.
//
// Deviation: it reads the metadata of other members, which no algorithm of package
// protocol may do.
func GossipMax() Algorithm {
	return Algorithm{Gossiped: true, Algorithm: protocol.Algorithm{
		Name:  "gossip-max",
		About: "Takes the greatest capability that the gossiped metadata shows; live only.",
		Paper: "no paper: what a user of memberlist would write first",
		Needs: protocol.NeedsNeighbours,
		Goal:  protocol.GoalBest,
		// memberlist suspects the dead within its maximal suspicion time-out, and
		// metadata spreads with it; see the presets of package membership.
		SettleBound: func(s protocol.Scale, c protocol.Config) time.Duration { return time.Minute },
		New: func(c protocol.Config) (func() protocol.Machine, error) {
			return func() protocol.Machine { return &gossipMax{margin: c.Hysteresis} }, nil
		},
	}}
}

// gossipMax is the machine of one node.
type gossipMax struct {
	margin protocol.Margin
	leader protocol.ID
}

func (m *gossipMax) Start(*protocol.Env, []byte)                          {}
func (m *gossipMax) Receive(*protocol.Env, protocol.ID, protocol.Message) {}
func (m *gossipMax) Fire(*protocol.Env, protocol.Timer)                   {}
func (m *gossipMax) Snapshot(b []byte) []byte                             { return protocol.AppendID(b, m.leader) }

// gossiped elects from the capabilities of all members that seem alive.
func (m *gossipMax) gossiped(env *protocol.Env, all []protocol.Capability) {
	best := all[0]
	for _, c := range all[1:] {
		best = best.Better(c)
	}
	at := slices.IndexFunc(all, func(c protocol.Capability) bool { return c.ID == m.leader })
	if at >= 0 && !best.Deposes(all[at], m.margin) {
		return
	}
	m.leader = best.ID
	env.Elected(best.ID, protocol.Computation{})
}

// readGossiped passes the metadata to a machine that may read it.
func (l *loop) readGossiped() {
	if l.machine == nil || !l.o.Algorithm.Gossiped {
		return
	}
	m, ok := overlay.Innermost(l.machine).(*gossipMax)
	if !ok {
		return
	}
	all := []protocol.Capability{l.offer.claimed()}
	for _, other := range l.roster.byID {
		if other.State == membership.Alive && l.partakes(other.Meta.ID) {
			c := protocol.Capability{Value: other.Meta.Capability, ID: other.Meta.ID}
			switch {
			case other.Meta.Barred:
				c.Value = eligibility.Claimed(c.Value)
			case other.Meta.Kept:
				c = favoured(c)
			}
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b protocol.Capability) int { return cmp.Compare(a.ID, b.ID) })
	l.enter()
	m.gossiped(&l.env, all)
	l.carryOut()
}
