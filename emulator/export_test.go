package emulator

import "bellwether/protocol"

// Machine returns the machine of a node, nil while the node does not run.
func (w *Emulation) Machine(id protocol.ID) protocol.Machine {
	return w.parts.kernel.Machine(w.parts.kernel.Slot(id))
}

// Now returns the virtual time.
func (w *Emulation) Now() protocol.Time { return w.parts.kernel.Clock() }
