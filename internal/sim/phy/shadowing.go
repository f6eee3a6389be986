package phy

import (
	"math"

	"bellwether/internal/contract/chance"

	"bellwether/protocol"
	"bellwether/radio"
)

// shadowCap bounds the deviation at three standard deviations either way, which 0.3 % of
// draws exceed, so that there is a distance beyond which no node hears.
const shadowCap = 3

// layers of the construction: see shadower. Their cells measure so many
// correlation distances, and lie turned against each other by a quarter of a
// right angle. The four numbers make the mean over directions of
// max(0, 1−x/L)·max(0, 1−y/L), averaged over layers, deviate from exp(−Δ/D) by at
// most 0.013 (least squares on the largest deviation, Δ up to 6 D).
var layers = [4]struct{ side, cos, sin float64 }{
	{0.665, 1, 0},
	{1.589, 0.9238795325, 0.3826834324},
	{2.140, 0.7071067812, 0.7071067812},
	{3.834, 0.3826834324, 0.9238795325},
}

// bitsOfUniform is the size of the uniform numbers that add up to a normal one:
// 4 in each of 4 layers. Their sum has an excess kurtosis of −1.2/16.
const (
	bitsOfUniform = 16
	uniforms      = 4 * len(layers)
)

// shadower draws the shadowing of one seed. Each layer divides the plane into square
// cells, shifted at random for each pair and end. A pair whose two ends stay in their
// cells keeps that layer's share of its deviation; a pair that leaves them gets a new one.
// The probability of staying makes the correlation. Hashes make the draws, so nothing is
// stored, and no logarithm is computed.
type shadower struct {
	key       uint64
	scale     float64              // decibels for each unit of the sum
	perM      [len(layers)]float64 // cells for each metre, in 1/65536
	coherence uint64               // ns; 0: for ever
	cap       level
}

func newShadower(s radio.Shadowing, seed uint64) shadower {
	const n = 1 << bitsOfUniform
	h := shadower{
		key:       chance.Mix(seed, chance.ForShadowing),
		scale:     s.SigmaDB / math.Sqrt(float64(uniforms)*(n*n-1)/12),
		coherence: uint64(s.Coherence),
		cap:       levelOf(shadowCap * s.SigmaDB),
	}
	if s.CorrelationM > 0 {
		for i, l := range layers {
			h.perM[i] = 65536 / (l.side * s.CorrelationM)
		}
	}
	return h
}

func checkShadowing(s radio.Shadowing, f *faults) {
	f.check(s.SigmaDB >= 0 && s.SigmaDB <= 100, "shadowing sigma must be from 0 to 100 dB, got %g", s.SigmaDB)
	f.check(s.CorrelationM == 0 || s.CorrelationM >= 0.1 && s.CorrelationM <= maxRangeM,
		"shadowing correlation must be 0 or from 0.1 to %g m, got %g", float64(maxRangeM), s.CorrelationM)
	f.check(s.Coherence >= 0, "shadowing coherence must not be negative, got %v", s.Coherence)
}

// A footing is where a point lies in each layer.
type footing [len(layers)]spotInLayer

// A spotInLayer is a position in a layer, across and along it, in 2^-32 of a cell, before
// a pair shifts the layer. Cells are counted modulo 2^32.
type spotInLayer struct{ across, along uint64 }

// cell is where the point lies in a layer shifted by the low 32 bits of shift, two
// times 1/65536 of a cell.
func (p *spotInLayer) cell(shift uint64) uint64 {
	const part, whole = 0x00000000_ffff0000, 0xffffffff_00000000
	return (p.across+shift<<16&part)&whole | (p.along+shift&part)>>32
}

// stand finds the footing of a point. It computes products that occur twice once: layer 0
// is not rotated, layer 2 is rotated by half a right angle, and the sine of layer 1 is the
// cosine of layer 3.
func (s *shadower) stand(f *footing, p Spot) {
	half, long, short := layers[2].cos, layers[1].cos, layers[1].sin
	xh, yh := float64(p.XM*half), float64(p.YM*half)
	xl, xs := float64(p.XM*long), float64(p.XM*short)
	yl, ys := float64(p.YM*long), float64(p.YM*short)
	f[0].across, f[0].along = inCells(p.XM*s.perM[0]), inCells(p.YM*s.perM[0])
	f[1].across, f[1].along = inCells((xl+ys)*s.perM[1]), inCells((yl-xs)*s.perM[1])
	f[2].across, f[2].along = inCells((xh+yh)*s.perM[2]), inCells((yh-xh)*s.perM[2])
	f[3].across, f[3].along = inCells((xs+yl)*s.perM[3]), inCells((ys-xl)*s.perM[3])
}

// inCells truncates to 1/65536 of a cell, and converts to 2^-32.
func inCells(parts float64) uint64 { return uint64(int64(parts)) << 16 }

// deviation is what the shadow takes from the signal of a pair, negative if it adds. low is
// the footing of the lower ID's place, high of the higher's.
func (s *shadower) deviation(named uint64, low, high *footing, at protocol.Time) level {
	pair := chance.Mix(named, s.key)
	drawn := pair // a new draw in each coherence time
	if s.coherence > 0 {
		drawn = chance.Mix(pair, (uint64(at)+pair%s.coherence)/s.coherence)
	}
	// Unrolled by hand, because the compiler does not: a loop costs a tenth more.
	shift0, shift1, shift2, shift3 := chance.Mix(pair, 0), chance.Mix(pair, 1), chance.Mix(pair, 2), chance.Mix(pair, 3)
	sums := pairs(chance.Mix(low[0].cell(shift0)^shift0, high[0].cell(shift0>>32)^drawn)) +
		pairs(chance.Mix(low[1].cell(shift1)^shift1, high[1].cell(shift1>>32)^drawn)) +
		pairs(chance.Mix(low[2].cell(shift2)^shift2, high[2].cell(shift2>>32)^drawn)) +
		pairs(chance.Mix(low[3].cell(shift3)^shift3, high[3].cell(shift3>>32)^drawn))
	sum := int64(sums>>32 + sums&0xffffffff)
	centred := 2*sum - int64(uniforms)*(1<<bitsOfUniform-1) // doubled, so that it is a whole number
	return max(-s.cap, min(levelOf(float64(centred)*(s.scale/2)), s.cap))
}

// pairs adds the four uniform numbers of a draw two by two: two sums in one word.
func pairs(draw uint64) uint64 {
	const lanes = 0x0000ffff_0000ffff
	return draw&lanes + draw>>16&lanes
}
