package olsr

import (
	"cmp"
	"slices"

	"bellwether/protocol"
)

// An olsrLink is what is known of a node that was heard: a tuple of the link set, of the
// neighbour set, of the MPR set and of the MPR selector set (RFC 3626 §4.2, §4.3). Each time is
// until when something holds; 0: it does not.
type olsrLink struct {
	id      protocol.ID
	asym    protocol.Time // it is heard
	sym     protocol.Time // it hears this node, too: it is a neighbour
	until   protocol.Time // the tuple is kept
	selects protocol.Time // it chose this node as a relay
	relay   bool          // this node chose it
	far     []olsrFar     // its neighbours, sorted: the 2-hop neighbour set
}

// olsrFar is a neighbour of a neighbour.
type olsrFar struct {
	id    protocol.ID
	until protocol.Time
}

// link returns the record of a node, and where it is or would be.
func (l *OLSR) link(id protocol.ID) (at int, known bool) {
	return slices.BinarySearchFunc(l.links, id, func(k olsrLink, id protocol.ID) int { return cmp.Compare(k.id, id) })
}

// neighbour returns the record of a symmetric neighbour, nil if the node is no symmetric neighbour.
func (l *OLSR) neighbour(now protocol.Time, id protocol.ID) *olsrLink {
	if at, known := l.link(id); known && now < l.links[at].sym {
		return &l.links[at]
	}
	return nil
}

// onHello takes what a node says of its links (§7.1.1, §8.1.1, §8.2.1, §8.4.1).
func (l *OLSR) onHello(env *protocol.Env, from protocol.ID, m Hello) {
	now, holds := env.Now(), env.Now().Add(m.Holds.time())
	l.forget(now)
	at, known := l.link(from)
	if !known {
		l.links = slices.Insert(l.links, at, olsrLink{id: from})
	}
	k := &l.links[at]
	k.asym = holds
	said := slices.IndexFunc(m.Links, func(s Said) bool { return s.ID == env.Self() })
	if said >= 0 {
		switch s := m.Links[said]; {
		case s.Code&linkType == linkLost:
			l.part(k)
		case s.Code&linkType == linkSym || s.Code&linkType == linkAsym:
			l.stale = l.stale || k.sym == 0
			k.sym, k.until = holds, holds.Add(l.NeighbHoldTime)
			if s.Code&neighType == neighMPR {
				k.selects = holds
			}
		}
	}
	k.until = max(k.until, k.asym)
	if now < k.sym {
		l.meet(env.Self(), k, m, holds)
	}
	l.note(k.asym, k.sym, k.selects, k.until)
}

// meet takes the neighbours of a neighbour.
func (l *OLSR) meet(self protocol.ID, k *olsrLink, m Hello, holds protocol.Time) {
	for _, s := range m.Links {
		if s.ID == self {
			continue
		}
		at, known := slices.BinarySearchFunc(k.far, s.ID, func(f olsrFar, id protocol.ID) int { return cmp.Compare(f.id, id) })
		switch neighbour := s.Code&neighType != neighNot; {
		case neighbour && known:
			k.far[at].until = holds
		case neighbour:
			k.far = slices.Insert(k.far, at, olsrFar{s.ID, holds})
			l.stale = true
		case known:
			k.far = slices.Delete(k.far, at, at+1)
			l.stale = true
		}
	}
	if len(k.far) > 0 {
		l.note(holds)
	}
}

// part takes a node for no neighbour any more (§8.5).
func (l *OLSR) part(k *olsrLink) {
	l.stale = l.stale || k.sym != 0
	k.sym, k.selects, k.relay, k.far = 0, 0, false, nil
}

// note notes instants at which something expires.
func (l *OLSR) note(instants ...protocol.Time) {
	for _, t := range instants {
		if t != 0 && (l.expires == 0 || t < l.expires) {
			l.expires = t
		}
	}
}

// forget drops what has expired.
func (l *OLSR) forget(now protocol.Time) {
	if l.expires == 0 || now < l.expires {
		return
	}
	l.expires = 0
	l.links = slices.DeleteFunc(l.links, func(k olsrLink) bool {
		if k.until <= now {
			l.stale = l.stale || k.sym != 0
		}
		return k.until <= now
	})
	for i := range l.links {
		k := &l.links[i]
		if k.sym != 0 && k.sym <= now {
			l.part(k)
		}
		if k.selects <= now {
			k.selects = 0
		}
		k.far = slices.DeleteFunc(k.far, func(f olsrFar) bool {
			l.stale = l.stale || f.until <= now
			return f.until <= now
		})
		if k.asym > now {
			l.note(k.asym)
		}
		l.note(k.sym, k.selects, k.until)
		for _, f := range k.far {
			l.note(f.until)
		}
	}
	l.topology = slices.DeleteFunc(l.topology, func(t olsrTold) bool {
		l.stale = l.stale || t.until <= now
		return t.until <= now
	})
	for i := range l.topology {
		l.note(l.topology[i].until)
	}
}

// sayHello tells which links this node has (§6.2).
func (l *OLSR) sayHello(env *protocol.Env) {
	now := env.Now()
	l.forget(now)
	l.chooseRelays(env.Self())
	m := Hello{Holds: holdOf(l.NeighbHoldTime)}
	for i := range l.links[:min(len(l.links), maxOLSRLinks)] {
		k := &l.links[i]
		code := linkLost | neighNot
		switch {
		case k.sym != 0 && k.relay:
			code = linkSym | neighMPR
		case k.sym != 0:
			code = linkSym | neighSym
		case now < k.asym:
			code = linkAsym | neighNot
		}
		m.Links = append(m.Links, Said{code, k.id})
	}
	env.Broadcast(m)
}
