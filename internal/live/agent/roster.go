package agent

import (
	"math"
	"slices"

	"bellwether/internal/live/membership"
	"bellwether/internal/live/store"
	"bellwether/protocol"
)

// roster is the membership as the agent uses it, by ID.
type roster struct {
	members []membership.Member
	byID    map[protocol.ID]membership.Member // the others; if two claim one ID, the one that is alive
	ids     []protocol.ID                     // all that have not said goodbye, this node included, sorted
	alive   []protocol.ID                     // of these, those that seem alive
}

func newRoster(self protocol.ID, members []membership.Member) roster {
	r := roster{members: members, byID: map[protocol.ID]membership.Member{}, ids: []protocol.ID{self}, alive: []protocol.ID{self}}
	for _, m := range members {
		id := m.Meta.ID
		if id == self || id == protocol.Nobody || m.State == membership.Left {
			continue
		}
		if former, twice := r.byID[id]; !twice {
			r.ids = append(r.ids, id)
		} else if former.State == membership.Alive {
			continue
		}
		r.byID[id] = m
	}
	for id, m := range r.byID {
		if m.State == membership.Alive {
			r.alive = append(r.alive, id)
		}
	}
	slices.Sort(r.ids)
	slices.Sort(r.alive)
	return r
}

// onMembers reads the membership again and reports what changed.
func (l *loop) onMembers() {
	before := l.roster
	l.roster = newRoster(l.self.ID, l.network.Members())
	for _, id := range l.roster.ids {
		if id != l.self.ID {
			l.tellName(id, l.roster.byID[id].Name)
		}
	}
	l.compare(before)
	l.remember()
	l.reviewRefused()
	l.gathered()
	l.reviewTenure()
	l.reviewUnheard()
	l.tellGossiped()
}

// compare reports the members that joined, left, were lost or came back since before.
func (l *loop) compare(before roster) {
	var joined, back, lost, left []string
	for _, id := range l.roster.alive {
		if id == l.self.ID || slices.Contains(before.alive, id) {
			continue
		}
		if slices.Contains(before.ids, id) || l.lead.lost[id] {
			back = append(back, l.named(id))
			delete(l.lead.lost, id)
		} else {
			joined = append(joined, l.named(id))
		}
	}
	for _, id := range before.alive {
		if slices.Contains(l.roster.alive, id) {
			continue
		}
		if slices.Contains(l.roster.ids, id) {
			lost = append(lost, l.named(id))
			l.lead.lost[id] = true
		} else {
			left = append(left, l.named(id))
		}
	}
	for _, id := range before.ids {
		if !slices.Contains(before.alive, id) && !slices.Contains(l.roster.ids, id) {
			left = append(left, l.named(id)) // given up
			delete(l.lead.lost, id)
		}
	}
	l.tellMembers(MemberJoined, joined)
	l.tellMembers(MemberLeft, left)
	l.tellMembers(Partitioned, lost)
	l.tellMembers(Merged, back)
	l.tellMembers(MemberUpdated, l.retagged(before))
	l.tellMembers(AlgorithmDiffers, l.strangers(before))
	// Members that are new to this agent may follow another leader.
	if len(back) > 0 || len(joined) > 0 && l.lead.leader != protocol.Nobody {
		l.merged()
	}
}

// strangers are the members that run another algorithm or version and are alive, unless the
// same was true of them before.
func (l *loop) strangers(before roster) (names []string) {
	for _, id := range l.roster.alive {
		m, other := l.roster.byID[id]
		if !other || m.Meta.Stack == l.stack {
			continue
		}
		was, known := before.byID[id]
		if !known || was.State != membership.Alive || was.Meta.Stack != m.Meta.Stack {
			names = append(names, m.Name)
		}
	}
	return names
}

// retagged are the living members that were there before with other tags.
func (l *loop) retagged(before roster) (names []string) {
	for _, id := range l.roster.alive {
		m, other := l.roster.byID[id]
		was, known := before.byID[id]
		if other && known && was.State == membership.Alive && was.Meta.Tags != m.Meta.Tags {
			names = append(names, m.Name)
		}
	}
	return names
}

func (l *loop) tellMembers(kind EventKind, names []string) {
	if len(names) > 0 {
		l.tell(Event{Kind: kind, Members: names})
	}
}

// remember stores the members for the next life. A disk that refuses is logged only: the
// agent can run without stored peers.
func (l *loop) remember() {
	peers := make([]store.Peer, 0, len(l.roster.byID))
	for _, id := range l.roster.ids {
		if m, known := l.roster.byID[id]; known {
			peers = append(peers, store.Peer{Name: m.Name, Addr: m.Addr, ID: id, Seen: m.Since})
		}
	}
	if err := l.o.Storage.SavePeers(peers); err != nil {
		l.o.Logger.Warn("the members cannot be remembered", "error", err)
	}
}

// meta is the metadata of an agent with these options before it has a leader.
func (o Options) meta(self Identity, stack uint32) membership.Meta {
	return membership.Meta{ID: self.ID, Incarnation: self.Incarnation, Capability: o.Offer, Stack: stack, Terms: o.terms()}
}

// terms are the settings that all members should have in common.
func (o Options) terms() membership.Terms {
	return membership.Terms{Interval: o.Detection.Interval, Misses: clamped(o.Detection.Misses), Expect: clamped(max(o.Expect, o.Quorum)), Lease: o.Lease,
		Life: o.Tenure.Life, Least: o.Tenure.Least, Notice: o.Tenure.Notice}
}

func clamped(n int) uint16 { return uint16(max(0, min(n, math.MaxUint16))) }

// tellMeta gossips the node's metadata if it changed, for the displays of others, and for what
// agents watch: see [Status].
func (l *loop) tellMeta() {
	m := l.o.meta(l.self, l.stack)
	m.Capability, m.Leader, m.Kept = l.offers().Value, l.lead.named, l.tenure.kept
	m.Idle = l.machine == nil
	m.Silent = m.Leader == l.self.ID && l.lead.leader != l.self.ID
	if m != l.told {
		l.told = m
		l.network.SetMeta(m)
	}
}
