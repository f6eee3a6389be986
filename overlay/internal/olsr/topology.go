package olsr

import (
	"cmp"
	"slices"

	"bellwether/overlay/internal/routing"
	"bellwether/protocol"
)

// olsrTold is the list of links that a node last advertised: its tuples of the topology set
// (RFC 3626 §4.4). They have all come in one message, so they expire together.
type olsrTold struct {
	origin protocol.ID
	ansn   uint16
	until  protocol.Time
	links  []protocol.ID // of the message, which nobody changes
}

// olsrWay is a row of the routing table.
type olsrWay struct {
	to, next protocol.ID
}

// onTC takes a list of links, and passes it on if its sender chose this node as a relay
// (§9.5, §3.4).
func (l *OLSR) onTC(env *protocol.Env, from protocol.ID, m TC) {
	now := env.Now()
	l.forget(now)
	k := l.neighbour(now, from)
	if k == nil || m.Origin == env.Self() || l.seen.Seen(now, routing.Passage{Origin: m.Origin, Seq: uint32(m.Seq)}, l.DupHoldTime) {
		return
	}
	if k.selects > now && m.TTL > 1 {
		on := m
		on.TTL--
		on.Hops++
		env.BroadcastWithin(l.MaxJitter, on)
	}
	at, known := l.told(m.Origin)
	if known && int16(l.topology[at].ansn-m.ANSN) > 0 {
		return // it overtook a newer one (§9.5, 2)
	}
	told := olsrTold{m.Origin, m.ANSN, now.Add(m.Holds.time()), m.Links}
	if known {
		l.stale = l.stale || !slices.Equal(l.topology[at].links, m.Links)
		l.topology[at] = told
	} else {
		l.topology = slices.Insert(l.topology, at, told)
		l.stale = true
	}
	l.note(told.until)
}

// sayTC advertises links, if there are any, or were lately (§9.3).
func (l *OLSR) sayTC(env *protocol.Env) {
	now := env.Now()
	l.forget(now)
	var list []protocol.ID
	if l.TCRedundancy == 1 {
		l.chooseRelays(env.Self())
	}
	for i := range l.links {
		k := &l.links[i]
		if k.selects > now || l.TCRedundancy == 1 && k.relay || l.TCRedundancy == 2 && k.sym != 0 {
			list = append(list, k.id)
		}
	}
	list = list[:min(len(list), maxOLSRLinks)]
	if len(list) > 0 {
		l.quiet = now.Add(l.TopHoldTime)
	} else if now >= l.quiet {
		return
	}
	if !slices.Equal(list, l.said) {
		l.said = list
		l.ansn++
	}
	l.seq++
	env.Broadcast(TC{Holds: holdOf(l.TopHoldTime), Origin: env.Self(), TTL: 255, Seq: l.seq, ANSN: l.ansn, Links: list})
}

// next is where a packet for a node goes, if there is a way.
func (l *OLSR) next(env *protocol.Env, to protocol.ID) (next protocol.ID, is bool) {
	l.forget(env.Now())
	if l.stale {
		l.findWays(env.Self())
	}
	at, is := l.way(to)
	if !is {
		return protocol.Nobody, false
	}
	return l.ways[at].next, true
}

// told finds the list that a node last advertised, or where it would be.
func (l *OLSR) told(origin protocol.ID) (at int, known bool) {
	return slices.BinarySearchFunc(l.topology, origin, func(t olsrTold, id protocol.ID) int { return cmp.Compare(t.origin, id) })
}

func (l *OLSR) way(to protocol.ID) (at int, is bool) {
	return slices.BinarySearchFunc(l.ways, to, func(w olsrWay, to protocol.ID) int { return cmp.Compare(w.to, to) })
}

// findWays computes the routing table (§10): neighbours, nodes beside them, then from hop to
// hop whom the nodes of the last one advertise.
func (l *OLSR) findWays(self protocol.ID) {
	l.stale, l.ways = false, l.ways[:0]
	var near, further []protocol.ID
	add := func(to, next protocol.ID) {
		at, known := l.way(to)
		if known || to == self {
			return
		}
		l.ways = slices.Insert(l.ways, at, olsrWay{to, next})
		further = append(further, to)
	}
	for i := range l.links {
		if k := &l.links[i]; k.sym != 0 {
			add(k.id, k.id)
		}
	}
	further = nil
	for i := range l.links {
		for _, f := range l.links[i].far {
			add(f.id, l.links[i].id)
		}
	}
	for len(further) > 0 {
		near, further = further, near[:0]
		slices.Sort(near)
		for _, id := range near {
			at, told := l.told(id)
			if !told {
				continue
			}
			by, _ := l.way(id)
			next := l.ways[by].next
			for _, to := range l.topology[at].links {
				add(to, next)
			}
		}
	}
}
