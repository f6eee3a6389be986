package phy

import (
	"math"

	"bellwether/internal/base/errs"
	"bellwether/internal/contract/chance"

	"bellwether/protocol"
	"bellwether/radio"
)

// belowNoise is how far beneath the noise a frame still counts: one of them then raises
// it by 0.4 dB.
const belowNoise level = 10_000

// faintest is the least power that counts over a channel.
func faintest(c radio.CSMA, over *Channel, least level) level {
	if c.FaintestDBm != 0 {
		return levelOf(c.FaintestDBm)
	}
	switch c.Overlap {
	case radio.OverlapBounded:
		return min(least, over.noise)
	case radio.OverlapSINR:
		return min(levelOf(c.SenseDBm), over.weakest(), over.noise-belowNoise)
	}
	return least
}

// overlap completes the interference over a channel by what models with noise need.
func (m *Interference) overlap() error {
	if m.numbers.Overlap == radio.OverlapCapture {
		return nil
	}
	c := m.channel
	if !c.noisy {
		return errs.Radio.Errorf("overlap %q needs the noise of the receiver: give it a bandwidth", m.numbers.Overlap)
	}
	m.noise = m.powers.of(c.noise - m.least)
	if m.numbers.Overlap == radio.OverlapBounded {
		return nil
	}
	if c.plain {
		return errs.Radio.Errorf("overlap %q needs a receiver with a curve, and %q has none", m.numbers.Overlap, radio.Threshold)
	}
	m.pieces = &pieces{curves: []*curve{&c.curve}, key: chance.Mix(c.key, chance.ForPieces),
		locks: ratioOf(math.Pow(10, (c.floor-c.noise).dB()/10))}
	for _, r := range m.numbers.Rates.Faster {
		faster, err := newCurve(r.Modulation)
		if err != nil || r.Modulation == radio.Threshold {
			return errs.Radio.Errorf("a rate needs a modulation with a curve, and %q is none", r.Modulation)
		}
		m.pieces.curves = append(m.pieces.curves, &faster)
	}
	return nil
}

// pieces decides frames by the pieces between two changes of what else arrives.
type pieces struct {
	curves []*curve // by rate
	locks  uint64   // least ratio to noise and others of a frame that is followed, in 2^-16
	key    uint64
}

// Pieces reports whether frames are decided piece by piece: by Locks, Piece and Survives
// in place of Captures and Decodes.
func (m *Interference) Pieces() bool { return m.pieces != nil }

// alone is what becomes of a frame that might be received. Its pieces decide later.
func (m *Interference) alone(mean, gain level) radio.Reception {
	if mean+gain >= m.channel.floor {
		return radio.Heard
	}
	return radio.Spoilt // a link, but this frame is in a fade
}

// Locks reports whether a free receiver notices that a frame begins among others: whether
// the shortest of frames could get through.
func (m *Interference) Locks(signal, others Strength) bool {
	return exceeds(signal, others+m.noise, m.pieces.locks)
}

// Piece is the logarithm of the chance that some bits are right at a rate while others
// arrive: 0 of no bits.
func (m *Interference) Piece(rate uint8, signal, others Strength, bits float64) float64 {
	c := m.pieces.curves[rate]
	snr := m.powers.level(signal) - m.powers.level(others+m.noise)
	i := (snr - c.lowest) / curveStep
	switch {
	case bits <= 0 || i >= level(len(c.bit)):
		return 0
	case snr < c.lowest:
		i = 0
	}
	return float64(bits * c.bit[i])
}

// Survives draws, by link and the instant at which the frame began, whether a frame gets
// through with the sum of the logarithms of its pieces.
func (m *Interference) Survives(from, to protocol.ID, began protocol.Time, sum float64) bool {
	success := uint64(math.Round(math.Exp(sum) * (1 << 24)))
	return success >= 1<<24 || chance.Mix(linkOf(from, to)^m.pieces.key, uint64(began))>>40 < success
}
