// Package script checks what happens to nodes by the file's order: who calls an election at
// the beginning, which faults strike, and which single changes are made to a run.
//
// It assumes that the entries are well formed, and asks what the world has: how many nodes,
// how large it is, whether nodes have places, batteries and a shared medium. It reports to the
// file, changes nothing and runs nothing. Faults and Interventions give the script to the
// emulator.
package script

import (
	"slices"

	"bellwether/emulator"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// A World is what the script asks of the world.
type World struct {
	Nodes      int
	Plane      section.Plane
	Duration   section.Duration // of a run
	RadioModel string
	Placeless  bool // nodes have no places
	Contended  bool // nodes contend for the medium
	NoBattery  bool // no node has a battery
}

// Own are the program's own faults.
type Own []emulator.OwnFault

// Names are their names.
func (o Own) Names() []string {
	var names []string
	for _, f := range o {
		names = append(names, f.Name)
	}
	return names
}

// Find returns the fault of a name, nil if the program has no such fault.
func (o Own) Find(name string) *emulator.OwnFault {
	n := slices.IndexFunc(o, func(f emulator.OwnFault) bool { return f.Name == name })
	if n < 0 {
		return nil
	}
	return &o[n]
}

// A Part is the script of one file.
type Part struct {
	File          *keys.File
	World         World
	Start         section.Start
	Faults        []section.Fault
	Interventions []section.Intervention
	Own           Own
}

// Check reports what contradicts itself, or the world.
func (p *Part) Check() {
	p.start()
	for i := range p.Faults {
		p.fault(section.Item("faults", i), &p.Faults[i])
	}
	for i := range p.Interventions {
		p.intervention(section.Item("interventions", i), &p.Interventions[i])
	}
}
