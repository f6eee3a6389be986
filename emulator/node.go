package emulator

import (
	"bellwether/emulator/internal/kernel"
	"bellwether/overlay"
	"bellwether/protocol"
)

// node is what the world keeps of one node besides what the kernel does.
type node struct {
	resigned bool    // it offers nothing
	degree   float64 // smoothed
}

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
	w.reinstate(i)
	w.bootAssets(i)
}

// Booted tells what follows from a boot.
func (w *World) Booted(i kernel.Slot) {
	w.noteCapability(i)
	w.faults.Booted(i)
}

// Started takes the first look at node i's degree.
func (w *World) Started(i kernel.Slot) {
	if n := &w.nodes[i]; n.degree == 0 && !w.observesHello() && !w.fixed() {
		n.degree = float64(w.degreeNow(i))
	}
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

// reinstate ends a resignation: a boot is a new life, whether it follows a crash or an
// absence.
func (w *World) reinstate(i kernel.Slot) {
	if n := &w.nodes[i]; n.resigned {
		n.resigned = false
		w.SetValue(i, w.offer(i))
		w.faults.Reinstated(i)
	}
}

// observesHello says whether nodes find their neighbours by hello messages.
func (w *World) observesHello() bool { return w.cfg.Services.Hello != nil }

// degreeNow is how many neighbours node i has, as its neighbour service says.
func (w *World) degreeNow(i kernel.Slot) int {
	if !w.Live(i) {
		return 0
	}
	if d, ok := overlay.Degree(w.Machine(i)); ok {
		return d
	}
	return len(w.Hears(i))
}
