package emulator

import "bellwether/emulator/internal/faults"

// The words of a script of faults.
type (
	// Fault is one entry of the script.
	Fault = faults.Fault
	// FaultKind is what strikes.
	FaultKind = faults.Kind
	// TargetKind is how a fault finds its nodes.
	TargetKind = faults.Target
	// A Region is a part of the plane with its rim, in metres: the circle around (X, Y), or,
	// if RadiusM is 0, the rectangle whose lower left corner is (X, Y).
	Region = faults.Region
)

// The faults.
const (
	FaultCrash     = faults.Crash
	FaultFlap      = faults.Flap
	FaultRestart   = faults.Restart
	FaultResign    = faults.Resign
	FaultRecharge  = faults.Recharge
	FaultPause     = faults.Pause
	FaultDrift     = faults.Drift
	FaultRadioOff  = faults.RadioOff
	FaultRadioOn   = faults.RadioOn
	FaultPartition = faults.Partition
	FaultHeal      = faults.Heal
	FaultJam       = faults.Jam
	FaultDuplicate = faults.Duplicate
	FaultReorder   = faults.Reorder
	FaultElect     = faults.Elect
)

// The targets. All but TargetLeader are common to all algorithms.
const (
	TargetNodes  = faults.OnNodes
	TargetRandom = faults.OnRandom
	TargetBest   = faults.OnBest
	TargetLeader = faults.OnLeader
	TargetAll    = faults.OnAll
	TargetRegion = faults.OnRegion
)
