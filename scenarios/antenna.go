package scenarios

import (
	"bellwether/radio"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// antennaDefaults sets the gains that the file does not give, and refuses antennas where power
// does not decide.
func (r *reader) antennaDefaults() {
	for i := range r.s.Groups {
		path, a := section.Item("groups", i)+".antenna", &r.s.Groups[i].Antenna
		keys.Fill(r.File, path+".gain", &a.Gain, radio.DefaultAntenna(a.Pattern).GainDB)
		if r.Given(path) && (!r.s.Radio.Powered() || r.s.Radio.FromTable()) && r.Sound("radio.model") {
			r.Fault(path, "radio.model %s does not decide by power and places; take friis, log-distance, two-ray or three-log-distance", r.s.Radio.Model)
		}
	}
}
