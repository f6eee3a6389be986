package scenarios

import (
	"bellwether/emulator"
)

// bootsLate reports whether any node may boot after the beginning.
func (s *Scenario) bootsLate() bool {
	late := len(s.replays) > 0 || s.Energy.Sun.Peak > 0
	for i := range s.Groups {
		late = late || s.Groups[i].Arrive.Max > 0
	}
	for i := range s.Faults {
		late = late || s.Faults[i].Own != "" // which may crash nodes
		for _, one := range s.Faults[i].Given() {
			switch one.Kind {
			case emulator.FaultCrash, emulator.FaultRestart, emulator.FaultFlap, emulator.FaultRecharge:
				late = true
			}
		}
	}
	return late
}
