package reach

import (
	"slices"

	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/place"
	"bellwether/internal/contract/chance"
	"bellwether/internal/contract/rim"
	"bellwether/internal/sim/phy"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// UnboundedM is the reach of a medium that does not depend on distance: then the index is
// not used.
const UnboundedM = 1e6

// RangeM is how far a medium reaches, at most UnboundedM unless it is exact.
func RangeM(m radio.Medium) float64 {
	if e, ok := m.(radio.Exact); ok {
		return e.ExactRangeM()
	}
	return min(m.ReachM(), UnboundedM)
}

// Options are what a Reach is made of.
type Options struct {
	Air
	Field *place.Field // nil: nodes are nowhere
	// Met is called for each link of a timetable that has changed. All calls of one
	// instant follow each other, after all changes were made.
	Met func(i, j kernel.Slot, up bool)
	// Divides is called before the nodes are divided into other groups; nil: nobody is told.
	Divides func()
	// Linked returns the nodes that have a link with node i now, sorted, if that is known without a
	// look at places; nil: it is not.
	Linked func(i kernel.Slot) (ids []protocol.ID, known bool)
}

// Reach decides which nodes hear which. It is one type because every frame asks all of it for
// the same two nodes: their groups, whether they are off or jammed, links that are held, and range.
type Reach struct {
	Air
	k        *kernel.Kernel
	field    *place.Field
	exact    bool
	rangeM   float64 // how far the medium reaches
	square   float64
	nodes    []listener
	settings []setting
	holds    []Hold
	meetings *meetings // nil: no timetable
	divides  func()
	linked   func(i kernel.Slot) (ids []protocol.ID, known bool)
	channel  *phy.Channel // the medium, if it goes by power

	bernoulli *chance.Bernoulli // the losses, if they are its

	received, lost []kernel.Slot
	peers          []protocol.ID
	near           []kernel.Slot
	found          []kernel.Slot
	keys           []uint32
	out            []kernel.Slot
	spoilt         []bool
	both           []uint64 // buffer of sorted
	bitmap         bitmap   // empty if there are too many nodes, or a node hears a frame that is spoilt
	// Looked counts the nodes that were examined.
	Looked uint64
}

// New makes a Reach in which nobody listens yet.
func New(k *kernel.Kernel, o Options) *Reach {
	r := &Reach{Air: o.Air, k: k, field: o.Field, divides: o.Divides, linked: o.Linked, nodes: make([]listener, k.Nodes), settings: make([]setting, k.Nodes)}
	for i := range r.nodes {
		r.nodes[i] = listener{Shut, uint32(k.ID(kernel.Slot(i)))}
	}
	_, r.exact = o.Medium.(radio.Exact)
	if r.exact && k.Nodes < bitmapLimit {
		r.bitmap = newBitmap(int(k.Nodes))
	}
	r.rangeM = RangeM(o.Medium)
	r.square = r.rangeM * r.rangeM
	r.channel, _ = o.Medium.(*phy.Channel)
	if b, ok := o.Loss.(chance.Bernoulli); ok {
		r.bernoulli = &b
	}
	if m, ok := o.Medium.(radio.Timetable); ok {
		r.meetings = newMeetings(k, m, o.Met)
	}
	return r
}

// Begin begins the contacts that a timetable has at time 0.
func (r *Reach) Begin() {
	if r.meetings != nil {
		r.meetings.pass()
	}
}

// Hop is the hop from node i to node j of a frame that began at an instant and ends now.
func (r *Reach) Hop(i, j kernel.Slot, began int64) radio.Hop {
	h := radio.Hop{From: r.k.ID(i), To: r.k.ID(j), At: protocol.Time(began), Ends: r.k.Clock()}
	if r.field != nil {
		h.FromM, h.ToM = r.field.Point(i), r.field.Point(j)
		h.FromAltitudeM, h.ToAltitudeM = r.field.AltitudeM(i), r.field.AltitudeM(j)
	}
	return h
}

// ControlHop is Hop for a control frame.
func (r *Reach) ControlHop(i, j kernel.Slot, began int64) radio.Hop {
	h := r.Hop(i, j, began)
	h.Control = true
	return h
}

// Outcome returns why the addressee of a frame that ends now has not got it, NoReason if it
// has.
func (r *Reach) Outcome(h radio.Hop, bytes int) trace.Why {
	i, j := r.k.Slot(h.From), r.k.Slot(h.To)
	e := Ends{r.SendGroup(i), r.SendGroup(j), r.nodes[j].receive == Jammed}
	if len(r.holds) > 0 {
		if up, held := r.Held(i, j); held {
			return r.heldOutcome(h, e, up)
		}
	}
	return r.Air.Outcome(h, bytes, e)
}

// Strikes reports whether a frame of node i, which began at an instant and ends now, is
// lost at node j.
func (r *Reach) Strikes(i, j kernel.Slot, began int64) bool {
	if r.ranged == nil {
		return r.Loss.Lost(protocol.ID(r.nodes[i].id), protocol.ID(r.nodes[j].id), protocol.Time(began))
	}
	if _, held := r.Held(i, j); held {
		return false // they do not hear each other by distance
	}
	return r.Lost(r.Hop(i, j, began))
}

// StrikesControl is Strikes for a control frame, where no link is held up.
func (r *Reach) StrikesControl(i, j kernel.Slot, began int64) bool {
	return r.Lost(r.ControlHop(i, j, began))
}

// Received divides the nodes that heard a frame of node i, which began at an instant and ends
// now: received have the frame, and at lost the medium or the losses destroyed it. Valid until
// the next call.
func (r *Reach) Received(i kernel.Slot, began int64, heard []kernel.Slot, spoilt []bool) (received, lost []kernel.Slot) {
	received, lost = r.received[:0], r.lost[:0]
	from := protocol.ID(r.nodes[i].id)
	draws, even := r.During(began) // of the slot, once for all
	for n, j := range heard {
		if spoilt != nil && spoilt[n] || even && draws.Lost(from, protocol.ID(r.nodes[j].id)) || !even && r.Strikes(i, j, began) {
			lost = append(lost, j)
		} else {
			received = append(received, j)
		}
	}
	r.received, r.lost = received, lost
	return received, lost
}

// Candidates returns the nodes that a frame of node i might reach, in no order, perhaps
// with i. Valid until the next query.
func (r *Reach) Candidates(i kernel.Slot) []kernel.Slot { return r.Within(i, r.rangeM) }

// Within returns the nodes that may be within a reach of node i, or, if distance does not
// decide, all nodes that it might reach.
func (r *Reach) Within(i kernel.Slot, reachM float64) []kernel.Slot {
	if r.meetings != nil {
		return r.named(r.meetings.of[i])
	}
	if r.known(i) || r.field == nil {
		return r.named(r.peers)
	}
	near := r.field.Near(r.field.Point(i), reachM)
	r.Looked += uint64(len(near))
	return near
}

// known reports whether the medium lists the nodes that may hear node i; then peers has
// them.
func (r *Reach) known(i kernel.Slot) (known bool) {
	r.peers, known = r.Medium.AppendPeers(r.peers[:0], r.k.ID(i))
	return known
}

// named returns the nodes of a sorted list of IDs. It skips Nobody, IDs that the world
// does not have, and repeated ones: a frame is heard once.
func (r *Reach) named(ids []protocol.ID) []kernel.Slot {
	r.near = r.near[:0]
	last := protocol.Nobody
	for _, peer := range ids {
		if peer != last && int(peer) <= len(r.nodes) {
			r.near = append(r.near, r.k.Slot(peer))
			last = peer
		}
	}
	r.Looked += uint64(len(r.near))
	return r.near
}

// Hearers returns the nodes that hear a broadcast of node i, of so many bytes, which
// began at an instant and ends now, in the order of their IDs; spoilt says at which of
// them the medium destroys it, nil if at none. Valid until the next query.
func (r *Reach) Hearers(i kernel.Slot, began int64, bytes int) (heard []kernel.Slot, spoilt []bool) {
	if r.exact {
		if heard, known := r.byLinks(i); known {
			return heard, nil
		}
		return r.inRange(i), nil
	}
	mine := r.SendGroup(i)
	if mine == Shut {
		return nil, nil
	}
	r.found, r.keys = r.found[:0], r.keys[:0]
	if r.channel != nil {
		r.ask(i, mine, r.channel.Emit(phy.Leaving{From: r.k.ID(i), FromM: r.field.Point(i), FromAltitudeM: r.field.AltitudeM(i), At: protocol.Time(began), Bytes: bytes}))
		return r.told(r.settled(i, mine))
	}
	for _, j := range r.Candidates(i) {
		if j != i && r.nodes[j].receive == mine {
			r.hears(j, r.Medium.Receive(r.Hop(i, j, began), bytes))
		}
	}
	return r.told(r.settled(i, mine))
}

// ask asks about an emission of node i at all nodes that it might reach.
func (r *Reach) ask(i kernel.Slot, mine Group, e phy.Emission) {
	if e.Fades() && !r.known(i) {
		r.askFaded(i, mine, &e)
		return
	}
	for _, j := range r.Candidates(i) {
		if j != i && r.nodes[j].receive == mine {
			r.hears(j, e.Receive(r.k.ID(j), r.spot(j)))
		}
	}
}

// askFaded is ask for a fade that by itself excludes most far nodes.
func (r *Reach) askFaded(i kernel.Slot, mine Group, e *phy.Emission) {
	near, beyondM2 := r.field.NearBeyond(e.FromM, r.rangeM)
	r.Looked += uint64(len(near))
	for n, j := range near {
		l := &r.nodes[j]
		if j == i || l.receive != mine {
			continue
		}
		if id := protocol.ID(l.id); beyondM2 == nil || !e.CannotReach(id, beyondM2[n]) {
			r.hears(j, e.Receive(id, r.spot(j)))
		}
	}
}

// spot is where node j is now.
func (r *Reach) spot(j kernel.Slot) phy.Spot {
	x, y := r.field.Motion(j).At(r.k.Now())
	return phy.Spot{XM: x, YM: y, AltitudeM: r.field.AltitudeM(j)}
}

// hears adds node j if a frame is heard there, or ^j if the frame is spoilt there.
func (r *Reach) hears(j kernel.Slot, what radio.Reception) {
	switch what {
	case radio.Heard:
		r.add(j, j)
	case radio.Spoilt:
		r.add(j, ^j)
	}
}

// told separates the nodes that hear a frame from the flags that say where it is spoilt.
func (r *Reach) told(all []kernel.Slot) (heard []kernel.Slot, spoilt []bool) {
	for n, j := range all {
		if j >= 0 {
			continue
		}
		if spoilt == nil {
			spoilt = append(r.spoilt[:0], make([]bool, len(all))...)
		}
		all[n], spoilt[n] = ^j, true
	}
	if spoilt != nil {
		r.spoilt = spoilt
	}
	return all, spoilt
}

// inRange is Hearers for an exact medium.
func (r *Reach) inRange(i kernel.Slot) []kernel.Slot {
	if !r.field.Flat() {
		return r.inBall(i)
	}
	p := r.field.Point(i)
	mine := r.SendGroup(i)
	found, keys := r.found[:0], r.keys[:0]
	now := r.k.Now()
	near := r.field.NearOrSure(p, r.rangeM)
	r.Looked += uint64(len(near))
	for _, j := range near {
		if j < 0 {
			j = ^j
			x, y := r.field.Motion(j).At(now)
			dx, dy := x-p[0], y-p[1]
			if d := float64(dx*dx) + float64(dy*dy); d > r.square && !r.onRim(i, j, d) {
				continue
			}
		}
		if l := &r.nodes[j]; l.receive == mine && j != i {
			found, keys = append(found, j), append(keys, l.id)
		}
	}
	r.found, r.keys = found, keys
	return r.settled(i, mine)
}

// inBall is inRange above the ground: the index finds the nodes that are near in the plane,
// and each is measured.
func (r *Reach) inBall(i kernel.Slot) []kernel.Slot {
	s, mine := r.field.Spot(i), r.SendGroup(i)
	r.found, r.keys = r.found[:0], r.keys[:0]
	near := r.field.Near(s.Point, r.rangeM)
	r.Looked += uint64(len(near))
	for _, j := range near {
		if r.nodes[j].receive != mine || j == i {
			continue
		}
		if d := s.SquareM2(r.field.Spot(j)); d <= r.square || r.onRim(i, j, d) {
			r.add(j, j)
		}
	}
	return r.settled(i, mine)
}

// onRim reports whether two nodes at rest, at this squared distance, are in range to a
// micrometre. Those that move pass the rim itself at an instant, see [place.Crossing].
func (r *Reach) onRim(i, j kernel.Slot, squareM2 float64) bool {
	if squareM2 > rim.Square(r.rangeM) {
		return false
	}
	gap := r.field.Gap(i, j)
	return gap.AtRest()
}

// settled returns the nodes that hear node i, after the holds are applied, in order.
func (r *Reach) settled(i kernel.Slot, mine Group) []kernel.Slot {
	if len(r.holds) > 0 {
		r.amend(i, mine)
	}
	return r.order()
}

// AppendNeighbours appends the sorted IDs of the nodes with which node i has a link in both
// directions, without fades. It appends nothing while node i does not run, its radio is off,
// or it is jammed.
func (r *Reach) AppendNeighbours(out []protocol.ID, i kernel.Slot) []protocol.ID {
	if r.nodes[i].receive < 0 {
		return out
	}
	begin := len(out)
	if r.exact {
		for _, j := range r.inRange(i) {
			out = append(out, r.k.ID(j))
		}
		return out
	}
	for _, j := range r.Candidates(i) {
		if _, held := r.Held(i, j); !held && r.Linked(i, j) {
			out = append(out, r.k.ID(j))
		}
	}
	out = r.appendHeld(out, i)
	slices.Sort(out[begin:])
	return out
}

// Linked reports whether two nodes have a link in both directions now, without fades.
func (r *Reach) Linked(i, j kernel.Slot) bool {
	if up, held := r.Held(i, j); held {
		return up && !r.Apart(i, j)
	}
	return i != j && !r.Apart(i, j) && r.Medium.Bidirectional(r.Hop(i, j, r.k.Now()))
}
