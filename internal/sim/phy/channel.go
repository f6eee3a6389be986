package phy

import (
	"errors"
	"math"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/internal/contract/chance"

	"bellwether/protocol"
	"bellwether/radio"
)

// A Channel decides by power who hears whom: the sender's power and the gains of its
// antennas, less path loss, shadows, walls and the fade of this frame, against what the
// receiver can decode. It is a pure function of the seed, the link, the instant and the
// positions of both ends; it keeps no state.
type Channel struct {
	path      radio.PathLoss
	above     radio.PathLossAbove // path is its least loss; nil: distance alone decides
	losses    *lossTable
	matrix    *Matrix
	shadow    shadower
	fading    *fader
	walls     *Obstacles
	power     []level // by node, gains of both antennas included
	same      level   // of the nodes beyond power
	spread    level   // of each node's own
	antennas  *antennas
	strongest level // of any node
	decoder

	reachM, squareM2 float64
	rangeM           float64
	changes          bool
	spreadKey        uint64
}

// reversed is the way back.
func reversed(h radio.Hop) radio.Hop {
	return radio.Hop{From: h.To, To: h.From, FromM: h.ToM, ToM: h.FromM,
		FromAltitudeM: h.ToAltitudeM, ToAltitudeM: h.FromAltitudeM, At: h.At, Ends: h.Ends}
}

// linkOf names a directed link.
func linkOf(from, to protocol.ID) uint64 { return uint64(from)<<32 | uint64(to) }

// pairOf names a pair: the same in both directions.
func pairOf(a, b protocol.ID) uint64 { return linkOf(min(a, b), max(a, b)) }

// A Site is what channels of several seeds share. It is made once.
type Site struct {
	Matrix    *Matrix    // in place of the options' entries
	Obstacles *Obstacles // in place of the options'
}

// NewChannel makes a channel at a site; parts of the site replace the same parts of the
// options. The error names every option that makes no sense.
func NewChannel(o radio.ChannelOptions, s Site) (*Channel, error) {
	if err := s.take(&o); err != nil {
		return nil, err
	}
	if err := validate(&o, s); err != nil {
		return nil, err
	}
	d, err := newDecoder(o.Receiver, o.Seed)
	if err != nil {
		return nil, err
	}
	var f faults
	own := newAntennas(o.Emitter, &f)
	f.check(own == nil || s.Matrix == nil, "a matrix has the gains of antennas in its losses")
	if err := errors.Join(f...); err != nil {
		return nil, err
	}
	c := &Channel{
		antennas: own,
		path:     o.Path, matrix: s.Matrix, walls: s.Obstacles,
		shadow: newShadower(o.Shadowing, o.Seed), fading: newFader(o.Fading, o.Seed),
		decoder: d,
		changes: o.Shadowing.SigmaDB > 0 && o.Shadowing.Coherence > 0 || s.Matrix != nil && s.Matrix.changes(),
	}
	if above, ok := o.Path.(radio.PathLossAbove); ok && o.HighestM > 0 {
		c.above, c.path = above, highest{above, o.HighestM}
	}
	strongest := c.setPower(o.Emitter, o.Seed)
	if own != nil {
		strongest += own.greatest
	}
	c.strongest = strongest
	if c.path == nil {
		c.reachM, c.rangeM = math.Inf(1), math.Inf(1)
	} else {
		most := strongest + c.shadow.cap - c.floor
		if c.fading != nil {
			most += fadeCap
		}
		c.reachM = reach(c.path, most)
		c.rangeM = reach(c.path, strongest-c.link)
		if c.reachM == 0 {
			return nil, errs.Radio.Errorf("no node hears another: at %g dBm at most %g dB may be lost, and the path already loses %g dB at its start",
				strongest.dB(), most.dB(), c.path.LossDB(0))
		}
	}
	c.squareM2 = c.reachM * c.reachM
	if c.path != nil {
		c.losses = newLossTable(c.path, c.reachM)
	}
	if c.fading != nil {
		c.fading.bound(c.reachWith)
	}
	return c, nil
}

// reachWith is the distance at which a frame with this fade is still noticed, if all else
// is in its favour.
func (c *Channel) reachWith(gain level) float64 {
	if c.path == nil {
		return math.Inf(1)
	}
	// A thousandth more: a model whose logarithm rounds up here may round down beyond.
	return reach(c.path, c.strongest+c.shadow.cap-min(c.link, c.floor-gain)+1)
}

// take makes the parts of a site that the options describe.
func (s *Site) take(o *radio.ChannelOptions) (err error) {
	if s.Matrix == nil && len(o.Matrix) > 0 {
		n := protocol.ID(0)
		for _, e := range o.Matrix {
			n = max(n, e.From, e.To)
		}
		if s.Matrix, err = NewMatrix(int(n), o.Matrix); err != nil {
			return err
		}
	}
	if s.Obstacles == nil && len(o.Obstacles) > 0 {
		s.Obstacles, err = NewObstacles(o.Obstacles)
	}
	return err
}

func validate(o *radio.ChannelOptions, s Site) error {
	var f faults
	f.check((o.Path == nil) != (s.Matrix == nil), "exactly one of path loss and matrix is needed")
	checkShadowing(o.Shadowing, &f)
	checkFading(o.Fading, &f)
	checkReceiver(o.Receiver, &f)
	f.check(o.HighestM >= 0 && o.HighestM <= maxAltitudeM, "the greatest altitude must be from 0 to %g m, got %g", float64(maxAltitudeM), o.HighestM)
	e := o.Emitter
	for _, dBm := range append([]float64{e.PowerDBm}, e.OwnDBm...) {
		f.check(dBm >= -200 && dBm <= 200, "power must be from -200 to 200 dBm, got %g", dBm)
	}
	f.check(e.GainDB >= -100 && e.GainDB <= 100, "antenna gain must be from -100 to 100 dB, got %g", e.GainDB)
	f.check(e.SpreadDB >= 0 && e.SpreadDB <= 100, "spread of power must be from 0 to 100 dB, got %g", e.SpreadDB)
	if o.Path != nil {
		f = append(f, o.Path.Validate())
	}
	return errors.Join(f...)
}

// setPower sets the power of every node, and returns the greatest there may be.
func (c *Channel) setPower(e radio.Emitter, seed uint64) (strongest level) {
	c.same = levelOf(e.PowerDBm + 2*e.GainDB)
	c.spread, c.spreadKey = levelOf(e.SpreadDB), chance.Mix(seed, chance.ForPower)
	strongest = c.same
	for i, own := range e.OwnDBm {
		c.power = append(c.power, levelOf(own+2*e.GainDB))
		if i == 0 {
			strongest = c.power[0]
		}
		strongest = max(strongest, c.power[i])
	}
	return strongest + (c.spread+1)/2
}

// ReachM is the distance beyond which no frame is ever heard: that of the
// strongest sender, of shadows three standard deviations in its favour and of the
// luckiest fade. It is infinite if distance does not decide.
func (c *Channel) ReachM() float64 { return c.reachM }

// RangeM is how far the strongest sender has a link without shadows, fades and
// walls; infinite if distance does not decide.
func (c *Channel) RangeM() float64 { return c.rangeM }

// LinkDBm is the power from which a path is a link, in dBm.
func (c *Channel) LinkDBm() float64 { return c.link.dB() }

// Varies reports whether links may change while nobody moves.
func (c *Channel) Varies() bool { return c.changes }

// speedOfLightMS is c in metres a second, exact by definition of the metre.
const speedOfLightMS = 299_792_458

// matrixDelay is the propagation delay where distances are not known: 300 m.
const matrixDelay = time.Microsecond

// Delay is the propagation delay of every frame, over the range: one constant,
// so that a transmission is one event for all who hear it.
func (c *Channel) Delay() time.Duration {
	if c.path == nil {
		return matrixDelay
	}
	return time.Duration(math.Round(c.rangeM / speedOfLightMS * 1e9))
}

// AppendPeers appends the nodes that may hear a node wherever they are, sorted; false if
// distance decides.
func (c *Channel) AppendPeers(out []protocol.ID, from protocol.ID) ([]protocol.ID, bool) {
	if c.matrix == nil {
		return out, false
	}
	return append(out, c.matrix.peers(from)...), true
}

// Validate finds nothing: NewChannel has checked the options.
func (c *Channel) Validate() error { return nil }

// Receive decides what becomes of a frame of so many bytes, header included. For many
// receivers of one frame, an [Emission] is faster.
func (c *Channel) Receive(h radio.Hop, bytes int) radio.Reception {
	e := c.Emit(Leaving{h.From, h.FromM, h.FromAltitudeM, h.At, bytes, h.Control})
	return e.Receive(h.To, SpotOf(h.ToM, h.ToAltitudeM))
}

// Carries reports whether the path is a link in this direction, fades left out: its
// power reaches the sensitivity, or half of the frames of 64 bytes get through.
func (c *Channel) Carries(h radio.Hop) bool {
	_, enough := c.mean(&h, c.link)
	return enough
}

// Bidirectional reports whether the path is a link both ways.
func (c *Channel) Bidirectional(h radio.Hop) bool {
	if c.matrix != nil {
		return c.Carries(h) && c.Carries(reversed(h))
	}
	weaker := max(c.powerOf(h.From)-c.powerOf(h.To), 0) // all but power and antennas is the same both ways
	if c.antennas != nil {
		back := reversed(h)
		weaker = max(c.powerOf(h.From)+c.antennas.gain(&h)-c.powerOf(h.To)-c.antennas.gain(&back), 0)
	}
	_, enough := c.mean(&h, c.link+weaker)
	return enough
}

// MeanDBm is the received power without the fade of a frame, in dBm; −Inf where no
// fade could make it heard.
func (c *Channel) MeanDBm(h radio.Hop) float64 {
	mean, enough := c.mean(&h, c.weakest())
	if !enough {
		return math.Inf(-1)
	}
	return mean.dB()
}

// ReceivedDBm is the received power of a frame, its fade included, in dBm; −Inf
// where no fade could make it heard.
func (c *Channel) ReceivedDBm(h radio.Hop) float64 {
	mean := c.MeanDBm(h)
	if c.fading != nil {
		square := h.SquareM2()
		mean += level(c.fading.of(pairOf(h.From, h.To), uint64(h.At)/c.fading.slot, square).gain).dB()
	}
	return mean
}

// weakest is the least power, without its fade, at which a frame may be heard.
func (c *Channel) weakest() level {
	if c.fading != nil {
		return c.floor - fadeCap
	}
	return c.floor
}

// mean is the received power of a hop without fades, dBm; false if it is less than least.
func (c *Channel) mean(h *radio.Hop, least level) (power level, enough bool) {
	square := h.SquareM2()
	if square > c.squareM2 {
		return 0, false
	}
	e := c.Emit(Leaving{From: h.From, FromM: h.FromM, FromAltitudeM: h.FromAltitudeM, At: h.At})
	return e.mean(&receiver{h.To, SpotOf(h.ToM, h.ToAltitudeM), square}, least)
}

func (c *Channel) powerOf(id protocol.ID) level {
	power := c.same
	if i := int(id) - 1; i >= 0 && i < len(c.power) {
		power = c.power[i]
	}
	if c.spread > 0 {
		power += level(chance.Mix(uint64(id), c.spreadKey)%uint64(c.spread+1)) - c.spread/2
	}
	return power
}
