package emulator

import (
	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/place"
	"bellwether/mobility"
	"bellwether/protocol"
)

// Path gives the path of node 1…n in a run of this seed, whose model is
// mobility.ForRun's: whoever wants to know where nodes will be, without running
// anything, learns it here.
func Path(m mobility.Model, seed uint64, node int) mobility.Path {
	return place.Path(m, seed, protocol.ID(node))
}

// place has node i in the world from the beginning, if it is.
func (w *World) place(i kernel.Slot) {
	if w.field != nil && !w.field.Begin(i) {
		return
	}
	w.Appear(i)
	w.reach.Listen(i)
}
