package phy

import (
	"math"
	"math/bits"

	"bellwether/internal/base/errs"
	"bellwether/internal/contract/rim"
	"bellwether/protocol"
	"bellwether/radio"
)

// Interference decides what frames that overlap in time do to each other. It is a pure
// function of the radio and of the numbers of [radio.CSMA]; its driver knows which frames
// are on the air.
//
// Over an exact medium, which has no power, a frame arrives with (reach/d)^exponent. Over
// a [Channel] it arrives with the mean power of its path, shadows and walls included; its
// own fade counts for its own reception, not for other frames. A frame counts as nothing
// if it is all of these: weaker than the carrier-sense threshold, too weak to spoil the
// weakest frame that can be received, and too weak to be heard with the best fade. So
// beyond some reach no frame counts.
type Interference struct {
	numbers radio.CSMA
	rangeM2 float64 // of the disk, with its rim
	channel *Channel
	least   level // dBm, over a channel
	powers  *powers
	losses  *lossTable // as far as the reach

	reachM, reachM2 float64
	heardM          float64 // beyond it no frame is received
	busy            Strength
	noise           Strength // counts as one of the others; 0 with radio.OverlapCapture
	ratio           uint64   // capture threshold, in units of 2^-16
	fourth          bool     // the exponent is 4
	pieces          *pieces  // of radio.OverlapSINR, nil otherwise
	smooth          bool     // a channel where distance and shadows decide
}

// Over returns the interference of frames over a medium: a [Channel], or an exact one.
func Over(c radio.CSMA, m radio.Medium) (*Interference, error) {
	switch over := m.(type) {
	case *Channel:
		i := overChannel(c, over)
		return i, i.overlap()
	case radio.Exact:
		if c.Overlap != radio.OverlapCapture {
			return nil, errs.Radio.Errorf("overlap %q needs noise, and a disk has no power: use a model by power", c.Overlap)
		}
		return within(c, over.ExactRangeM()), nil
	}
	return nil, errs.Radio.Errorf("a medium of type %T has neither power nor an exact range: csma needs one of them", m)
}

// within returns the interference of frames over a disk.
func within(c radio.CSMA, rangeM float64) *Interference {
	ratio := math.Pow(10, c.CaptureDB/10)
	// A single sender at that distance from a node at the edge of another's range spoils
	// what the other sends.
	spoils := math.Ceil(math.Pow(ratio, 1/c.Exponent)*1e6) / 1e6
	m := &Interference{numbers: c, rangeM2: rim.Square(rangeM), heardM: rangeM + rim.WidthM, reachM: max(rangeM*max(c.SenseRange, spoils), rangeM+rim.WidthM),
		ratio: ratioOf(ratio), powers: newPowers(), fourth: c.Exponent == 4}
	m.reachM2 = m.reachM * m.reachM
	sensed := rangeM * c.SenseRange
	m.busy = m.overDisk(sensed * sensed)
	return m
}

// overChannel returns the interference of frames over a channel.
func overChannel(c radio.CSMA, over *Channel) *Interference {
	capture, sense := levelOf(c.CaptureDB), levelOf(c.SenseDBm)
	m := &Interference{numbers: c, channel: over, least: faintest(c, over, min(sense, over.link-capture, over.weakest())),
		ratio: ratioOf(math.Pow(10, c.CaptureDB/10)), powers: newPowers()}
	m.reachM, m.heardM, m.losses = over.reachM, over.reachM, over.losses
	if over.path != nil {
		m.reachM = max(m.reachM, reach(over.path, over.strongest-m.least))
	}
	if m.reachM > over.reachM {
		m.losses = newLossTable(over.path, m.reachM)
	}
	m.reachM2 = m.reachM * m.reachM
	m.busy = m.powers.of(sense - m.least)
	m.smooth = over.matrix == nil && over.above == nil && over.antennas == nil && over.walls == nil
	return m
}

// loudest is mostDB as a factor.
const loudest = 1e12

func ratioOf(ratio float64) uint64 { return uint64(math.Round(ratio * (1 << 16))) }

// ReachM is how far from its sender a frame counts at all, in metres; infinite if
// distance does not decide.
func (m *Interference) ReachM() float64 { return m.reachM }

// HeardM is how far from its sender a frame may be received, at most ReachM.
func (m *Interference) HeardM() float64 { return m.heardM }

// ByDistance reports whether distance alone decides: see [Interference.ArriveWithin].
func (m *Interference) ByDistance() bool { return m.channel == nil }

// An Arrival is what a frame is at one node, were it alone.
type Arrival struct {
	Mean      Strength // what it adds to the medium; 0: nothing
	Signal    Strength // by which it is received, its fade included
	Reception radio.Reception
}

// Arrive returns what a frame of so many bytes, header included, is at the end of a
// hop.
func (m *Interference) Arrive(h *radio.Hop, bytes int) Arrival {
	if m.channel == nil {
		var a [1]Arrival
		m.ArriveWithin([]float64{h.SquareM2()}, a[:])
		return a[0]
	}
	e := m.Emit(Leaving{h.From, h.FromM, h.FromAltitudeM, h.At, bytes, h.Control})
	return m.ArriveOf(&e, h.To, SpotOf(h.ToM, h.ToAltitudeM))
}

// ArriveWithin is Arrive over a disk, where squared distances suffice. It fills out, in
// the same order; out must have room for them.
func (m *Interference) ArriveWithin(squaresM2 []float64, out []Arrival) {
	out = out[:len(squaresM2)]
	for i, square := range squaresM2 {
		var s Strength
		if over := m.reachM2 / square; m.fourth {
			s = bounded(over * over) // overDisk, without a call
		} else {
			s = m.overDisk(square)
		}
		out[i] = Arrival{Mean: s, Signal: s}
		if square <= m.rangeM2 {
			out[i].Reception = radio.Heard
		}
		if square > m.reachM2 {
			out[i] = Arrival{}
		}
	}
}

// Emit prepares the receptions of one frame, over a channel.
func (m *Interference) Emit(l Leaving) Emission {
	e := m.channel.Emit(l)
	e.losses = m.losses
	return e
}

// ArriveOf is Arrive for a frame that Emit began.
func (m *Interference) ArriveOf(e *Emission, to protocol.ID, at Spot) (a Arrival) {
	square := e.squareM2(at)
	if square > m.reachM2 {
		return a
	}
	c := m.channel
	gain := level(0)
	if c.fading != nil {
		gain = level(c.fading.of(pairOf(e.From, to), e.slot, square).gain)
	}
	mean, enough := e.mean(&receiver{to, at, square}, min(m.least, c.floor-gain))
	if !enough {
		return a
	}
	a.Mean = m.powers.of(mean - m.least)
	if a.Signal = a.Mean; gain != 0 {
		a.Signal = m.powers.of(mean + gain - m.least)
	}
	if mean+gain >= c.floor || mean >= c.link { // most nodes only sense the frame: save the call
		if m.pieces != nil {
			a.Reception = m.alone(mean, gain)
		} else {
			a.Reception = e.reception(to, mean, gain)
		}
	}
	return a
}

// Costly reports whether walls, antennas, altitudes or a matrix decide how strong a frame is: then it
// should be computed once for each node.
func (m *Interference) Costly() bool { return m.channel != nil && !m.smooth }

// EachSensed reports whether every frame that counts makes the medium busy by itself.
func (m *Interference) EachSensed() bool { return m.channel == nil && m.busy <= unit }

// StrengthWithin is the Mean of Arrive over a disk, at a squared distance.
func (m *Interference) StrengthWithin(squareM2 float64) Strength {
	if squareM2 > m.reachM2 {
		return 0
	}
	return m.overDisk(squareM2)
}

// StrengthOf is the Mean of ArriveOf: neither fades nor what the receiver makes of the frame
// matter to it.
func (m *Interference) StrengthOf(e *Emission, to protocol.ID, at Spot) Strength {
	square := e.squareM2(at)
	if square > m.reachM2 {
		return 0
	}
	mean, enough := m.mean(e, to, at, square, m.least)
	if !enough {
		return 0
	}
	return m.powers.of(mean - m.least)
}

// HeardOf is ArriveOf at a node that may receive the frame; elsewhere its Reception is Beyond,
// and no more is known.
func (m *Interference) HeardOf(e *Emission, to protocol.ID, at Spot) (a Arrival) {
	c := m.channel
	if c.fading != nil {
		return m.ArriveOf(e, to, at)
	}
	square := e.squareM2(at)
	if square > c.squareM2 {
		return a
	}
	mean, enough := m.mean(e, to, at, square, min(c.floor, c.link))
	if !enough {
		return a
	}
	a.Mean = m.powers.of(mean - m.least)
	a.Signal = a.Mean
	if m.pieces != nil {
		a.Reception = m.alone(mean, 0)
	} else {
		a.Reception = e.reception(to, mean, 0)
	}
	return a
}

// mean is that of an Emission. For most nodes that hear nothing the shadow alone says so, by a bound
// of the path loss.
func (m *Interference) mean(e *Emission, to protocol.ID, at Spot, squareM2 float64, least level) (power level, enough bool) {
	if !m.smooth || e.From == to {
		return e.mean(&receiver{to, at, squareM2}, least)
	}
	s := &m.channel.shadow
	power = e.power
	if s.cap > 0 {
		var there footing
		s.stand(&there, at)
		if e.From < to {
			power -= s.deviation(pairOf(e.From, to), &e.footing, &there, e.At)
		} else {
			power -= s.deviation(pairOf(e.From, to), &there, &e.footing, e.At)
		}
	}
	if power-m.losses.atLeast(squareM2) < least {
		return 0, false
	}
	power -= m.losses.of(squareM2)
	return power, power >= least
}

// overDisk is the strength at a squared distance. The exponents 2 (free space) and 4 (two
// rays) need no power function, which machines may round differently; the results for
// other exponents are rounded to a thousandth of a decibel.
func (m *Interference) overDisk(square float64) Strength {
	over := m.reachM2 / square // +Inf at no distance
	if m.fourth {
		return bounded(over * over)
	} else if m.numbers.Exponent != 2 {
		return m.powers.of(levelOf(5 * m.numbers.Exponent * math.Log10(over)))
	}
	return bounded(over)
}

// bounded is the strength of a factor above the weakest that counts.
func bounded(over float64) Strength {
	if over > loudest {
		over = loudest
	}
	return Strength(int64(over * unit))
}

// Busy reports whether a node finds the medium busy while frames with this total strength
// arrive.
func (m *Interference) Busy(all Strength) bool { return all >= m.busy }

// Captures reports whether a frame with this signal is received among others: whether it
// exceeds their sum by the capture threshold.
func (m *Interference) Captures(signal, others Strength) bool {
	return exceeds(signal, others+m.noise, m.ratio)
}

// exceeds compares with a multiple of others, the ratio in units of 2^-16.
func exceeds(signal, others Strength, ratio uint64) bool {
	high, low := bits.Mul64(uint64(others), ratio)
	return high>>16 == 0 && uint64(signal) >= high<<48|low>>16
}

// Plain reports whether Captures alone decides which of the frames that overlap gets through: Decodes
// adds nothing.
func (m *Interference) Plain() bool { return m.channel == nil || m.channel.plain }

// Decodes reports whether a frame that would be Heard alone gets through among others. To
// a modulation with a curve they are noise.
func (m *Interference) Decodes(h *radio.Hop, a Arrival, in Amid) bool {
	if !m.Captures(a.Signal, in.Others) {
		return false
	}
	if in.Others == 0 || m.Plain() {
		return true
	}
	d := &m.channel.decoder
	noise := levelOf(10 * math.Log10(float64(in.Others)/unit+math.Pow(10, (d.noise-m.least).dB()/10)))
	signal := levelOf(10 * math.Log10(float64(a.Signal)/unit))
	return d.gets(crossing{h.From, h.To, h.At, in.Bytes, h.Control}, signal-noise)
}

// Amid is what overlaps a frame that is received.
type Amid struct {
	Others Strength // the greatest sum at any instant of the frame
	Bytes  int      // of the frame, header included
}
