package tanist

import (
	"math"
	"time"

	"bellwether/protocol"
)

// The kinds of messages.
const (
	kindBeacon protocol.Kind = iota + 1
	kindHandover
	kindMerge
	kindClaim
	kindResign
	kindBid
	kindPull
	kindAnswer
	kindRidden
)

// flood is BEACON, HANDOVER, MERGE, CLAIM or RESIGN: it says that Leader leads. 29 bytes.
type flood struct {
	kind   protocol.Kind
	Leader protocol.Capability
	// Stamp is an instant of the leader's own clock, so that no other node makes one: a
	// HANDOVER carries the stamp of the heir's bid.
	Stamp protocol.Time
	// Heir is the node that would succeed the leader. In a HANDOVER and a MERGE it is the
	// leader that gave way.
	Heir protocol.ID
	// Lead is by how much the heir's value exceeds the leader's, less than 0 if it does not: in
	// 4 bytes, since beacons are most of what is sent.
	Lead int32
}

// newFlood names an heir, or nobody by the zero Capability.
func newFlood(kind protocol.Kind, leader protocol.Capability, stamp protocol.Time, heir protocol.Capability) flood {
	f := flood{kind: kind, Leader: leader, Stamp: stamp, Heir: heir.ID}
	if heir.ID != protocol.Nobody {
		f.Lead = int32(min(max(heir.Value-leader.Value, math.MinInt32), math.MaxInt32))
	}
	return f
}

// heir is what the heir offers, as far as its lead fits into 4 bytes.
func (f flood) heir() protocol.Capability {
	if f.Heir == protocol.Nobody {
		return protocol.Capability{}
	}
	return protocol.Capability{Value: f.Leader.Value + int64(f.Lead), ID: f.Heir}
}

func (f flood) Kind() protocol.Kind { return f.kind }

func (f flood) Fields(w *protocol.Wire) protocol.Message {
	if w.Capability(&f.Leader); f.Leader.ID == protocol.Nobody {
		w.Fail("a flood names nobody as leader")
	}
	w.Time(&f.Stamp)
	w.ID(&f.Heir)
	w.Int32(&f.Lead)
	return protocol.Done(w, f)
}

// bid is BID, from parent to parent up to the leader: Offer could succeed it. Call asks the
// leader to give way at once to a better node, by whatever margin.
type bid struct {
	Leader protocol.ID
	Offer  protocol.Capability
	Stamp  protocol.Time // by the clock of the node that offers
	Call   bool
}

func (bid) Kind() protocol.Kind { return kindBid }

func (b bid) Fields(w *protocol.Wire) protocol.Message {
	w.ID(&b.Leader)
	if w.Capability(&b.Offer); b.Offer.ID == protocol.Nobody {
		w.Fail("a bid offers nobody")
	}
	w.Time(&b.Stamp)
	w.Bool(&b.Call)
	return protocol.Done(w, b)
}

// pull is PULL, to the neighbours: have you heard a newer sign of life of Leader than Stamp?
// Nobody asks for any leader.
type pull struct {
	Leader protocol.ID
	Stamp  protocol.Time
}

func (pull) Kind() protocol.Kind { return kindPull }

func (p pull) Fields(w *protocol.Wire) protocol.Message {
	w.ID(&p.Leader)
	w.Time(&p.Stamp)
	return protocol.Done(w, p)
}

// answer is ANSWER: the newest sign of life of its leader that the sender knows, and how long
// ago it heard it. It goes to nodes that know less, or follow a worse leader; a node that
// follows by it passes it on.
type answer struct {
	Leader protocol.Capability
	Stamp  protocol.Time
	AgeMS  uint32
}

func (answer) Kind() protocol.Kind { return kindAnswer }

func (a answer) Fields(w *protocol.Wire) protocol.Message {
	if w.Capability(&a.Leader); a.Leader.ID == protocol.Nobody {
		w.Fail("an answer names nobody as leader")
	}
	w.Time(&a.Stamp)
	w.Uint32(&a.AgeMS)
	return protocol.Done(w, a)
}

// ridden is a beacon on a hello: it goes with the next hello of each node that follows, not at once,
// and so says how old it is. 33 bytes.
type ridden struct {
	Leader protocol.Capability
	Stamp  protocol.Time
	Heir   protocol.ID
	Lead   int32
	AgeMS  uint32
}

func newRidden(f flood, age time.Duration) ridden {
	return ridden{f.Leader, f.Stamp, f.Heir, f.Lead, uint32((age + time.Millisecond - 1) / time.Millisecond)}
}

// beacon is the beacon that rode.
func (r ridden) beacon() flood {
	return flood{kind: kindBeacon, Leader: r.Leader, Stamp: r.Stamp, Heir: r.Heir, Lead: r.Lead}
}

func (ridden) Kind() protocol.Kind { return kindRidden }

func (r ridden) Fields(w *protocol.Wire) protocol.Message {
	if w.Capability(&r.Leader); r.Leader.ID == protocol.Nobody {
		w.Fail("a beacon names nobody as leader")
	}
	w.Time(&r.Stamp)
	w.ID(&r.Heir)
	w.Int32(&r.Lead)
	w.Uint32(&r.AgeMS)
	return protocol.Done(w, r)
}
