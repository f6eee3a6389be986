package emulator

import "bellwether/emulator/internal/intervene"

// The words of what changes single things of a run.
type (
	// Intervention is one change of a run.
	Intervention = intervene.Intervention
	// InterventionKind is what an intervention does.
	InterventionKind = intervene.Kind
)

// The interventions.
const (
	Spare       = intervene.Spare
	Drop        = intervene.Drop
	Delay       = intervene.Delay
	HoldUp      = intervene.HoldUp
	HoldDown    = intervene.HoldDown
	LeaveOut    = intervene.LeaveOut
	KeepBattery = intervene.KeepBattery
)

// IdleInterventions are those of Config, by number from 1, that have changed nothing so
// far.
func (w *Emulation) IdleInterventions() []int { return w.parts.changes.Idle() }
