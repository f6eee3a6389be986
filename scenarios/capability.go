package scenarios

import (
	"slices"

	"bellwether/emulator"
	"bellwether/internal/contract/eligibility"
	"bellwether/overlay"
	"bellwether/scenarios/internal/equipment"
	"bellwether/scenarios/internal/section"
	"bellwether/scenarios/internal/warn"
)

// eligible is which nodes may lead.
func (s *Scenario) eligible() *equipment.Eligible {
	e := &equipment.Eligible{Rules: s.Eligible, Tagged: s.Tags, Nodes: s.Nodes, Neighbour: s.Neighbours.Service}
	if !s.Radio.Placeless() {
		e.Groups = s.Groups
	}
	return e
}

// offered is what nodes offer, and which of them may lead.
func (s *Scenario) offered() emulator.Capability {
	c := s.Capability.Emulated()
	if s.Eligible != "" {
		c.Eligible, c.Tags = s.Eligible, s.eligible().Tags()
	}
	return c
}

// window is how many hellos of each neighbour are remembered: 0 if nobody asks how well nodes hear.
func (s *Scenario) window() int {
	if rules, err := eligibility.Parse(s.Eligible); err == nil && rules.Ask(eligibility.LinkQuality) {
		return overlay.QualityWindow
	}
	return s.Capability.Window()
}

// warnOfRules warns about rules of who may lead.
func (r *reader) warnOfRules(run warn.Run) {
	s := r.s
	of := warn.Eligible{File: r.File, Run: run, Rules: s.Eligible, Tags: s.eligible().Tags(), Nodes: s.Nodes, NoBattery: s.Energy.Profile == section.ProfileNone}
	for _, e := range s.Algorithms {
		if a, _ := s.Algorithm(e.Name); !warn.Passes(a) && !slices.Contains(of.Others, e.Label) {
			of.Others = append(of.Others, e.Label)
		}
	}
	of.All()
}

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
