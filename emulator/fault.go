package emulator

import (
	"bellwether/emulator/internal/faults"
	"bellwether/emulator/internal/kernel"
)

// The words of a script of faults.
type (
	// Fault is one entry of the script.
	Fault = faults.Fault
	// FaultKind is what strikes.
	FaultKind = faults.Kind
	// TargetKind says how a fault finds its nodes.
	TargetKind = faults.Target
	// A Region is a part of the plane, its rim included: the circle about (X, Y), or,
	// where RadiusM is 0, the rectangle whose least corner is there. In metres.
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

// MaxPPM bounds a drift of a clock, in millionths.
const MaxPPM = faults.MaxPPM

// newFaults makes what strikes this world.
func (w *World) newFaults() *faults.Faults {
	return faults.New(w.Kernel, faults.Options{Seed: w.cfg.Seed, Script: w.cfg.Faults, Restart: w.restart,
		Reach: w.reach, Links: w.links, Field: w.field, Batteries: w.batteries, Access: w.access, Offers: w.offers})
}

// restart boots a crashed node that is in the world and has charge left.
func (w *World) restart(i kernel.Slot) {
	if w.Status(i) == kernel.Crashed && !w.batteries.Empty(i) {
		w.offers.Revive(i)
		w.Join(i)
	}
}
