package aodv

import (
	"slices"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/overlay/internal/layer"
	"bellwether/protocol"
)

// Next returns where this node would send a packet for a member; false if it has no route.
func (a *AODV) Next(now protocol.Time, to protocol.ID) (next protocol.ID, is bool) {
	at, known := a.find(to)
	if !known {
		return protocol.Nobody, false
	}
	r := a.routes[at]
	return r.next, r.valid && !r.reverse && now < r.until
}

// Copy returns an AODV around a copy of the machine within, nil if that is no
// [protocol.Copier].
func (a *AODV) Copy() protocol.Machine {
	c := *a
	if !c.Copied() {
		return nil
	}
	c.routes, c.searches, c.waiting = slices.Clone(a.routes), slices.Clone(a.searches), slices.Clone(a.waiting)
	for i := range c.routes {
		c.routes[i].precursors = slices.Clone(c.routes[i].precursors)
	}
	c.open, c.peers, c.own, c.requests = slices.Clone(a.open), slices.Clone(a.peers), slices.Clone(a.own), a.requests.Clone()
	c.Guard = &c
	return &c
}

// Shift moves the instants of the AODV, of packets that wait, and of the machine within.
func (a *AODV) Shift(now protocol.Time, d time.Duration) {
	for i := range a.routes {
		r := &a.routes[i]
		r.until, r.busy = r.until.Shift(d), r.busy.Shift(d)
	}
	for i := range a.searches {
		a.searches[i].due = a.searches[i].due.Shift(d)
	}
	for i := range a.waiting {
		p := &a.waiting[i]
		p.since, p.packet.Inner = p.since.Shift(d), protocol.Shift(p.packet.Inner, d)
	}
	for i := range a.open {
		a.open[i].due = a.open[i].due.Shift(d)
	}
	for i := range a.peers {
		p := &a.peers[i]
		p.heard, p.blacklisted = p.heard.Shift(d), p.blacklisted.Shift(d)
	}
	for _, t := range []*protocol.Time{&a.said, &a.mute, &a.rreqs.since, &a.rerrs.since, &a.due} {
		*t = t.Shift(d)
	}
	a.requests.Rotated = max(a.requests.Rotated, now.Add(-a.remembered())).Shift(d)
	optional.ShiftAll(a.own, d)
	a.Layer.Shift(now, d)
}

// Renumber replaces numbers in messages that the AODV keeps, and in the machine within.
func (a *AODV) Renumber(to optional.Renumbering) {
	optional.RenumberAll(a.own, to)
	for i := range a.waiting {
		a.waiting[i].packet.Inner = optional.Renumbered(a.waiting[i].packet.Inner, to)
	}
	a.Layer.Renumber(to)
}

// Inspect shows the valid routes, the packets that wait and those that were dropped, then
// the state of the machine within.
func (a *AODV) Inspect(show func(name string, value int64)) {
	valid := int64(0)
	for i := range a.routes {
		if a.routes[i].valid {
			valid++
		}
	}
	show("routes", valid)
	show("waiting", int64(len(a.waiting)))
	show("dropped", int64(a.lost))
	a.Layer.Inspect(show)
}

// Snapshot appends everything, and the state within.
func (a *AODV) Snapshot(b []byte) []byte {
	words, times := layer.Writers(&b)
	words(a.seq, a.number, uint32(len(a.routes)), uint32(len(a.searches)), uint32(len(a.waiting)), uint32(len(a.open)),
		uint32(len(a.peers)), uint32(len(a.own)), uint32(a.rreqs.spent), uint32(a.rerrs.spent))
	times(a.said, a.mute, a.rreqs.since, a.rerrs.since, a.due, a.requests.Rotated)
	for i := range a.routes {
		r := &a.routes[i]
		words(uint32(r.to), uint32(r.next), r.seq, uint32(len(r.precursors)))
		b = append(b, r.hops, protocol.Bit(r.known), protocol.Bit(r.vouched), protocol.Bit(r.valid), protocol.Bit(r.reverse))
		times(r.until, r.busy)
		for _, id := range r.precursors {
			words(uint32(id))
		}
	}
	for _, s := range a.searches {
		words(uint32(s.to), uint32(s.ttl), uint32(s.full))
		times(s.due)
		b = append(b, protocol.Bit(s.held), protocol.Bit(s.repair), s.hops)
	}
	for _, p := range a.waiting {
		times(p.since)
		b = protocol.Marshal(b, p.packet)
	}
	for _, u := range a.open {
		words(uint32(u.next))
		times(u.due)
		b = append(b, protocol.Bit(u.reply))
	}
	for _, p := range a.peers {
		words(uint32(p.id))
		times(p.heard, p.blacklisted)
	}
	for _, m := range a.own {
		b = protocol.Marshal(b, m)
	}
	return a.Inner.Snapshot(a.requests.Snapshot(b))
}
