package radio

import (
	"errors"
	"math"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/refuse"
	"bellwether/internal/wyhash"
	"bellwether/protocol"
)

// A Channel says who hears whom by power: what a sender emits and its antennas
// gain, less what the path loses, the shadows and the walls, and the fade of this
// very frame, against what a receiver can decode. It is a pure function of the
// seed, the link, the instant and where the ends are; it remembers nothing, and
// whoever asks gets the same answer.
type Channel struct {
	path      PathLoss
	losses    *lossTable
	matrix    *Matrix
	shadow    shadower
	fading    *fader
	walls     *Obstacles
	power     []level // by node, gains of both antennas included
	same      level   // of the nodes beyond power
	spread    level   // of each node's own
	strongest level   // of any node
	decoder

	reachM, squareM2 float64
	rangeM           float64
	changes          bool
	spreadKey        uint64
}

// ChannelOptions describe a Channel. Exactly one of Path and Matrix is set.
type ChannelOptions struct {
	Seed      uint64
	Path      PathLoss
	Matrix    *Matrix    // in place of a path: positions do not matter
	Shadowing Shadowing  // zero: none
	Fading    Fading     // zero: none
	Obstacles *Obstacles // nil: none
	Emitter   Emitter
	Receiver  Receiver
}

// Emitter says what leaves a sender.
type Emitter struct {
	PowerDBm float64 // default 16.0206, 40 mW, ns-3's; node's own go before it
	GainDB   float64 // of each antenna, at either end; ns-3: 0
	// OwnDBm is the power of nodes 1, 2, …; empty: PowerDBm for all. Links between
	// nodes of different power may carry one way only.
	OwnDBm []float64
	// SpreadDB is the width of a uniform deviation of each node's power, drawn
	// from the seed: batteries, antennas and pockets differ. Default 0.
	SpreadDB float64
}

// DefaultEmitter is ns-3's.
func DefaultEmitter() Emitter { return Emitter{PowerDBm: 16.0206} }

// A Hop is one frame's way, or a question about one.
type Hop struct {
	From, To protocol.ID
	FromM    orb.Point     // where they are when the frame ends, metres
	ToM      orb.Point     //
	At       protocol.Time // when it began
	Ends     protocol.Time // when it ends
}

// Reversed is the way back.
func (h Hop) Reversed() Hop { return Hop{h.To, h.From, h.ToM, h.FromM, h.At, h.Ends} }

func (h *Hop) link() uint64 { return linkOf(h.From, h.To) }

func (h *Hop) pair() uint64 { return pairOf(h.From, h.To) }

// linkOf names a directed link.
func linkOf(from, to protocol.ID) uint64 { return uint64(from)<<32 | uint64(to) }

// pairOf names both directions alike.
func pairOf(a, b protocol.ID) uint64 { return linkOf(min(a, b), max(a, b)) }

// Reception is what becomes of a frame at one node.
type Reception uint8

// The receptions. Beyond costs a receiver nothing; a Spoilt frame, which a calmer
// instant would have carried, keeps it busy.
const (
	Beyond Reception = iota // not heard, as is usual on this path
	Spoilt                  // not decoded, by a fade or by noise, on a path that is a link
	Heard
)

// NewChannel makes a channel ready. The error names every option that makes no
// sense.
func NewChannel(o ChannelOptions) (*Channel, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	d, err := newDecoder(o.Receiver, o.Seed)
	if err != nil {
		return nil, err
	}
	c := &Channel{
		path: o.Path, matrix: o.Matrix, walls: o.Obstacles,
		shadow: newShadower(o.Shadowing, o.Seed), fading: newFader(o.Fading, o.Seed),
		decoder: d,
		changes: o.Shadowing.SigmaDB > 0 && o.Shadowing.Coherence > 0 || o.Matrix != nil && o.Matrix.changes(),
	}
	strongest := c.setPower(o.Emitter, o.Seed)
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
			return nil, refuse.Radio.Errorf("nobody hears anybody: of %g dBm at most %g may be lost, and the path loses %g dB at once",
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

// reachWith is how far a frame is noticed that has a fade, if all else is in its favour.
func (c *Channel) reachWith(gain level) float64 {
	if c.path == nil {
		return math.Inf(1)
	}
	// A thousandth more: a model whose logarithm rounds up here may round down beyond.
	return reach(c.path, c.strongest+c.shadow.cap-min(c.link, c.floor-gain)+1)
}

func (o *ChannelOptions) validate() error {
	var f faults
	f.check((o.Path == nil) != (o.Matrix == nil), "exactly one of path loss and matrix is needed")
	o.Shadowing.check(&f)
	o.Fading.check(&f)
	o.Receiver.check(&f)
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

// setPower gives every node its power, and returns the greatest there may be.
func (c *Channel) setPower(e Emitter, seed uint64) (strongest level) {
	c.same = levelOf(e.PowerDBm + 2*e.GainDB)
	c.spread, c.spreadKey = levelOf(e.SpreadDB), wyhash.Mix(seed, forPower)
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

// Varies says whether links may change while nobody moves.
func (c *Channel) Varies() bool { return c.changes }

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

// AppendPeers appends those who may hear a node wherever they are, sorted; false if
// distance decides.
func (c *Channel) AppendPeers(out []protocol.ID, from protocol.ID) ([]protocol.ID, bool) {
	if c.matrix == nil {
		return out, false
	}
	return append(out, c.matrix.peers(from)...), true
}

// Validate finds nothing: options were checked as it was made.
func (c *Channel) Validate() error { return nil }

// Receive says what becomes of a frame of so many bytes, header included. Whoever asks
// for many receivers of one frame asks its [Emission].
func (c *Channel) Receive(h Hop, bytes int) Reception {
	e := c.Emit(Leaving{h.From, h.FromM, h.At, bytes})
	return e.Receive(h.To, h.ToM)
}

// Carries says whether the path is a link in this direction, fades left out: its
// power reaches the sensitivity, or half of the frames of 64 bytes get through.
func (c *Channel) Carries(h Hop) bool {
	_, enough := c.mean(&h, c.link)
	return enough
}

// Bidirectional says whether the path is a link both ways.
func (c *Channel) Bidirectional(h Hop) bool {
	if c.matrix != nil {
		return c.Carries(h) && c.Carries(h.Reversed())
	}
	weaker := max(c.powerOf(h.From)-c.powerOf(h.To), 0) // all but power is the same both ways
	_, enough := c.mean(&h, c.link+weaker)
	return enough
}

// MeanDBm is the received power without the fade of a frame, in dBm; −Inf where no
// fade could make it heard.
func (c *Channel) MeanDBm(h Hop) float64 {
	mean, enough := c.mean(&h, c.weakest())
	if !enough {
		return math.Inf(-1)
	}
	return mean.dB()
}

// ReceivedDBm is the received power of a frame, its fade included, in dBm; −Inf
// where no fade could make it heard.
func (c *Channel) ReceivedDBm(h Hop) float64 {
	mean := c.MeanDBm(h)
	if c.fading != nil {
		square := DistanceSquared(h.FromM, h.ToM)
		mean += level(c.fading.of(h.pair(), uint64(h.At)/c.fading.slot, square).gain).dB()
	}
	return mean
}

// weakest is the least power, without its fade, of which a frame may be heard.
func (c *Channel) weakest() level {
	if c.fading != nil {
		return c.floor - fadeCap
	}
	return c.floor
}

// mean is the received power of a hop without fades, dBm, or false if it is less than
// least.
func (c *Channel) mean(h *Hop, least level) (power level, enough bool) {
	square := DistanceSquared(h.FromM, h.ToM)
	if square > c.squareM2 {
		return 0, false
	}
	e := c.Emit(Leaving{From: h.From, FromM: h.FromM, At: h.At})
	return e.mean(h.To, h.ToM, square, least)
}

func (c *Channel) powerOf(id protocol.ID) level {
	power := c.same
	if i := int(id) - 1; i >= 0 && i < len(c.power) {
		power = c.power[i]
	}
	if c.spread > 0 {
		power += level(wyhash.Mix(uint64(id), c.spreadKey)%uint64(c.spread+1)) - c.spread/2
	}
	return power
}
