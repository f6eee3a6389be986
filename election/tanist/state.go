package tanist

import (
	"encoding/binary"
	"slices"
	"time"

	"bellwether/protocol"
)

// Inspect shows the leader, its stamp, the heir, and what the leader owes it.
func (n *node) Inspect(show func(name string, value int64)) {
	show("leader", int64(n.leader.ID))
	show("stamp_ns", int64(n.stamp))
	show("heir", int64(n.heir.ID))
	show("owed_ms", n.office.owed.Milliseconds())
	show("asked", int64(n.asked))
	show("elections", int64(n.contest.num))
}

// Copy is an independent machine in the same state.
func (n *node) Copy() protocol.Machine {
	c := *n
	c.formers, c.telling.by = slices.Clone(n.formers), slices.Clone(n.telling.by)
	return &c
}

// Shift moves every instant that the node remembers, and forgets those that are so long ago
// that they no longer matter.
func (n *node) Shift(now protocol.Time, d time.Duration) {
	o := &n.office
	if n.leader.ID == protocol.Nobody {
		n.stamp, n.heard, n.lag = 0, 0, 0
	}
	if now >= n.telling.needed {
		n.telling.needed = 0
	}
	if now >= n.telling.wanted {
		n.telling.wanted = 0
	}
	if now.Sub(n.bids.thought) > n.interval {
		n.bids.thought = 0
	}
	if now.Sub(o.floor) > 2*n.dead {
		o.floor = 0
	}
	if now.Sub(o.handed) > 2*n.dead {
		o.handed = 0
	}
	if now.Sub(n.rumour.at) > n.rumoured() {
		n.rumour = sign{}
	}
	if now.Sub(n.rebutted.stamp) > 2*n.dead {
		n.rebutted = sign{}
	}
	if now.Sub(n.contest.ended) >= 3*n.contestFor {
		n.contest.ended = 0
	}
	if !n.heirIsFresh(now) {
		o.bidAt, o.bidStamp = 0, 0
	}
	n.formers = slices.DeleteFunc(n.formers, func(f former) bool { return now >= f.until })
	for _, t := range n.instants() {
		*t = t.Shift(d)
	}
}

// instants are all that the node remembers.
func (n *node) instants() []*protocol.Time {
	out := []*protocol.Time{&n.stamp, &n.heard, &n.telling.needed, &n.telling.wanted, &n.bids.passedStamp,
		&n.office.bidAt, &n.office.bidStamp, &n.office.floor, &n.office.handed, &n.contest.stamp, &n.contest.at, &n.contest.ended,
		&n.rumour.stamp, &n.rumour.at, &n.rebutted.stamp, &n.bids.thought}
	for i := range n.formers {
		out = append(out, &n.formers[i].stamp, &n.formers[i].until)
	}
	return out
}

// Snapshot appends the state in canonical form.
func (n *node) Snapshot(b []byte) []byte {
	for _, c := range []protocol.Capability{n.leader, n.heir, n.bids.passed, n.contest.best} {
		b = protocol.AppendCapability(b, c)
	}
	for _, id := range []protocol.ID{n.parent, n.contest.from, n.rumour.leader, n.rebutted.leader} {
		b = protocol.AppendID(b, id)
	}
	b = binary.BigEndian.AppendUint32(b, uint32(len(n.formers)))
	for _, f := range n.formers {
		b = append(protocol.AppendID(b, f.id), byte(f.by))
	}
	for _, t := range n.instants() {
		b = protocol.AppendTime(b, *t)
	}
	b = binary.BigEndian.AppendUint32(b, n.contest.num)
	b = binary.BigEndian.AppendUint64(b, uint64(n.office.owed))
	b = binary.BigEndian.AppendUint64(b, uint64(n.lag))
	b = append(b, protocol.Bit(n.contest.open)|protocol.Bit(n.lost)<<1|protocol.Bit(n.bids.waiting)<<2|protocol.Bit(n.bids.call)<<3|
		protocol.Bit(n.office.polling)<<4|protocol.Bit(n.bids.passedCall)<<5|byte(n.telling.what)<<6,
		n.asked, n.telling.copies, n.telling.held, byte(n.by), n.bids.barren, n.bids.quiet)
	if n.telling.what == relay {
		for _, id := range n.telling.by {
			b = protocol.AppendID(b, id)
		}
	}
	return b
}
