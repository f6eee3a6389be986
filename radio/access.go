package radio

import (
	"time"
)

// CSMA holds the parameters of medium access by carrier sense: the distributed
// coordination function of IEEE Std 802.11-2020, clause 10.3, basic access and what DCF
// adds, as G. Bianchi models it ("Performance Analysis of the IEEE 802.11 Distributed
// Coordination Function", IEEE Journal on Selected Areas in Communications 18(3),
// 2000, §II). A node sends when it has found the medium idle for DIFS and then for
// a random number of slots, counted while the medium is idle; frames that overlap
// at a receiver spoil each other unless one is stronger by the capture threshold.
//
// In the standard a frame that finds the medium idle for DIFS is sent at once. Here it
// waits for a back-off as well, as in ns-2 (Mac802_11::send): clocks of a simulation
// agree to the nanosecond, and nodes whose timers fire at one instant would collide
// every time.
type CSMA struct {
	Slot time.Duration // of the back-off; DSSS: 20 µs
	SIFS time.Duration // from a frame to its acknowledgement; DSSS: 10 µs
	DIFS time.Duration // idle time before a frame; SIFS + 2·Slot, above SIFS

	// A back-off is a number of slots drawn uniformly from 0 to the window. The window is
	// WindowMin for a broadcast and a first try, DSSS: 31. Each failure doubles it (to
	// 2·window + 1), up to WindowMax, DSSS: 1023.
	WindowMin, WindowMax int

	// Lifetime is how long a frame may wait for the medium, from when its sender's
	// radio was first free to send it: it is at the head of the queue, and the duty cycle
	// allows it. Then it is dropped. 0: it waits for ever. The standard has two such times.
	// That of the distributed coordination function, dot11MaxTransmitMSDULifetime, begins with
	// the first attempt to transmit a frame, as here; its default is 512 TU, 524.288 ms. That of
	// EDCA, dot11EDCATableMSDULifetime, begins when the frame is passed to the MAC; it is the one
	// that ns-3's WifiMacQueue::MaxDelay models, from when a frame enters the queue. Default
	// 500 ms, the value of MaxDelay. Deviations: the standard does not say whether the first
	// attempt includes its back-off, here it does; the value is ns-3's. A wait behind earlier
	// frames has no bound in time: the length of the queue bounds it, and a frame that finds
	// the queue full is a loss of the queue.
	Lifetime time.Duration

	// CaptureDB is by how many decibels a frame must be stronger than all others together
	// to be received despite them. Default 10, ns-2's CPThresh_; LoRa 6, the CC2420 3.
	CaptureDB float64

	// SenseDBm is the power from which a node over a Channel finds the medium busy;
	// default its sensitivity (IEEE Std 802.11-2020, 17.3.10.6: a preamble at the
	// minimum sensitivity makes it busy).
	SenseDBm float64
	// SenseRange is the distance up to which a node over a Disk finds the medium busy, as a
	// multiple of the disk's range. Default 2.2, ns-2's 550 m for 250 m (CSThresh_
	// 1.559e-11 W, RXThresh_ 3.652e-10 W).
	SenseRange float64
	// Exponent is the exponent of the path loss that compares powers of frames over a Disk.
	// Default 4, two-ray beyond its crossover, ns-2's model.
	Exponent float64

	// Overlap is what becomes of frames that overlap; default OverlapCapture.
	Overlap Overlap
	// FaintestDBm is the power over a Channel below which a frame counts as nothing, not
	// even as interference; GloMoSim: −111. 0: where no frame is sensed, received, or
	// spoils another by itself; with noise, not below 10 dB beneath it.
	FaintestDBm float64
	DCF         DCF   // default zero: basic access
	Rates       Rates // default zero: the link's

	// Unslotted, if not zero, is how nodes wait in place of 802.11's function: they do as in IEEE
	// 802.15.4. Slot, SIFS, DIFS, the windows and Lifetime do not count then, and DCF and Rates
	// must be zero.
	Unslotted Unslotted
}

// DefaultCSMA is DSSS at 2.4 GHz (IEEE Std 802.11-2020, clause 15, table of DSSS
// PHY characteristics).
func DefaultCSMA() CSMA {
	return CSMA{
		Slot: 20 * time.Microsecond, SIFS: 10 * time.Microsecond, DIFS: 50 * time.Microsecond,
		WindowMin: 31, WindowMax: 1023, Lifetime: 500 * time.Millisecond,
		CaptureDB: 10, SenseDBm: DefaultReceiver().SensitivityDBm, SenseRange: 2.2, Exponent: 4,
	}
}

// DefaultPreamble is what goes before the bits of a DSSS frame: preamble 144 µs and
// header 48 µs (IEEE Std 802.11-2020, clause 15).
const DefaultPreamble = 192 * time.Microsecond

// Bounds of CSMA's parameters, to refuse values that were mistyped.
const (
	maxWindow     = 1<<15 - 1 // ECWmax is 15 at most (IEEE Std 802.11-2020, 9.4.2.28)
	maxSenseRange = 100
	maxCaptureDB  = 100
)

// Validate reports all parameters that are out of bounds.
func (c CSMA) Validate() error {
	var f faults
	c.checkWaits(&f)
	f.check(c.CaptureDB > 0 && c.CaptureDB <= maxCaptureDB, "capture threshold must be above 0 and at most %d dB, got %g", maxCaptureDB, c.CaptureDB)
	f.check(c.SenseDBm >= -300 && c.SenseDBm <= 100, "carrier sense must be from -300 to 100 dBm, got %g", c.SenseDBm)
	f.check(c.SenseRange > 0 && c.SenseRange <= maxSenseRange, "carrier sense range must be above 0 and at most %d ranges, got %g", maxSenseRange, c.SenseRange)
	f.check(c.Exponent >= 1 && c.Exponent <= maxExponent, "exponent must be from 1 to %d, got %g", maxExponent, c.Exponent)
	f.check(c.Overlap == OverlapCapture || c.Overlap == OverlapBounded || c.Overlap == OverlapSINR, "no overlap %q", c.Overlap)
	f.check(c.FaintestDBm >= -300 && c.FaintestDBm <= 100, "faintest frame must be from -300 to 100 dBm, got %g", c.FaintestDBm)
	return f.err()
}

// checkWaits checks how nodes wait for the medium.
func (c CSMA) checkWaits(f *faults) {
	if c.Unslotted != (Unslotted{}) {
		c.Unslotted.check(f)
		f.check(c.DCF == DCF{} && len(c.Rates.Faster) == 0, "unslotted CSMA-CA has no RTS, NAV, EIFS or other rates: leave them out")
		return
	}
	f.check(c.Slot > 0 && c.Slot <= maxPreamble, "slot must be above 0 and at most %v, got %v", maxPreamble, c.Slot)
	f.check(c.SIFS >= 0 && c.SIFS <= maxPreamble, "SIFS must be from 0 to %v, got %v", maxPreamble, c.SIFS)
	f.check(c.DIFS > c.SIFS && c.DIFS <= maxPreamble, "DIFS must be above the SIFS of %v and at most %v, got %v", c.SIFS, maxPreamble, c.DIFS)
	f.check(c.WindowMin >= 0 && c.WindowMin <= c.WindowMax && c.WindowMax <= maxWindow,
		"contention windows must rise from 0 to at most %d, got %d and %d", maxWindow, c.WindowMin, c.WindowMax)
	f.check(c.Lifetime >= 0, "lifetime must not be negative, got %v", c.Lifetime)
	f.check(len(c.Rates.Faster) == 0 || c.Overlap == OverlapSINR, "faster rates need overlap %q: otherwise they cost nothing", OverlapSINR)
	c.DCF.check(f)
	f.check(c.DCF.EIFS <= 0 || c.DCF.EIFS >= c.DIFS, "EIFS must be 0 or not less than the DIFS of %v, got %v", c.DIFS, c.DCF.EIFS)
	c.Rates.check(f)
}
