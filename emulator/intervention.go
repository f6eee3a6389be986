package emulator

import "bellwether/emulator/internal/intervene"

// The types of interventions.
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

// IdleInterventions are the interventions of Config that have changed nothing so far, by
// number from 1.
func (w *Emulation) IdleInterventions() []int { return w.parts.changes.Idle() }
