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
	own     membership.Member
	of      electorate
}

// An electorate says which members count in majorities.
type electorate int

const (
	everybody electorate = iota
	admitted             // by an operator
)

// electorate is which members count with these options.
func (o Options) electorate() electorate {
	if o.Admits {
		return admitted
	}
	return everybody
}

func newRoster(of electorate, own membership.Member, members []membership.Member) roster {
	self := own.Meta.ID
	r := roster{of: of, own: own, members: members, byID: map[protocol.ID]membership.Member{}, ids: []protocol.ID{self}, alive: []protocol.ID{self}}
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

// counts reports whether a member counts in majorities.
func (r *roster) counts(id protocol.ID) bool {
	switch {
	case r.of == everybody:
		return true
	case id == r.own.Meta.ID:
		return r.own.Admitted
	}
	return r.byID[id].Admitted
}

// counted are the members of which a majority is.
func (r *roster) counted() (ids []protocol.ID) {
	for _, id := range r.ids {
		if r.counts(id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// guests are those that do not count. A member of the last run that has told nothing yet is not known to be one.
func (r *roster) guests() (ids []protocol.ID) {
	for _, id := range r.ids {
		if !r.counts(id) && (id == r.own.Meta.ID || r.byID[id].Meta.Incarnation > 0) {
			ids = append(ids, id)
		}
	}
	return ids
}

// changes are the names of members that came and went between two rosters.
type changes struct{ joined, left, lost, back []string }

// since compares the roster with the one before. gone are the members that went without a goodbye:
// since takes out those that are back, and adds those that are lost.
func (r *roster) since(before roster, gone map[protocol.ID]bool, rec *recorder) (c changes) {
	for _, id := range r.alive {
		if id == rec.self || slices.Contains(before.alive, id) {
			continue
		}
		if slices.Contains(before.ids, id) || gone[id] {
			c.back = append(c.back, rec.named(id))
			delete(gone, id)
		} else {
			c.joined = append(c.joined, rec.named(id))
		}
	}
	for _, id := range before.alive {
		if slices.Contains(r.alive, id) {
			continue
		}
		if slices.Contains(r.ids, id) {
			c.lost = append(c.lost, rec.named(id))
			gone[id] = true
		} else {
			c.left = append(c.left, rec.named(id))
		}
	}
	for _, id := range before.ids {
		if !slices.Contains(before.alive, id) && !slices.Contains(r.ids, id) {
			c.left = append(c.left, rec.named(id)) // given up
			delete(gone, id)
		}
	}
	return c
}

// strangers are the members that run another algorithm or version and are alive, unless the
// same was true of them before; and what each runs.
func (r *roster) strangers(before roster, stack uint32, own membership.Runs) (names, why []string) {
	for _, id := range r.alive {
		m, other := r.byID[id]
		if !other || m.Meta.Stack == stack {
			continue
		}
		was, known := before.byID[id]
		if !known || was.State != membership.Alive || was.Meta.Stack != m.Meta.Stack {
			names, why = append(names, m.Name), append(why, stranger(m.Name, m.Meta.Runs, own))
		}
	}
	return names, why
}

// retagged are the living members that were there before with other tags.
func (r *roster) retagged(before roster) (names []string) {
	for _, id := range r.alive {
		m, other := r.byID[id]
		was, known := before.byID[id]
		if other && known && was.State == membership.Alive && was.Meta.Tags != m.Meta.Tags {
			names = append(names, m.Name)
		}
	}
	return names
}

// outdone reports whether the gossip shows a member that could replace this node as the leader.
func (l *loop) outdone() bool {
	for id, m := range l.roster.byID {
		if m.State == membership.Alive && m.Meta.Stack == l.stack && l.partakes(id) &&
			(protocol.Capability{Value: m.Meta.Capability, ID: id}).Deposes(l.offer.own(), l.o.Margin) {
			return true
		}
	}
	return false
}

// following reports whether a member follows this node, or none could: none else takes part. If
// not, deserted reports whether this node should give way: unless each leads for itself and this
// one is the best of them.
func (r *roster) following(own protocol.Capability, stack uint32) (followed, deserted bool) {
	others, lone := 0, true
	best := own
	for id, m := range r.byID {
		if m.State != membership.Alive || m.Meta.Idle || m.Meta.Stack != stack || m.Meta.Terms == (membership.Terms{}) {
			continue
		}
		others++
		switch m.Meta.Leader {
		case own.ID:
			return true, false
		case id:
			best = best.Better(protocol.Capability{Value: m.Meta.Capability, ID: id})
		default:
			lone = false
		}
	}
	return others == 0, !lone || best.ID != own.ID
}

// peers are the members to remember for the next start.
func (r *roster) peers() []store.Peer {
	peers := make([]store.Peer, 0, len(r.byID))
	for _, id := range r.ids {
		if m, known := r.byID[id]; known {
			peers = append(peers, store.Peer{Name: m.Name, Addr: m.Addr, ID: id, Seen: m.Since})
		}
	}
	return peers
}

// meta is the metadata of an agent with these options before it has a leader.
func (o Options) meta(self Identity, stack uint32) membership.Meta {
	return membership.Meta{ID: self.ID, Incarnation: self.Incarnation, Capability: o.Offer, Stack: stack, Terms: o.terms(), Runs: o.runs(), Fences: o.fences()}
}

// terms are the settings that all members should have in common.
func (o Options) terms() membership.Terms {
	return membership.Terms{Interval: o.Detection.Interval, Misses: clamped(o.Detection.Misses), Expect: clamped(max(o.Expect, o.Quorum)), Lease: o.Lease,
		Admits: o.Admits, Life: o.Tenure.Life, Least: o.Tenure.Least, Notice: o.Tenure.Notice}
}

func clamped(n int) uint16 { return uint16(max(0, min(n, math.MaxUint16))) }
