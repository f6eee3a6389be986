package emulator

import "bellwether/protocol"

// Machine is that of a node, nil while it does not run.
func (w *Emulation) Machine(id protocol.ID) protocol.Machine {
	return w.parts.kernel.Machine(w.parts.kernel.Slot(id))
}

// Now is the virtual time.
func (w *Emulation) Now() protocol.Time { return w.parts.kernel.Clock() }
