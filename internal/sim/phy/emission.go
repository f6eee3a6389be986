package phy

import (
	"math"

	"github.com/paulmach/orb"

	"bellwether/protocol"
	"bellwether/radio"
)

// Leaving is a frame as its sender emits it.
type Leaving struct {
	From  protocol.ID
	FromM orb.Point // where the sender is when the frame ends, metres
	// FromAltitudeM is how high the sender is then, metres above the ground.
	FromAltitudeM float64

	At    protocol.Time // when it began
	Bytes int           // header included
	// Control is that of a radio.Hop.
	Control bool
}

// An Emission is one frame over a channel. It holds what all hops of the frame have in common,
// so that only the receiver's part is computed for each of them. It gives the same answers as
// [Channel.Receive].
type Emission struct {
	Leaving
	channel *Channel
	losses  *lossTable
	power   level
	slot    uint64  // of its fades
	footing footing // of the sender in the layers of the shadows
}

// Emit prepares the receptions of one frame.
func (c *Channel) Emit(l Leaving) Emission {
	e := Emission{Leaving: l, channel: c, losses: c.losses, power: c.powerOf(l.From)}
	if c.fading != nil {
		e.slot = uint64(l.At) / c.fading.slot
	}
	if c.shadow.cap > 0 {
		c.shadow.stand(&e.footing, SpotOf(l.FromM, 0))
	}
	return e
}

// A Spot is where a receiver is: metres, and metres above the ground. It has no array as an orb.Point
// has: arrays go through memory, where reading both halves of what was written by halves waits for the
// writes. That took a tenth of a contended run with shadows.
type Spot struct{ XM, YM, AltitudeM float64 }

// SpotOf is the spot of a point at an altitude.
func SpotOf(m orb.Point, altitudeM float64) Spot { return Spot{m[0], m[1], altitudeM} }

// Receive decides what becomes of the frame at a node.
func (e *Emission) Receive(to protocol.ID, at Spot) radio.Reception {
	square := e.squareM2(at)
	c := e.channel
	if square > c.squareM2 {
		return radio.Beyond
	}
	gain := level(0)
	if c.fading != nil {
		// The fade comes first: for most distant nodes it decides alone, without path,
		// shadows and walls.
		f := c.fading.of(pairOf(e.From, to), e.slot, square)
		if square > float64(f.reachM2) {
			return radio.Beyond
		}
		gain = level(f.gain)
	}
	mean, enough := e.mean(&receiver{to, at, square}, min(c.link, c.floor-gain))
	if !enough {
		return radio.Beyond
	}
	return e.reception(to, mean, gain)
}

// squareM2 is the squared distance of the sender from a receiver.
func (e *Emission) squareM2(at Spot) float64 {
	dx, dy, up := e.FromM[0]-at.XM, e.FromM[1]-at.YM, at.AltitudeM-e.FromAltitudeM
	return float64(dx*dx) + float64(dy*dy) + float64(up*up)
}

// A receiver is who may hear the frame, and where.
type receiver struct {
	id       protocol.ID
	at       Spot
	squareM2 float64 // its squared distance from the sender
}

// Fades reports whether the frame fades: CannotReach says nothing otherwise.
func (e *Emission) Fades() bool { return e.channel.fading != nil }

// CannotReach reports whether the frame's fade alone keeps it from being noticed at a node
// that is farther away than a squared distance. It needs no position of the node and costs
// a fraction of Receive.
func (e *Emission) CannotReach(to protocol.ID, beyondM2 float64) bool {
	f := e.channel.fading
	if f == nil || beyondM2 < f.leastM2 {
		return false
	}
	return beyondM2 > float64(f.tables[2][f.rank(pairOf(e.From, to), e.slot)].reachM2)
}

// reception is what becomes of the frame where it arrives with a mean power and the gain of a fade.
func (e *Emission) reception(to protocol.ID, mean, gain level) radio.Reception {
	c := e.channel
	switch {
	case c.decodes(crossing{e.From, to, e.At, e.Bytes, e.Control}, mean+gain):
		return radio.Heard
	case mean >= c.link:
		return radio.Spoilt
	}
	return radio.Beyond
}

// mean is the received power without fades, dBm. It is false as soon as the power is
// surely less than least: the costliest part is computed last. The distance must be within
// the caller's reach.
func (e *Emission) mean(r *receiver, least level) (power level, enough bool) {
	c, to := e.channel, r.id
	if e.From == to {
		return 0, false
	}
	power = e.power
	if c.matrix != nil {
		power -= c.matrix.loss(&radio.Hop{From: e.From, To: to, At: e.At})
	} else if c.above != nil {
		power -= levelOf(c.above.LossAboveDB(radio.Above{DistanceM: math.Sqrt(r.squareM2), FromM: e.FromAltitudeM, ToM: r.at.AltitudeM}))
	} else {
		power -= e.losses.of(r.squareM2)
	}
	if c.antennas != nil && power+c.shadow.cap+c.antennas.greatest >= least {
		power += c.antennas.towards(e, r)
	}
	if power+c.shadow.cap < least {
		return 0, false
	}
	if c.shadow.cap > 0 {
		var there footing
		c.shadow.stand(&there, r.at)
		low, high := &e.footing, &there
		if e.From > to {
			low, high = high, low
		}
		power -= c.shadow.deviation(pairOf(e.From, to), low, high, e.At)
	}
	if c.walls != nil && power >= least {
		power -= c.walls.attenuation(Line{e.FromM, orb.Point{r.at.XM, r.at.YM}, e.FromAltitudeM, r.at.AltitudeM}, power-least)
	}
	return power, power >= least
}
