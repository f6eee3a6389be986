package agent

import (
	"strings"

	"bellwether/protocol"
)

// onMembers reads the membership again and reports what changed.
func (l *loop) onMembers() {
	before := *l.roster
	*l.roster = newRoster(l.o.electorate(), l.network.Self(), l.network.Members())
	for _, id := range l.roster.ids {
		if id != l.self.ID {
			l.rec.name(id, l.roster.byID[id].Name)
		}
	}
	l.compare(before)
	if err := l.o.Storage.SavePeers(l.roster.peers()); err != nil {
		// The agent can run without stored peers.
		l.o.Logger.Warn("the members cannot be remembered", "error", err)
	}
	l.inbox.forget()
	l.reviewRefused()
	l.reviewRestored()
	l.reviewAdmitted()
	l.gathered()
	l.announce() // another group may be the first now
	l.reviewTenure()
	l.reviewUnheard()
	l.readGossiped()
}

// compare reports the members that joined, left, were lost or came back since before.
func (l *loop) compare(before roster) {
	c := l.roster.since(before, l.lead.lost, l.rec)
	for _, n := range []struct {
		kind  EventKind
		names []string
	}{
		{MemberJoined, c.joined}, {MemberLeft, c.left}, {Partitioned, c.lost}, {Merged, c.back},
		{MemberUpdated, l.roster.retagged(before)},
	} {
		if len(n.names) > 0 {
			l.tell(Event{Kind: n.kind, Members: n.names})
		}
	}
	if names, why := l.roster.strangers(before, l.stack, l.o.runs()); len(names) > 0 {
		l.tell(Event{Kind: AlgorithmDiffers, Members: names, Why: strings.Join(why, "; ")})
	}
	// Members that are new to this agent may follow another leader.
	if len(c.back) > 0 || len(c.joined) > 0 && l.lead.leader != protocol.Nobody {
		l.merged()
	}
}

// leaders are the members that lead, as the gossip shows. With a mask it returns none: the parts
// of a network of radios have a leader each.
func (l *loop) leaders() (all []Node) {
	if l.o.Mask != nil {
		return nil
	}
	for _, id := range l.roster.alive {
		m := l.roster.byID[id].Meta
		if id == l.self.ID && l.lead.leader == id || id != l.self.ID && m.Leader == id && !m.Silent {
			all = append(all, *l.rec.node(id))
		}
	}
	return all
}

// announceMeta gossips the node's metadata if it changed, for the displays of others, and for what
// agents watch: see [Status].
func (l *loop) announceMeta() {
	m := l.o.meta(*l.self, l.stack)
	m.Capability, m.Leader, m.Kept = l.offer.own().Value, l.lead.named, l.offer.kept
	m.Idle, m.Barred = l.machine == nil, l.offer.barred != ""
	m.Silent = m.Leader == l.self.ID && l.lead.leader != l.self.ID
	if m != l.announced {
		l.announced = m
		l.network.SetMeta(m)
	}
}
