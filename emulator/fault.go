package emulator

import "bellwether/emulator/internal/faults"

// The words of a script of faults.
type (
	// Fault is one entry of the script:
	//
	//	At           time.Duration    when it strikes: once, or
	//	Every        time.Duration    … if > 0, at At + k·Every, or
	//	MTBF         time.Duration    … if > 0, at random from At on: the mean time to a failure
	//	Repair       time.Duration    the mean time of a repair; 0: for good. Every and For are 0 then
	//	For          time.Duration    how long it lasts; 0: for good
	//	Kind         FaultKind
	//	Target       TargetKind       whom it strikes
	//	Nodes        []protocol.ID    of TargetNodes
	//	Groups       [][]protocol.ID  of FaultPartition
	//	Region       Region           of FaultJam and TargetRegion
	//	Links        [][2]protocol.ID of FaultDuplicate and FaultReorder, both directions; nil: all
	//	Probability  float64          of the same two
	//	Delay        time.Duration    of FaultReorder: the longest that a frame is held back
	//	PPM          int              of FaultDrift: how much faster than true time, in millionths
	//	Left         float64          of FaultDrain: the share of its first charge that is left, in [0, 1)
	//	Up, Down     time.Duration    of FaultFlap: how long a node stays up, and down
	//	LoseStorage  bool             of FaultCrash, FaultFlap: at the restart the storage is empty
	Fault = faults.Fault
	// FaultKind is what strikes.
	FaultKind = faults.Kind
	// TargetKind is how a fault finds its nodes.
	TargetKind = faults.Target
	// A Region is a part of the plane with its rim, in metres: the circle of RadiusM around
	// (X, Y), or, if RadiusM is 0, the rectangle of WidthM and HeightM whose lower left corner
	// is (X, Y). All are float64.
	Region = faults.Region
)

// The faults.
const (
	FaultCrash     = faults.Crash
	FaultFlap      = faults.Flap
	FaultRestart   = faults.Restart
	FaultResign    = faults.Resign
	FaultRecharge  = faults.Recharge
	FaultDrain     = faults.Drain
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
