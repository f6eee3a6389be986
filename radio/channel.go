package radio

import (
	"github.com/paulmach/orb"

	"bellwether/protocol"
)

// ChannelOptions describe a medium that decides by power. Package channel makes it.
// The received power is the power of the sender and the gain of the antennas, minus the
// losses of the path, shadows and walls, plus the fade of the frame. It is compared with what
// a receiver can decode. Exactly one of Path and Matrix is set.
type ChannelOptions struct {
	Seed      uint64
	Path      PathLoss
	HighestM  float64    // the greatest altitude of a node, metres; 0: a flat world. A PathLossAbove needs it
	Matrix    []Entry    // instead of a path loss: positions do not matter
	Shadowing Shadowing  // zero: none
	Fading    Fading     // zero: none
	Obstacles []Obstacle // none: nothing is in the way
	Emitter   Emitter
	Receiver  Receiver
}

// Emitter is what a sender emits.
type Emitter struct {
	PowerDBm float64 // default 16.0206, 40 mW, ns-3's
	GainDB   float64 // of each antenna, at either end; ns-3: 0
	// OwnDBm is the power of nodes 1, 2, …; empty: PowerDBm for all. Links between
	// nodes of different power may work in one direction only.
	OwnDBm []float64
	// SpreadDB is the width of a uniform deviation of each node's power, drawn
	// from the seed: batteries, antennas and pockets differ. Default 0.
	SpreadDB float64
	// Antennas of nodes 1, 2, …, in addition to GainDB; empty: omni for all.
	Antennas []Antenna
	Header   Header // where nodes head; needed if an antenna is Ahead
}

// DefaultEmitter returns the emitter of ns-3.
func DefaultEmitter() Emitter { return Emitter{PowerDBm: 16.0206} }

// Receiver is what a radio can decode, the same for every node.
type Receiver struct {
	Modulation     Modulation // default Threshold
	SensitivityDBm float64    // for Threshold; ns-3: −101
	NoiseFigureDB  float64    // for the curves; ns-3: 7
	BandwidthHz    float64    // for the curves; 20e6 for OFDM, ns-3's; 22e6 for DSSS
}

// DefaultReceiver returns the receiver of ns-3: it decodes any frame of at least −101 dBm.
func DefaultReceiver() Receiver { return Receiver{Threshold, -101, 7, 20e6} }

// A Modulation is the name of a curve from the ratio of signal to noise to bit errors.
// All curves are for white noise alone:
//
//   - dbpsk is 802.11's 1 Mbit/s, ½·exp(−Eb/N0), and dqpsk its 2 Mbit/s, the bound of
//     G. Ferrari, G. E. Corazza, "Tight bounds and accurate approximations for DQPSK
//     transmission bit error rate", Electronics Letters 40(20), 2004; with Eb/N0 from 22
//     MHz of noise, both as in ns-3's DsssErrorRateModel.
//   - cck-5.5 and cck-11 are 802.11's 5.5 and 11 Mbit/s: 16 biorthogonal signals (J. G.
//     Proakis, "Digital Communications", 4th edition, 2001, §5.2.2), once or twice a symbol,
//     with noise over 22 MHz, as in ns-3's DsssErrorRateModel.
//   - ofdm-6 to ofdm-54 are 802.11's OFDM: ofdm-6 is BPSK, ½·erfc(√SNR), and the union bound
//     of its rate-½ convolutional code with hard decisions, as in ns-3's NistErrorRateModel
//     (G. Pei, T. Henderson, "Validation of OFDM error rate model in ns-3", 2010); the others
//     are QPSK, 16-QAM and 64-QAM with the same code, also punctured to ⅔ and ¾; noise over
//     20 MHz.
//   - o-qpsk is 802.15.4's 250 kbit/s at 2.4 GHz: IEEE Std 802.15.4-2006, E.4.1.8; noise
//     over 2 MHz.
//   - lora-sf7 to lora-sf12 are chirps of so many bits, before coding:
//     ½·Q(√(2·2^SF·SNR) − √(1.386·SF + 1.154)), T. Elshabrawy, J. Robert, "Closed-form
//     approximation of LoRa modulation BER performance", IEEE Communications Letters
//     22(9), 2018; noise over the chirp's bandwidth.
type Modulation string

// Threshold decodes a frame if its power is at least the sensitivity, without a curve.
const Threshold Modulation = "threshold"

// An Obstacle is a building, or anything else with walls. A line of sight that crosses or
// touches walls loses WallDB for each of them.
type Obstacle struct {
	Outline orb.Polygon // closed rings, metres; inner rings are courtyards
	WallDB  float64     // loss at each of its walls, dB
	// BottomM and TopM make it a prism, which fills the altitudes from its bottom up to its
	// top, in metres above the ground: a line of sight passes over it, or below it, and
	// loses WallDB at its roof and, above the ground, its floor too. Both 0: it has no end
	// upwards and no roof.
	BottomM, TopM float64
}

// An Entry is the loss of a directed link from an instant on. A link without an entry up to an
// instant loses everything then, as in ns-3's MatrixPropagationLossModel by default. If a link
// has several entries for one instant, the last counts.
type Entry struct {
	At       protocol.Time
	From, To protocol.ID
	LossDB   float64 // 0 or more; +Inf: no link
}
