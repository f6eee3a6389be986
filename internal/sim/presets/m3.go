package presets

import "bellwether/radio"

// m3 is the radio of FIT IoT-LAB's M3 nodes under RIOT: an AT86RF231, which has the numbers of
// IEEE Std 802.15.4-2006 at 2.4 GHz, and CCA by power from -91 + 2*7 dBm on (data sheet 8111,
// PHY_CC_CCA and CCA_THRES after a reset).
func m3() Preset {
	l := lowRate()
	l.HeaderBytes = 2 + 1 + 2 + 8 + 8 + 2 // control, sequence, network, two long addresses, check
	return Preset{
		Name: "iotlab-m3",
		About: "IEEE 802.15.4 O-QPSK at 250 kbit/s, 2.45 GHz, of FIT IoT-LAB's M3 nodes; AT86RF231 (data sheet 8111: sensitivity -101 dBm, here at 0 dBm); preamble, delimiter and length 6 bytes, 192 us; " +
			"header with long addresses and check 23 bytes, acknowledgement 5, 3 retries (IEEE Std 802.15.4-2006)",
		Carrier: radio.Carrier{FrequencyHz: 2.45e9}, Emitter: radio.Emitter{PowerDBm: 0},
		Receiver: radio.Receiver{Modulation: radio.Threshold, SensitivityDBm: -101, NoiseFigureDB: 9.5, BandwidthHz: 2e6},
		Curve:    "o-qpsk", Link: l, Access: lowRateAccess(), AssessDBm: -77,
	}
}
