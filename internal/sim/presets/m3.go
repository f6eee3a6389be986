package presets

import (
	"time"

	"bellwether/radio"
)

// Times of IEEE Std 802.15.4-2006 at 2.4 GHz: a symbol lasts 16 µs and has 4 bits.
const (
	symbol          = 16 * time.Microsecond
	backoffPeriod   = 20 * symbol // aUnitBackoffPeriod
	turnaround      = 12 * symbol // aTurnaroundTime, before an acknowledgement, too
	clearAssessment = 8 * symbol  // CCA
)

// m3 is the radio of FIT IoT-LAB's M3 nodes under RIOT: an AT86RF231 with unslotted CSMA-CA.
//
// Deviations. The standard's station counts its back-off without listening, assesses the channel
// once at its end, and draws again from twice the window if it is busy; it gives up after
// macMaxCSMABackoffs, 4. Here it counts while the channel is idle, as 802.11 does, after an
// assessment and a turnaround; only a lost acknowledgement doubles the window; it gives up after
// the longest time that the standard's four draws take. The spaces after a frame (LIFS 40
// symbols, SIFS 12) are left out: the next back-off takes longer on average.
func m3() Preset {
	l := lowRate()
	l.HeaderBytes = 2 + 1 + 2 + 8 + 8 + 2 // control, sequence, network, two long addresses, check
	c := lowRateAccess()
	c.Slot, c.SIFS, c.DIFS = backoffPeriod, turnaround, clearAssessment+turnaround
	c.WindowMin, c.WindowMax = 1<<3-1, 1<<5-1 // macMinBE 3, macMaxBE 5
	c.Lifetime = (7+15+31+31+31)*backoffPeriod + 5*clearAssessment
	return Preset{
		Name: "iotlab-m3",
		About: "IEEE 802.15.4 O-QPSK at 250 kbit/s, 2.45 GHz, of FIT IoT-LAB's M3 nodes; AT86RF231 (data sheet 8111: sensitivity -101 dBm, here at 0 dBm); preamble, delimiter and length 6 bytes, 192 us; " +
			"header with long addresses and check 23 bytes, acknowledgement 5, 3 retries; back-off periods of 320 us, macMinBE 3, macMaxBE 5, CCA 128 us, turnaround 192 us (IEEE Std 802.15.4-2006)",
		Carrier: radio.Carrier{FrequencyHz: 2.45e9}, Emitter: radio.Emitter{PowerDBm: 0},
		Receiver: radio.Receiver{Modulation: radio.Threshold, SensitivityDBm: -101, NoiseFigureDB: 9.5, BandwidthHz: 2e6},
		Curve:    "o-qpsk", Link: l, Access: c,
	}
}
