package emulator

import "bellwether/emulator/internal/intervene"

// The types of interventions.
type (
	// Intervention is one change of a run:
	//
	//	Kind         InterventionKind
	//	Message      trace.Sending   of Spare, Drop, Delay: the message, all its hops and attempts; of
	//	                             Hasten, Postpone: the node and the instant at which its timer was to fire
	//	At           protocol.ID     of the same: the receiver; Nobody: all
	//	Attempt      int             of the same: of a unicast; 0: each
	//	By           time.Duration   of Delay, Postpone: how much later; of Hasten: how much earlier
	//	Link         [2]protocol.ID  of HoldUp, HoldDown: the two nodes
	//	From, Until  time.Duration   of the same and of Place; Until 0: to the end
	//	Fault        int             of LeaveOut: the number of the fault in the script, from 1, or
	//	Strike       uint64          … the number of one strike, as in the trace's record Strike
	//	Node         protocol.ID     of KeepBattery, Place
	//	X, Y         float64         of Place: metres
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
	Place       = intervene.Place
	Hasten      = intervene.Hasten
	Postpone    = intervene.Postpone
)

// IdleInterventions are the interventions of Config that have changed nothing so far, by
// number from 1.
func (w *Emulation) IdleInterventions() []int { return w.parts.changes.Idle() }
