package equipment

import (
	"math/rand/v2"

	"bellwether/emulator"
	"bellwether/internal/sim/energy"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// CheckEnergy reports what contradicts itself in the section energy.
func CheckEnergy(f *keys.File, e section.Energy) {
	keys.AtMost(f, "energy.battery", e.Battery.Min, e.Battery.Max)
	sun(f, e)
}

// sun asks for a day in which the sun can rise and set.
func sun(f *keys.File, e section.Energy) {
	sun := e.Sun
	switch {
	case !f.Given("energy.sun") || !f.Sound("energy.sun"):
	case sun.Peak == 0:
		f.Fault("energy.sun", "does not say how strong: peak: 0.5")
	case e.Battery.Model == section.BatteryDiffusion:
		f.Fault("energy.sun", "cannot charge a battery of model rakhmatov, which can only discharge")
	case sun.Rise >= sun.Set || sun.Set > sun.Day:
		f.Fault("energy.sun", "rises at %v and sets at %v of a day of %v: must rise, then set, within it", sun.Rise, sun.Set, sun.Day)
	}
}

// forBattery separates the draws of charges from every other purpose.
const forBattery = 0x62617474 << 32 // "batt"

// Energy draws the batteries: of a seed and a node, the same for every row. There is a motor
// for each node; nil if movement is free. It returns nil if no node has a battery.
func Energy(e section.Energy, groups []section.Group, seed uint64, motors []emulator.Motor, nodes int) *emulator.Energy {
	if e.Profile == section.ProfileNone {
		return nil
	}
	profile, _ := energy.ProfileByName(e.Profile)
	charges := make([]float64, nodes)
	for i := range charges {
		low, high := e.ChargeOf(groups, i)
		draw := rand.New(rand.NewPCG(seed, forBattery+uint64(i))).Float64()
		charges[i] = min(low+float64(draw*(high-low)), high)
	}
	return &emulator.Energy{Profile: profile, InitialJ: charges, Motors: motors, Battery: e.Battery.Kind(), Harvester: e.Sun.Harvester()}
}
