package emulator

import "bellwether/protocol"

// Machine is that of a node, nil while it does not run.
func (w *Emulation) Machine(id protocol.ID) protocol.Machine {
	return w.parts.kernel.Machine(w.parts.kernel.Slot(id))
}
