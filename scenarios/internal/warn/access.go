package warn

import (
	"slices"

	"bellwether/radio"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// Access warns about numbers of the medium that do not fit the world.
type Access struct {
	File    *keys.File
	Radio   *section.Radio // whose nodes contend for the medium
	Link    radio.Link
	Powered bool    // power decides which nodes hear
	LinkDBm float64 // the power of the weakest link, if so
}

// Numbers looks for numbers that do not fit the world.
func (a Access) Numbers() {
	link, of := a.Link, a.Radio.Access
	if a.Radio.Bitrate == 0 {
		a.File.Warn("radio.bitrate", "0 is infinitely fast: frames of %v of preamble alone hardly collide", link.Preamble)
	}
	air := link.Airtime(link.HeaderBytes + electionBytes)
	if a.Radio.Unslotted() {
		a.unslotted()
	} else if of.Lifetime > 0 && of.Lifetime.Std() < air {
		a.File.Warn("radio.access.lifetime", "is shorter than the %v that a frame of %d bytes is on the air: a node that waits for such a frame drops its own",
			air, electionBytes)
	}
	if a.File.Given("radio.access.exponent") && a.Powered || a.File.Given("radio.access.carrier_sense_range") && a.Powered {
		a.File.Warn("radio.access", "carrier_sense_range and exponent have no effect: with radio model %s power decides", a.Radio.Model)
	}
	if a.File.Given("radio.access.carrier_sense") && !a.Powered {
		a.File.Warn("radio.access.carrier_sense", "has no effect: a unit-disk knows no power, see carrier_sense_range")
	}
	if a.Radio.Model == section.RadioDisk && of.CarrierSenseRange < 1 {
		a.File.Warn("radio.access.carrier_sense_range", "is below 1: at %v m nodes do not notice senders that they hear",
			metres(of.CarrierSenseRange*a.Radio.Range))
	}
	if of.RTSThreshold < section.NoRTS && !of.NAV && !a.Radio.Unslotted() {
		a.File.Warn("radio.access.nav", "is false: nobody heeds what an RTS or a CTS reserves")
	}
	if len(of.Rates) > 0 && !a.Radio.Unslotted() {
		a.File.Warn("radio.access.rates", "airtime_fraction counts all frames at radio.bitrate: a trace does not have the rate of a frame")
	}
	if a.Powered && of.CarrierSense > a.LinkDBm && (!a.Radio.Unslotted() || a.File.Given("radio.access.carrier_sense")) {
		a.File.Warn("radio.access.carrier_sense", "%v dBm is above the %v dBm of the weakest link: nodes do not notice senders that they hear",
			of.CarrierSense, a.LinkDBm)
	}
}

// unslotted looks for a radio that is not one of 802.15.4.
func (a Access) unslotted() {
	if a.Radio.Bought().AssessDBm == 0 {
		a.File.Warn("radio.access.model", "takes the numbers of 802.15.4 at 250 kbit/s, and preset %s is another radio: take 802.15.4 or iotlab-m3", a.Radio.Preset)
	}
}

// Antennas warns of keys that a pattern does not use.
func Antennas(f *keys.File, groups []section.Group) {
	for i := range groups {
		path, pattern := section.Item("groups", i)+".antenna", groups[i].Antenna.Pattern
		for _, key := range []struct {
			name string
			used []string
		}{
			{"bearing", []string{section.PatternSector, section.PatternFlat}}, {"facing", []string{section.PatternSector, section.PatternFlat}},
			{"width", []string{section.PatternSector}}, {"depth", []string{section.PatternSector, section.PatternDipole, section.PatternFlat}},
		} {
			if at := path + "." + key.name; f.Given(at) && !slices.Contains(key.used, pattern) {
				f.Warn(at, "has no effect, since %s.pattern is %s", path, pattern)
			}
		}
	}
}

// Fading warns of a slot that the Doppler frequency replaces.
func Fading(f *keys.File, of section.Fading) {
	if of.Doppler > 0 && f.Given("radio.fading.slot") {
		f.Warn("radio.fading.slot", "has no effect, since radio.fading.doppler is %v Hz: fades change gradually", of.Doppler)
	}
}
