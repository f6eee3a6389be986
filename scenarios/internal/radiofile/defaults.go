package radiofile

import (
	"math"
	"slices"

	"bellwether/internal/sim/presets"
	"bellwether/radio"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// Defaults sets what the file leaves open.
func (p *Part) Defaults() {
	graph := p.Radio.Model == section.RadioGraph
	if (graph || p.Radio.Model == section.RadioDelivery) && !p.File.Given("radio.loss") {
		p.Radio.Loss.Model = section.WordNone // a delivery ratio is what is left after losses
	}
	p.preset()
	p.access()
	if graph && !p.File.Given("radio.bitrate") {
		p.Radio.Bitrate = 0
	}
}

// preset sets what the file leaves to the preset.
func (p *Part) preset() {
	if p.Radio.Model == section.RadioGraph || !p.File.Sound("radio.preset") {
		return
	}
	bought := p.Radio.Bought()
	for _, of := range []struct {
		key    string
		field  *float64
		preset float64
	}{
		{"frequency", &p.Radio.Frequency, bought.Carrier.FrequencyHz},
		{"power", &p.Radio.Power, bought.Emitter.PowerDBm},
		{"bitrate", &p.Radio.Bitrate, bought.Link.BitrateBps},
		{"reception.sensitivity", &p.Radio.Reception.Sensitivity, bought.Receiver.SensitivityDBm},
		{"reception.noise_figure", &p.Radio.Reception.NoiseFigure, bought.Receiver.NoiseFigureDB},
		{"reception.bandwidth", &p.Radio.Reception.Bandwidth, bought.Receiver.BandwidthHz},
	} {
		if !p.File.Given("radio." + of.key) {
			*of.field = of.preset
		}
	}
	if !p.File.Given("radio.reception.modulation") {
		p.Radio.Reception.Modulation = string(bought.Curve)
	}
	p.model()
}

// model sets the defaults of lists, and the reference loss that goes with a
// frequency.
func (p *Part) model() {
	threeLog := radio.DefaultThreeLogDistance()
	if p.Radio.Distances == nil && p.Radio.Model == section.RadioThreeLogDistance {
		p.Radio.Distances = slices.Clone(threeLog.DistancesM[:])
	}
	if p.Radio.Exponents == nil && p.Radio.Model == section.RadioThreeLogDistance {
		p.Radio.Exponents = slices.Clone(threeLog.Exponents[:])
	}
	if nakagami := radio.Nakagami(); p.Radio.Powered() && p.Radio.Fading.Model == section.FadingNakagami {
		if p.Radio.Fading.Shapes == nil {
			p.Radio.Fading.Shapes = nakagami.Shapes[:]
		}
		if p.Radio.Fading.Distances == nil {
			p.Radio.Fading.Distances = nakagami.DistancesM[:]
		}
	}
	logarithmic := p.Radio.Model == section.RadioLogDistance || p.Radio.Model == section.RadioThreeLogDistance
	if logarithmic && !p.File.Given("radio.reference_loss") && (p.File.Given("radio.frequency") || p.Radio.Preset != presets.Default) {
		first := p.Radio.ReferenceDistance
		if p.Radio.Model == section.RadioThreeLogDistance && len(p.Radio.Distances) == 3 {
			first = p.Radio.Distances[0]
		}
		loss := radio.FreeSpaceDB(first, radio.Carrier{FrequencyHz: p.Radio.Frequency})
		p.Radio.ReferenceLoss = max(math.Round(loss*1000)/1000, 0)
	}
}

// Antennas sets the gains that the file does not give, and refuses antennas where power
// does not decide.
func (p *Part) Antennas() {
	for i := range p.Groups {
		path, a := section.Item("groups", i)+".antenna", &p.Groups[i].Antenna
		keys.Fill(p.File, path+".gain", &a.Gain, radio.DefaultAntenna(a.Pattern).GainDB)
		if p.File.Given(path) && (!p.Radio.Powered() || p.Radio.FromTable()) && p.File.Sound("radio.model") {
			p.File.Fault(path, "radio.model %s does not decide by power and places; take friis, log-distance, two-ray or three-log-distance", p.Radio.Model)
		}
	}
}
