package access

import (
	"math"
	"math/bits"

	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/reach"
	"bellwether/internal/sim/phy"
	"bellwether/protocol"
	"bellwether/trace"
)

// flight is a frame on the air, with the nodes that may receive it, and those within its reach
// that watch the medium.
type flight struct {
	sensing []sensed  // the nodes that watch and at which it counts
	hearing []hearing // nodes that may receive it, in the order of their IDs
	frame   int32     // number in the pool; none for an acknowledgement
	sender  kernel.Slot
	bytes   int32 // of the whole frame
	kind    kind
	rate    uint8 // 0: the link's
	start   int64
	ends    int64   // where it arrives
	ack     receipt // of all but data
	// reserves is for how long it reserves the medium from its end on, with NAV.
	reserves int64
	send     reach.Group // who may hear it

	// In the list of frames on the air.
	xM, yM, altitudeM float64        // of its sender when it began
	where, reached    uint64         // where it counts, and may be received, if nodes are few
	known             uint64         // at which of these its strength has been computed
	strengths         []phy.Strength // there, by ID from 1
	emission          phy.Emission   // over a channel
	settled           []sensed       // what it is at nodes that have turned since
	closed            bool           // settled has all nodes
	byNode            []phy.Strength // settled by node, in a world that is not too large for that
	listed            bool
	// Of beginnings and ends of frames, also within one instant, its own are these; fell is
	// onTheAir until it ends.
	rose, fell uint64
}

// onTheAir is after all ends of frames.
const onTheAir = math.MaxUint64

func (fl *flight) ended() bool { return fl.fell != onTheAir }

// none is not the number of any frame.
const none = -1

// kind is what a flight is.
type kind uint8

const (
	dataKind kind = iota
	ackKind
	rtsKind
	ctsKind
)

// receipt is what an acknowledgement, an RTS or a CTS is for.
type receipt struct {
	number      uint64      // of the message
	to          kernel.Slot // who gets the receipt: of an acknowledgement and a CTS who sent the message
	incarnation uint32      // of the node that sends the receipt
	attempt     uint8
	class       protocol.Class
}

// sensed is the strength that a flight adds at one node.
type sensed struct {
	mean phy.Strength
	node kernel.Slot
}

// hearing is a flight at one node that might receive it.
type hearing struct {
	phy.Arrival
	worst phy.Strength // the most that others added while the node followed it
	node  kernel.Slot
	why   trace.Why // why it cannot receive the frame; NoReason: it follows the frame, or does not hear
	began bool      // it began to receive it
	until bool      // and followed it to its end
}

func (c *csma) takeFlight() int32 {
	f := c.flights.Take()
	fl := c.flights.At(f)
	fl.sensing, fl.hearing, fl.settled, fl.byNode = fl.sensing[:0], fl.hearing[:0], fl.settled[:0], fl.byNode[:0]
	fl.closed, fl.listed, fl.fell, fl.where, fl.reached, fl.known = false, false, onTheAir, 0, 0, 0
	fl.kind, fl.rate, fl.reserves = dataKind, 0, 0
	return f
}

// transmit puts the frame of node i on the air, or first the RTS for it.
func (c *csma) transmit(i kernel.Slot) {
	if c.reserves(c.pool.at(c.turns[i].frame)) {
		c.ask(i)
		return
	}
	c.emit(i)
}

// emit puts the frame of node i on the air.
func (c *csma) emit(i kernel.Slot) {
	s, t := &c.stations[i], &c.turns[i]
	k := t.frame
	frame := c.pool.at(k)
	frame.Start = c.Now()
	s.phase, s.drawn, t.due, t.unsent = flying, false, kernel.Never, 0
	if c.dcf {
		c.held[i].straight = false
	}
	f := c.takeFlight()
	fl := c.flights.At(f)
	fl.frame, fl.sender, fl.bytes = k, i, frame.Bytes+int32(c.Link.HeaderBytes)
	if c.rates != nil {
		fl.rate = c.rates.of(i, frame)
	}
	if !frame.broadcast() {
		fl.reserves = int64(c.numbers.SIFS) + int64(c.lasts(c.Link.AckBytes))
	}
	c.takeOff(f)
}

// takeOff begins flight f: it reaches the receivers of all nodes within reach at once,
// and their carrier sense a propagation delay later.
func (c *csma) takeOff(f int32) {
	fl := c.flights.At(f)
	i := fl.sender
	c.watch(i)
	s := &c.stations[i]
	fl.start, fl.send = c.Now(), c.Reach.SendGroup(i)
	s.sends = true
	c.busy(i, c.Now())
	if s.follow != 0 {
		c.forsake(i, trace.WhyDeaf)
	}
	air := c.lastsAt(fl.rate, int(fl.bytes))
	fl.ends = c.Now() + int64(air) + c.delay
	if fl.send != reach.Shut {
		c.spread(f)
	}
	c.Duty.Log(i, c.Now(), air)
	c.At(fl.ends, c.land, uint32(f))
}

// spread lets flight f arrive at all nodes within its reach.
func (c *csma) spread(f int32) {
	c.forget()
	fl := c.flights.At(f)
	from := c.Field.Spot(fl.sender)
	fl.xM, fl.yM, fl.altitudeM = from.Point[0], from.Point[1], from.AltitudeM
	if !c.air.ByDistance() {
		fl.emission = c.air.Emit(phy.Leaving{From: c.ID(fl.sender), FromM: from.Point, FromAltitudeM: from.AltitudeM, At: c.Clock(), Bytes: int(fl.bytes), Control: fl.kind != dataKind})
	}
	if c.costly {
		c.settleNow(fl)
	}
	c.findOthers(fl)
	if c.few != nil {
		c.locate(fl)
	}
	for _, other := range c.overlaps {
		c.disturb(fl, other)
	}
	if c.few != nil {
		c.reachFew(f)
	} else {
		c.reachReceivers(f)
		c.reachWatchers(f)
	}
	c.rise(f)
}

// findOthers finds which frames are on the air as flight fl begins. A frame is in around if some node
// senses it and fl, and in overlaps too if some receiver may hear both.
func (c *csma) findOthers(fl *flight) {
	c.around, c.overlaps = c.around[:0], c.overlaps[:0]
	c.listed = c.frames(fl.xM, fl.yM, c.reachM, c.listed[:0])
	if len(c.listed) == 0 {
		return
	}
	both := c.reachM + c.heardM + c.slackM()
	for _, t := range c.listed {
		if c.flights.At(t.what).ended() {
			continue
		}
		c.around = append(c.around, t.what)
		if dx, dy := t.xM-fl.xM, t.yM-fl.yM; float64(dx*dx)+float64(dy*dy) <= both*both || c.aloft.strays > c.Now() || c.reachM >= reach.UnboundedM {
			c.overlaps = append(c.overlaps, t.what)
		}
	}
}

// heard is what arrives at node j, which may receive the flight of spread, before that flight does.
func (c *csma) heard(j kernel.Slot) (all phy.Strength) {
	s := &c.stations[j]
	if s.watches && !c.each {
		return s.heard
	}
	for _, other := range c.overlaps {
		if s.follow == other+1 && !c.lazy {
			all += c.followed(j).Mean
		} else {
			all += c.strengthOf(c.flights.At(other), j)
		}
	}
	return all
}

// disturb lets flight fl arrive at the nodes that follow another flight.
func (c *csma) disturb(fl *flight, other int32) {
	if c.few != nil {
		o := c.flights.At(other)
		for set := fl.where & o.reached; set != 0; set &= set - 1 {
			c.disturbAt(fl, other, o.among(set&-set))
		}
		return
	}
	hearing := c.flights.At(other).hearing
	for n := range hearing {
		c.disturbAt(fl, other, &hearing[n])
	}
}

func (c *csma) disturbAt(fl *flight, other int32, h *hearing) {
	s := &c.stations[h.node]
	if s.follow != other+1 {
		return
	}
	mean := c.strengthOf(fl, h.node)
	if mean == 0 {
		return
	}
	if c.chunks != nil {
		c.close(h.node, s.heard)
	}
	h.worst = max(h.worst, mean+c.besides(h, other))
}

// besides is what a node hears before the flight of spread begins, except the one that it follows.
func (c *csma) besides(h *hearing, followed int32) (all phy.Strength) {
	if s := &c.stations[h.node]; s.watches && !c.each {
		return s.heard - h.Mean
	}
	for _, other := range c.around {
		if other != followed {
			all += c.strengthOf(c.flights.At(other), h.node)
		}
	}
	return all
}

// hear lets flight f begin at a node that may receive it, while others may be on the air.
func (c *csma) hear(f int32, j kernel.Slot, a *phy.Arrival, others phy.Strength) {
	fl := c.flights.At(f)
	fl.hearing = append(fl.hearing, hearing{})
	h := &fl.hearing[len(fl.hearing)-1] // filled field by field: a copy would wait for its parts
	h.Mean, h.Signal, h.Reception, h.node = a.Mean, a.Signal, a.Reception, j
	if c.Reach.ReceiveGroup(j) != reach.Shut {
		c.tune(f, h, others)
	}
}

// tune lets a node follow a flight that begins there, if its receiver is free, or if the
// flight is strong enough to be received in spite of others.
func (c *csma) tune(f int32, h *hearing, others phy.Strength) {
	s := &c.stations[h.node]
	switch {
	case s.sends:
		h.why = trace.WhyDeaf
	case c.chunks != nil && c.ignores(h, others):
	case c.chunks == nil && !c.captures(f, h, others):
		h.why = trace.WhyCollision
		if to := c.addressee(c.flights.At(f)); s.follow != 0 && (to == nowhere || to == h.node) && c.air.Captures(c.signalAt(h.node), c.followed(h.node).worst) {
			h.why = trace.WhyCapture
		}
	default:
		if s.follow != 0 {
			c.forsake(h.node, trace.WhyCapture)
		}
		s.follow = f + 1
		h.worst, h.began = others, true
		if c.virtual != nil {
			c.virtual[h.node].began = c.Now()
		}
		if c.chunks != nil {
			c.chunks[h.node] = chunk{since: c.Now()}
		}
	}
}

// captures reports whether a flight, where a node may receive it, exceeds others. Over a disk, how
// strong it is there is computed when others overlap it.
func (c *csma) captures(f int32, h *hearing, others phy.Strength) bool {
	if c.lazy {
		if others == 0 {
			return true
		}
		if h.Signal == 0 {
			h.Signal = c.strengthOf(c.flights.At(f), h.node)
		}
	}
	return c.air.Captures(h.Signal, others)
}

// signalAt is how strong the flight is that node j follows.
func (c *csma) signalAt(j kernel.Slot) phy.Strength {
	if c.lazy {
		return c.strengthOf(c.flights.At(c.stations[j].follow-1), j)
	}
	return c.followed(j).Signal
}

// followed is the hearing of the flight that node j follows.
func (c *csma) followed(j kernel.Slot) *hearing {
	return c.hearingOf(c.flights.At(c.stations[j].follow-1), j)
}

// forsake lets node j's receiver abandon the frame that it follows.
func (c *csma) forsake(j kernel.Slot, why trace.Why) {
	s := &c.stations[j]
	c.followed(j).why = why
	s.follow = 0
}

// hearingOf is the hearing of a flight by node j, nil if it cannot receive it.
func (c *csma) hearingOf(fl *flight, j kernel.Slot) *hearing {
	if c.few != nil {
		return fl.among(fl.reached & c.bit(j))
	}
	for n := range fl.hearing {
		if fl.hearing[n].node == j {
			return &fl.hearing[n]
		}
	}
	return nil
}

// among is the hearing of one node of reached, a bit; nil of none.
func (fl *flight) among(bit uint64) *hearing {
	if bit == 0 {
		return nil
	}
	return &fl.hearing[bits.OnesCount64(fl.reached&(bit-1))]
}
