package phy

import (
	"math"

	"github.com/paulmach/orb"

	"bellwether/internal/contract/chance"
	"bellwether/radio"
)

// The plain formula: the results of Channel and Interference, computed for one candidate at a
// time, without tables of the path, without bounds that save work, and with nothing shared
// between the hops of a frame. TestFramesFareAsByThePlainFormula compares both with it.

// plainMean is the received power without fades.
func plainMean(c *Channel, h radio.Hop) level {
	power := c.powerOf(h.From)
	if c.matrix != nil {
		power -= c.matrix.loss(&h)
	} else {
		power -= levelOf(c.path.LossDB(math.Sqrt(radio.DistanceSquared(h.FromM, h.ToM))))
	}
	if c.shadow.cap > 0 {
		power -= plainDeviation(&c.shadow, h)
	}
	if c.walls != nil {
		power -= c.walls.attenuation(Line{From: h.FromM, To: h.ToM, FromAltitudeM: h.FromAltitudeM, ToAltitudeM: h.ToAltitudeM}, farLevel)
	}
	return power
}

func plainDeviation(s *shadower, h radio.Hop) level {
	a, b := h.FromM, h.ToM
	if h.From > h.To {
		a, b = b, a
	}
	pair := chance.Mix(pairOf(h.From, h.To), s.key)
	drawn := pair
	if s.coherence > 0 {
		drawn = chance.Mix(pair, (uint64(h.At)+pair%s.coherence)/s.coherence)
	}
	sum := int64(0)
	for i := range layers {
		shift := chance.Mix(pair, uint64(i))
		draw := chance.Mix(plainCell(s, i, a, shift)^shift, plainCell(s, i, b, shift>>32)^drawn)
		for range 4 {
			sum += int64(draw & 0xffff)
			draw >>= 16
		}
	}
	centred := float64(sum) - float64(uniforms)*(1<<bitsOfUniform-1)/2
	return max(-s.cap, min(levelOf(centred*s.scale), s.cap))
}

// plainCell returns the cell of a point in a layer that is shifted by the low 32 bits of
// shift.
func plainCell(s *shadower, i int, p orb.Point, shift uint64) uint64 {
	l := layers[i]
	across := float64(p[0]*l.cos) + float64(p[1]*l.sin)
	along := float64(p[1]*l.cos) - float64(p[0]*l.sin)
	x := int64(across*s.perM[i]) + int64(shift&0xffff)
	y := int64(along*s.perM[i]) + int64(shift>>16&0xffff)
	return uint64(uint32(x>>16))<<32 | uint64(uint32(y>>16))
}

func plainFade(f *fader, h radio.Hop) level {
	if f == nil {
		return 0
	}
	table := f.tables[2]
	switch square := radio.DistanceSquared(h.FromM, h.ToM); {
	case square < f.squares[0]:
		table = f.tables[0]
	case square < f.squares[1]:
		table = f.tables[1]
	}
	return level(table[rankOf(chance.Mix(pairOf(h.From, h.To)^f.key, uint64(h.At)/f.slot))].gain)
}

// plainReceive has the result of Channel.Receive.
func plainReceive(c *Channel, h radio.Hop, bytes int) radio.Reception {
	if h.From == h.To || radio.DistanceSquared(h.FromM, h.ToM) > c.squareM2 {
		return radio.Beyond
	}
	mean := plainMean(c, h)
	switch power := mean + plainFade(c.fading, h); {
	case power >= c.floor && (c.plain || c.gets(crossing{h.From, h.To, h.At, bytes, h.Control}, power-c.noise)):
		return radio.Heard
	case mean >= c.link:
		return radio.Spoilt
	}
	return radio.Beyond
}

// plainArrive has the result of Interference.Arrive over a channel.
func plainArrive(m *Interference, h radio.Hop, bytes int) (a Arrival) {
	c := m.channel
	if h.From == h.To || radio.DistanceSquared(h.FromM, h.ToM) > m.reachM2 {
		return a
	}
	mean, fade := plainMean(c, h), plainFade(c.fading, h)
	if mean < min(m.least, c.floor-fade) {
		return a
	}
	a.Mean, a.Signal = plainStrength(mean-m.least), plainStrength(mean+fade-m.least)
	switch power := mean + fade; {
	case power >= c.floor && (c.plain || c.gets(crossing{h.From, h.To, h.At, bytes, h.Control}, power-c.noise)):
		a.Reception = radio.Heard
	case mean >= c.link:
		a.Reception = radio.Spoilt
	}
	return a
}

func plainStrength(above level) Strength {
	if above < 0 {
		return 0
	}
	return newPowers().of(above)
}
