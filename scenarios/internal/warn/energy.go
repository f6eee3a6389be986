package warn

import (
	"strings"
	"time"

	"bellwether/internal/sim/energy"
	"bellwether/mobility"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// secondsOfBattery is the least time that idling should take to empty a battery, in seconds.
const secondsOfBattery = 60

// Energy warns about batteries that end too early.
type Energy struct {
	File        *keys.File
	Run         Run
	Keys        section.Energy
	Groups      []section.Group
	Movings     []section.Moving
	Nodes       int
	RadioModel  string
	Preset      string
	FixedOffers int // the nodes whose capability the file states
}

func (e Energy) Batteries() {
	profile, _ := energy.ProfileByName(e.Keys.Profile)
	if e.Keys.Profile == section.ProfileNone {
		e.former()
		return
	}
	e.another()
	if profile.IdleW <= 0 {
		return
	}
	e.motors(profile.IdleW)
	battery, by := e.Keys.Battery, ""
	if battery.Model != section.BatteryLinear {
		by = ", by model " + battery.Model
	}
	if lasts := battery.Lasts(battery.Min, profile); lasts < secondsOfBattery {
		e.File.Warn("energy.battery", "the smallest battery, %v J, is empty after %.1f s of idling at %v W%s",
			battery.Min, lasts, profile.IdleW, by)
	}
	if lasts := battery.Lasts(battery.Max, profile); lasts <= e.Run.Warmup.Std().Seconds() && e.Keys.Sun.Peak == 0 {
		e.File.Warn("energy.battery", "all are empty before anything is measured: the largest battery, %v J, lasts %.1f s of idling at %v W%s, the warm-up is %v",
			battery.Max, lasts, profile.IdleW, by, e.Run.Warmup)
	}
}

// another warns of the default profile, which is of 802.11, with the preset of another radio.
func (e Energy) another() {
	if !e.File.Given("radio.preset") || e.File.Given("energy.profile") {
		return
	}
	fits := ""
	switch {
	case strings.HasPrefix(e.Preset, "802.15.4"), strings.HasPrefix(e.Preset, "iotlab"):
		fits = "cc2420"
	case strings.HasPrefix(e.Preset, "lora"):
		fits = "lora"
	default:
		return
	}
	e.File.Warn("energy", "its profile is %s by default, and radio.preset %s is another radio: profile: %s fits, and profile: %s says that it is meant", e.Keys.Profile, e.Preset, fits, e.Keys.Profile)
}

// lastedUnasked is how long the smallest default battery of files of form 1 lasted: 300 J at
// the 0.819 W of an idle wifi-ns3.
const lastedUnasked = section.Duration(366 * time.Second)

// former warns about files of form 1 without an energy section, if their
// former default batteries changed the results. That default is not kept: files did not ask
// for it, and it ended every long run with empty batteries.
func (e Energy) former() {
	if !e.File.Before(2) || e.File.Given("energy") || e.RadioModel == section.RadioGraph ||
		e.FixedOffers > 0 && e.Run.Duration <= lastedUnasked {
		return
	}
	e.File.Warn("energy", "no node has a battery, because the file has no energy section; before schema 2 nodes had 300 to 1200 J of wifi-ns3 by default: "+
		"to keep them write energy: {battery: {min: 300, max: 1200}}, to have none write schema: %d", keys.Form)
}

// motors warns of batteries that do not bring their nodes far.
func (e Energy) motors(idleW float64) {
	before := 0
	for _, m := range e.Movings {
		first := before
		before += m.Count(e.Nodes)
		one := m.Propulsion.Motor()
		if one == nil || first >= e.Nodes {
			continue
		}
		powerW := one.PowerW(mobility.Leg{AltitudeM: max(m.Altitude.Max, 1)}) // at rest, or in hover
		if speed := m.ModelSpeed(); m.Moves() {
			powerW = min(one.PowerW(mobility.Leg{AltitudeM: 1, Velocity: [2]float64{speed.Min, 0}}), one.PowerW(mobility.Leg{AltitudeM: 1, Velocity: [2]float64{speed.Max, 0}}))
		}
		least, _ := e.Keys.ChargeOf(e.Groups, first)
		if lasts := least / (powerW + idleW); lasts < secondsOfBattery {
			e.File.Warn(m.Path+".propulsion", "the smallest battery, %v J, is empty after %.1f s: movement takes %.4g W, and idling %v W", least, lasts, powerW, idleW)
		}
	}
}
