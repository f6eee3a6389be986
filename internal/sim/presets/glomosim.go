package presets

import (
	"fmt"
	"math"
	"time"

	"bellwether/radio"
)

// gloMoSim is the radio of GloMoSim 2 as it is shipped (bin/config.in, radio/*.pc,
// mac/802_11.h), at the power that reaches a range in free space, radio model friis:
// received down to -81 dBm, sensed down to -91, counted down to -111; 15 dBm would reach
// 628 m.
//
// Deviations. A window of w slots is one of 0 to w here, where GloMoSim draws from 0 to
// w − 1; so it begins at 30 and, doubled, has 61 where GloMoSim has 62. Frames have the 28
// bytes of an 802.11 header. Propagation takes the time of the whole reach for all nodes.
func gloMoSim(rangeM float64) Preset {
	carrier := radio.Carrier{FrequencyHz: 2.4e9}
	const receivesDBm, sensesDBm, countsDBm = -81, -91, -111
	access := radio.DefaultCSMA()
	access.WindowMin, access.WindowMax = 30, 1022
	access.Overlap, access.FaintestDBm = radio.OverlapBounded, countsDBm
	access.SenseRange, access.Exponent = math.Round(1000*math.Sqrt(10))/1000, 2 // over a disk: 10 dB of free space
	access.DCF = radio.DCF{NAV: true, EIFS: 412 * time.Microsecond, ReserveBytes: 1, LongRetries: 4,
		Answer: radio.AnswerIdle, Idle: radio.IdleWait}
	link := dsss()
	link.Retries = 7 // of an RTS, after the first
	return Preset{
		Name: fmt.Sprintf("glomosim-%g", rangeM),
		About: fmt.Sprintf("GloMoSim 2's radio as shipped, at the power that reaches %g m in free space: 2.4 GHz, 2 Mbit/s, received from -81 dBm and sensed from -91, "+
			"noise of 2 MHz at 290 K times 10, SNR-BOUNDED with 10 dB; 802.11 with an RTS for every unicast frame (bin/config.in, radio/radio_accnoise.pc, mac/802_11.pc)", rangeM),
		Carrier:  carrier,
		Emitter:  radio.Emitter{PowerDBm: math.Ceil(1000*(receivesDBm+radio.FreeSpaceDB(rangeM, carrier))) / 1000},
		Receiver: radio.Receiver{Modulation: radio.Threshold, SensitivityDBm: receivesDBm, NoiseFigureDB: 10, BandwidthHz: 2e6},
		Curve:    "dqpsk", Link: link, Access: access, SenseDBm: sensesDBm,
	}
}
