package phy

import (
	"math"

	"bellwether/internal/contract/chance"

	"bellwether/protocol"
	"bellwether/radio"
)

// boltzmannDBm is the noise of one hertz at 290 K, 10·log10(k·T·1000).
const boltzmannDBm = -173.975

// NoiseDBm is the receiver's noise floor in dBm.
func NoiseDBm(r radio.Receiver) float64 {
	return boltzmannDBm + 10*math.Log10(r.BandwidthHz) + r.NoiseFigureDB
}

func checkReceiver(r radio.Receiver, f *faults) {
	f.check(r.SensitivityDBm >= -300 && r.SensitivityDBm <= 100, "sensitivity must be from -300 to 100 dBm, got %g", r.SensitivityDBm)
	if r.Modulation != radio.Threshold {
		f.check(r.NoiseFigureDB >= 0 && r.NoiseFigureDB <= 100, "noise figure must be from 0 to 100 dB, got %g", r.NoiseFigureDB)
		f.check(r.BandwidthHz >= 1 && r.BandwidthHz <= 1e12, "bandwidth must be from 1 to 1e12 Hz, got %g", r.BandwidthHz)
	}
}

const (
	// linkBytes is the frame by which a curve says whether there is a link: half of
	// the frames of a header and an election's message arrive.
	linkBytes = 64
	half      = 1 << 23 // in units of 2^-24

	// A frame of least bytes, an acknowledgement, that gets through less than once in
	// 10^4 counts as never heard, so that reception has a finite reach.
	leastBytes = 14
	hardlyEver = (1<<24)/10_000 + 1
)

// decoder is a receiver with its curve and thresholds computed.
type decoder struct {
	curve
	plain bool  // Threshold
	noise level // dBm, if noisy
	noisy bool  // the receiver has a bandwidth
	floor level // no frame with less power is heard, dBm
	link  level // a path with this power or more is a link, dBm
	key   uint64

	control chance.Control
}

func newDecoder(r radio.Receiver, seed uint64) (decoder, error) {
	c, err := newCurve(r.Modulation)
	key := chance.Mix(seed, chance.ForErrors)
	d := decoder{curve: c, plain: r.Modulation == radio.Threshold, key: key, control: chance.NewControl(key)}
	if err != nil {
		return d, err
	}
	if r.BandwidthHz >= 1 {
		d.noise, d.noisy = levelOf(NoiseDBm(r)), true
	}
	if d.plain {
		d.floor = levelOf(r.SensitivityDBm)
		d.link = d.floor
		return d, nil
	}
	d.floor = d.noise + d.least(leastBytes, hardlyEver)
	d.link = d.noise + d.least(linkBytes, half)
	return d, nil
}

// decodes reports whether a frame of this power, dBm, gets through on a directed link.
// Frames on one link within one slot share the draw, but each control frame has its own.
func (d *decoder) decodes(c crossing, power level) bool {
	if power < d.floor {
		return false
	}
	return d.plain || d.gets(c, power-d.noise)
}

// crossing is a frame on a directed link.
type crossing struct {
	from, to protocol.ID
	at       protocol.Time // when it began
	bytes    int           // header included
	control  bool
}

// gets reports whether a frame with this signal-to-noise ratio gets through, by the curve.
func (d *decoder) gets(c crossing, snr level) bool {
	success := d.success(snr, c.bytes)
	switch {
	case success >= 1<<24:
		return true
	case c.control:
		return d.control.Draw(c.from, c.to, c.at)>>40 < success
	}
	return chance.Mix(linkOf(c.from, c.to)^d.key, uint64(c.at)/uint64(radio.DefaultSlot))>>40 < success
}
