// Package presets lists radios that can be bought, with the source of every number.
//
// It assumes antennas of 0 dB, as ns-3 has them; a pocket takes more than a good antenna
// gives. It never prefers one: the scenario files name the preset.
package presets

import (
	"math"
	"time"

	"bellwether/radio"
)

// A Preset is a radio that can be bought: its carrier, power and receiver, and
// what its link layer sends. Antenna gains are 0 dB, as ns-3 has them; a pocket
// takes more than a good antenna gives.
type Preset struct {
	Name     string
	About    string // with the source of its numbers
	Carrier  radio.Carrier
	Emitter  radio.Emitter
	Receiver radio.Receiver
	Curve    radio.Modulation // for reception by signal to noise
	Link     radio.Link
	Access   radio.CSMA // for medium access by carrier sense, all but SenseDBm
	SenseDBm float64    // by which the medium is busy; 0: the power of a link
	// Unslotted is for medium access as in 802.15.4; those of other radios have its default.
	Unslotted radio.Unslotted
	AssessDBm float64 // by which the medium is busy then; 0: the radio is not one of 802.15.4
	// ReferenceLossDB is that of free space at 1 m, for log-distance models.
	ReferenceLossDB float64
}

// Default is ns-3's radio: its propagation models and WifiPhy as they come.
const Default = "wifi-ns3"

// All lists the radios that come with bellwether.
func All() []Preset {
	list := []Preset{
		{
			Name:    Default,
			About:   "ns-3's defaults: WifiPhy 40 mW, -101 dBm, noise figure 7 dB; 5.15 GHz; 2 Mbit/s as this package's default",
			Carrier: radio.Carrier{FrequencyHz: 5.150e9}, Emitter: radio.DefaultEmitter(), Receiver: radio.DefaultReceiver(),
			Curve: "ofdm-6", Link: radio.DefaultLink(), ReferenceLossDB: radio.DefaultLogDistance().ReferenceLossDB,
		},
		{
			Name: "wifi-2.4GHz",
			About: "IEEE 802.11 DSSS at 2 Mbit/s on channel 6, 2.437 GHz (IEEE Std 802.11-2020, clause 15: sensitivity -80 dBm " +
				"for 8 % loss of 1024 bytes, long preamble and header 192 us); 100 mW, the limit in Europe (ETSI EN 300 328); noise figure as ns-3",
			Carrier: radio.Carrier{FrequencyHz: 2.437e9}, Emitter: radio.Emitter{PowerDBm: 20}, Receiver: radio.Receiver{Modulation: radio.Threshold, SensitivityDBm: -80, NoiseFigureDB: 7, BandwidthHz: 22e6},
			Curve: "dqpsk", Link: dsss(),
		},
		{
			Name: "wifi-5GHz",
			About: "IEEE 802.11 OFDM at 6 Mbit/s on channel 36, 5.18 GHz (IEEE Std 802.11-2020, clause 17: sensitivity -82 dBm " +
				"for 10 % loss of 1000 bytes, preamble and SIGNAL 20 us, symbols of 4 us and 24 bits); 40 mW and noise figure as ns-3",
			Carrier: radio.Carrier{FrequencyHz: 5.18e9}, Emitter: radio.DefaultEmitter(), Receiver: radio.Receiver{Modulation: radio.Threshold, SensitivityDBm: -82, NoiseFigureDB: 7, BandwidthHz: 20e6},
			Curve: "ofdm-6", Link: ofdm(), Access: ofdmAccess(),
		},
		{
			Name: "802.15.4",
			About: "IEEE 802.15.4 O-QPSK at 250 kbit/s, 2.45 GHz; CC2420 (data sheet SWRS041: 0 dBm, sensitivity -95 dBm); preamble, " +
				"delimiter and length 6 bytes, 192 us; header with short addresses and check 11 bytes, acknowledgement 5, 3 retries (IEEE Std 802.15.4-2006); the noise figure puts 1 % loss of 20 bytes at that sensitivity",
			Carrier: radio.Carrier{FrequencyHz: 2.45e9}, Emitter: radio.Emitter{PowerDBm: 0}, Receiver: radio.Receiver{Modulation: radio.Threshold, SensitivityDBm: -95, NoiseFigureDB: 15.5, BandwidthHz: 2e6},
			Curve: "o-qpsk", Link: lowRate(), Access: lowRateAccess(), AssessDBm: -77, // CCA_THR and RSSI_OFFSET as shipped (SWRS041)
		},
		m3(),
	}
	for sf := 7; sf <= 12; sf++ {
		list = append(list, chirps(sf))
	}
	for _, rangeM := range []float64{200, 250, 300} {
		list = append(list, gloMoSim(rangeM))
	}
	for i := range list {
		if p := &list[i]; p.ReferenceLossDB == 0 {
			p.ReferenceLossDB = math.Round(1000*radio.FreeSpaceDB(1, p.Carrier)) / 1000
		}
		list[i].Unslotted = radio.DefaultUnslotted()
		if p := &list[i]; p.Access.Slot == 0 {
			p.Access = radio.DefaultCSMA()
		}
	}
	return list
}

// ByName finds a preset.
func ByName(name string) (Preset, bool) {
	for _, p := range All() {
		if p.Name == name {
			return p, true
		}
	}
	return Preset{}, false
}

func dsss() radio.Link {
	l := radio.DefaultLink()
	l.Preamble = 192 * time.Microsecond
	return l
}

func ofdm() radio.Link {
	l := radio.DefaultLink()
	l.BitrateBps, l.Preamble = 6e6, 20*time.Microsecond
	l.Symbol = radio.Symbol{Bits: 24, Extra: 16 + 6, Lasts: 4 * time.Microsecond} // SERVICE and tail bits
	return l
}

// ofdmAccess has the slot of 9 µs, SIFS of 16 µs and window of 15 of IEEE Std
// 802.11-2020, clause 17, table of OFDM PHY characteristics.
func ofdmAccess() radio.CSMA {
	c := radio.DefaultCSMA()
	c.Slot, c.SIFS, c.DIFS, c.WindowMin = 9*time.Microsecond, 16*time.Microsecond, 34*time.Microsecond, 15
	return c
}

// lowRateAccess counts in the back-off periods of IEEE Std 802.15.4-2006, 20 symbols
// of 16 µs, with its turnaround time of 12 symbols for a SIFS and windows of
// 2^macMinBE − 1 to 2^macMaxBE − 1, 7 and 31; the CC2420 receives a frame 3 dB above
// others (data sheet SWRS041, co-channel rejection).
func lowRateAccess() radio.CSMA {
	c := radio.DefaultCSMA()
	c.Slot, c.SIFS = 320*time.Microsecond, 192*time.Microsecond
	c.DIFS = c.SIFS + 2*c.Slot
	c.WindowMin, c.WindowMax, c.CaptureDB = 7, 31, 3
	return c
}

// chirpAccess counts in units of two symbols, what an SX1276 takes to find a chirp
// (data sheet, rev. 7, §4.1.6, channel activity detection); the rest is 802.11's,
// since LoRa has no standard to contend by. A frame is received 6 dB above others
// of its spreading factor (M. Bor, U. Roedig, T. Voigt, J. Alonso, "Do LoRa low-power
// wide-area networks scale?", MSWiM 2016). It may wait a minute: a frame lasts up to
// seconds.
func chirpAccess(symbol time.Duration) radio.CSMA {
	c := radio.DefaultCSMA()
	c.Slot, c.SIFS = 2*symbol, symbol
	c.DIFS = c.SIFS + 2*c.Slot
	c.Lifetime, c.CaptureDB = time.Minute, 6
	return c
}

func lowRate() radio.Link {
	l := radio.DefaultLink()
	l.BitrateBps, l.Preamble = 250e3, 192*time.Microsecond
	l.HeaderBytes, l.AckBytes, l.Retries = 11, 5, 3 // macMaxFrameRetries
	return l
}

// chirps is LoRa by its spreading factor: Semtech, "SX1276/77/78/79 data sheet",
// rev. 7, 2020, table 13 for the least signal to noise (−7.5 dB at SF 7, 2.5 dB
// less each), §4.1.1.6 and §4.1.1.7 for the time on air:
//
//	T = (8 + 4.25)·Ts + (8 + max(⌈(8·PL − 4·SF + 28 + 16)/(4·(SF − 2·DE))⌉·(CR + 4), 0))·Ts
//
// with Ts = 2^SF/125 kHz, an explicit header, a check, coding rate 4/5 (CR = 1),
// and low data rate optimisation DE at SF 11 and 12. The sensitivity is that ratio
// above the noise of 125 kHz at a noise figure of 6 dB, −117 dBm: −124.5 dBm at
// SF 7 to −137 dBm at SF 12, within 2 dB of what the data sheet measures.
func chirps(sf int) Preset {
	const bandwidth = 125e3
	name := []string{"lora-sf7", "lora-sf8", "lora-sf9", "lora-sf10", "lora-sf11", "lora-sf12"}[sf-7]
	sensitivity := -117 - 7.5 - 2.5*float64(sf-7)
	bits, symbol := sf, time.Duration(1<<sf)*8*time.Microsecond // 1/125 kHz = 8 µs
	if sf >= 11 {
		bits -= 2
	}
	l := radio.DefaultLink()
	l.BitrateBps = float64(sf) * bandwidth / float64(int(1)<<sf) * 4 / 5
	l.Preamble = symbol*12 + symbol/4 + 8*symbol
	l.Symbol = radio.Symbol{Bits: 4 * bits, Extra: 28 + 16 - 4*sf, Lasts: 5 * symbol}
	l.HeaderBytes, l.AckBytes = 8, 8 // two addresses, type and number: a plain frame, since LoRa meshes have no standard
	l.RetryDelay = time.Second       // a retry within a symbol would meet the same sky
	return Preset{
		Name: name,
		About: "LoRa at 868.1 MHz, 125 kHz, coding rate 4/5, 14 dBm, the limit in Europe (ERC/REC 70-03 h1.4); sensitivity and time on air " +
			"as in Semtech's SX1276 data sheet, rev. 7",
		Carrier: radio.Carrier{FrequencyHz: 868.1e6}, Emitter: radio.Emitter{PowerDBm: 14}, Receiver: radio.Receiver{Modulation: radio.Threshold, SensitivityDBm: sensitivity, NoiseFigureDB: 6, BandwidthHz: bandwidth},
		Curve: radio.Modulation(name), Link: l, Access: chirpAccess(symbol),
	}
}
