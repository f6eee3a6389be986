package movement

import (
	"bellwether/emulator"
)

// Motors are the motors of nodes 1, 2, …; nil if movement is free.
func (w *Ways) Motors() []emulator.Motor {
	var out []emulator.Motor
	some := false
	for _, m := range w.Movings() {
		one := m.Propulsion.Motor()
		some = some || one != nil
		for range m.Count(w.Nodes) {
			out = append(out, one)
		}
	}
	if !some {
		return nil
	}
	return out
}
