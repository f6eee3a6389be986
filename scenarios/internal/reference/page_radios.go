package reference

import (
	"strconv"

	"bellwether/internal/sim/energy"
	"bellwether/internal/sim/presets"
)

// radios writes the radios that have names.
func (p *page) radios() {
	p.heading(2, "Radios: `radio.preset`")
	p.say("What each sets, unless the file does. Retries are those after the first transmission; the reference loss is that of free space at 1 m.")
	rows := [][]string{{"preset", "carrier, MHz", "power, dBm", "sensitivity, dBm", "noise figure, dB", "bandwidth, kHz", "curve",
		"bit rate, kbit/s", "preamble", "header, bytes", "acknowledgement, bytes", "retries", "reference loss, dB"}}
	for _, r := range presets.All() {
		rows = append(rows, []string{"`" + r.Name + "`", figure(r.Carrier.FrequencyHz / 1e6), figure(r.Emitter.PowerDBm), figure(r.Receiver.SensitivityDBm),
			figure(r.Receiver.NoiseFigureDB), figure(r.Receiver.BandwidthHz / 1e3), "`" + string(r.Curve) + "`", figure(r.Link.BitrateBps / 1e3),
			r.Link.Preamble.String(), strconv.Itoa(r.Link.HeaderBytes), strconv.Itoa(r.Link.AckBytes), strconv.Itoa(r.Link.Retries), figure(r.ReferenceLossDB)})
	}
	p.table(rows)
	rows = [][]string{{"preset", "source"}}
	for _, r := range presets.All() {
		rows = append(rows, []string{"`" + r.Name + "`", r.About})
	}
	p.table(rows)
}

// profiles writes what radios draw.
func (p *page) profiles() {
	p.heading(2, "Power: `energy.profile`")
	p.say("What a radio draws in each state.")
	rows := [][]string{{"profile", "sending, W", "receiving, W", "listening, W", "asleep, W", "source"}}
	for _, e := range energy.Profiles() {
		rows = append(rows, []string{"`" + e.Name + "`", figure(e.TxW), figure(e.RxW), figure(e.IdleW), figure(e.SleepW), e.Source})
	}
	p.table(rows)
}

// figure writes a number as people do, to seven digits and without an exponent.
func figure(x float64) string {
	short, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 7, 64), 64)
	if err != nil {
		panic("reference: " + err.Error()) // it was just written
	}
	return strconv.FormatFloat(short, 'f', -1, 64)
}
