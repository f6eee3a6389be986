package emulator

import (
	"bellwether/emulator/internal/kernel"
	"bellwether/protocol"
)

// Hears are the nodes that node i hears now: the oracle.
func (w *World) Hears(i kernel.Slot) []protocol.ID {
	return w.links.Of(i)
}

// Say hands over what node i's machine sends.
func (w *World) Say(i kernel.Slot, e *protocol.Effect) { w.access.Say(i, e) }

// Arrives begins node i's time in the world.
func (w *World) Arrives(i kernel.Slot) { w.batteries.Arrive(i) }

// Boots has the parts begin with node i.
func (w *World) Boots(i kernel.Slot) {
	w.reach.TurnOn(i)
	w.batteries.Run(i)
	w.offers.Boot(i)
}

// Booted tells what follows from a boot.
func (w *World) Booted(i kernel.Slot) {
	w.offers.Note(i)
	w.faults.Booted(i)
}

// Started takes the first look at node i's degree.
func (w *World) Started(i kernel.Slot) {
	w.offers.Started(i)
}

// Joined has the links of node i followed.
func (w *World) Joined(i kernel.Slot) { w.links.Refresh(i) }

// Stops has the parts end with node i.
func (w *World) Stops(i kernel.Slot) {
	w.duty.Stop(i)
	w.batteries.Stop(i)
	w.access.Stop(i)
	w.faults.Stopped(i)
}

// Stopped shuts node i's ear.
func (w *World) Stopped(i kernel.Slot) { w.reach.Listen(i) }

// Gone has the links of node i followed.
func (w *World) Gone(i kernel.Slot) { w.links.Refresh(i) }

// observesHello says whether nodes find their neighbours by hello messages.
func (w *World) observesHello() bool { return w.cfg.Services.Hello != nil }
