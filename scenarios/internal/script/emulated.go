package script

import (
	"time"

	"bellwether/emulator"
	"bellwether/scenarios/internal/section"
)

// Faults are the entries in the types of the emulator.
func Faults(list []section.Fault) []emulator.Fault {
	var out []emulator.Fault
	for i := range list {
		f := &list[i]
		for _, one := range f.Given() {
			region, links := one.On.Region, f.Duplicate.Pairs
			if one.Kind == emulator.FaultJam {
				region = f.Jam
			}
			if one.Kind == emulator.FaultReorder {
				links = f.Reorder.Pairs
			}
			out = append(out, emulator.Fault{
				At: time.Duration(f.At), Every: f.Every.Std(), For: f.For.Std(),
				MTBF: f.MTBF.Std(), Repair: f.Repair.Std(),
				Kind: one.Kind, Target: one.On.Kind, Nodes: one.On.Nodes, Groups: f.Partition, Region: region.Emulated(),
				Links: links, Probability: f.Probability, Delay: f.Delay.Std(), PPM: int(f.PPM), Left: float64(f.Left),
				Up: f.Up.Std(), Down: f.Down.Std(), LoseStorage: f.LoseStorage,
			})
		}
	}
	return out
}

// Interventions are the entries in the types of the emulator.
func Interventions(list []section.Intervention) (out []emulator.Intervention) {
	for i := range list {
		out = append(out, list[i].Emulated())
	}
	return out
}
