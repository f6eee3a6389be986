package olsr

import (
	"slices"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/overlay/internal/layer"
	"bellwether/protocol"
)

// Copy returns an OLSR around a copy of the machine within, nil if that is no
// [protocol.Copier].
func (l *OLSR) Copy() protocol.Machine {
	c := *l
	if !c.Copied() {
		return nil
	}
	c.links, c.topology, c.ways = slices.Clone(l.links), slices.Clone(l.topology), slices.Clone(l.ways)
	for i := range c.links {
		c.links[i].far = slices.Clone(c.links[i].far)
	}
	c.own, c.seen = slices.Clone(l.own), l.seen.Clone()
	c.Guard = &c
	return &c
}

// Shift moves the instants of the OLSR, of messages to oneself, and of the machine within.
func (l *OLSR) Shift(now protocol.Time, d time.Duration) {
	for i := range l.links {
		k := &l.links[i]
		k.asym, k.sym, k.until, k.selects = k.asym.Shift(d), k.sym.Shift(d), k.until.Shift(d), k.selects.Shift(d)
		for j := range k.far {
			k.far[j].until = k.far[j].until.Shift(d)
		}
	}
	for i := range l.topology {
		l.topology[i].until = l.topology[i].until.Shift(d)
	}
	for _, t := range []*protocol.Time{&l.hello, &l.tc, &l.quiet, &l.expires} {
		*t = t.Shift(d)
	}
	l.seen.Rotated = max(l.seen.Rotated, now.Add(-l.DupHoldTime)).Shift(d)
	optional.ShiftAll(l.own, d)
	l.Layer.Shift(now, d)
}

// Renumber replaces numbers in messages to oneself, and in the machine within.
func (l *OLSR) Renumber(to optional.Renumbering) {
	optional.RenumberAll(l.own, to)
	l.Layer.Renumber(to)
}

// Inspect shows how many nodes a way is known to, how many relays this node has, and the
// packets that were dropped, then the state of the machine within.
func (l *OLSR) Inspect(show func(name string, value int64)) {
	relays := int64(0)
	for i := range l.links {
		if l.links[i].relay {
			relays++
		}
	}
	show("routes", int64(len(l.ways)))
	show("relays", relays)
	show("dropped", int64(l.lost))
	l.Layer.Inspect(show)
}

// Snapshot appends everything, and the state within. The ways follow from the rest, unless
// they are stale.
func (l *OLSR) Snapshot(b []byte) []byte {
	words, times := layer.Writers(&b)
	words(uint32(len(l.links)), uint32(len(l.topology)), uint32(len(l.own)), uint32(len(l.ways)), uint32(len(l.said)),
		uint32(l.seq), uint32(l.ansn))
	times(l.hello, l.tc, l.quiet, l.expires, l.seen.Rotated)
	b = append(b, protocol.Bit(l.stale))
	for i := range l.links {
		k := &l.links[i]
		words(uint32(k.id), uint32(len(k.far)))
		times(k.asym, k.sym, k.until, k.selects)
		b = append(b, protocol.Bit(k.relay))
		for _, f := range k.far {
			words(uint32(f.id))
			times(f.until)
		}
	}
	for _, t := range l.topology {
		words(uint32(t.origin), uint32(t.ansn), uint32(len(t.links)))
		times(t.until)
		for _, id := range t.links {
			words(uint32(id))
		}
	}
	for _, w := range l.ways {
		words(uint32(w.to), uint32(w.next))
	}
	for _, id := range l.said {
		words(uint32(id))
	}
	for _, m := range l.own {
		b = protocol.Marshal(b, m)
	}
	return l.Inner.Snapshot(l.seen.Snapshot(b))
}
