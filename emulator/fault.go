package emulator

import (
	"math"
	"slices"
	"time"

	"bellwether/protocol"
)

// FaultKind is what strikes.
type FaultKind string

// The faults. Those that last take Fault.For; 0 is for good.
const (
	FaultCrash     FaultKind = "crash"     // stops; For > 0: restarts with its storage after For
	FaultFlap      FaultKind = "flap"      // down for Down, up for Up, down again …, up for good after For > 0
	FaultRestart   FaultKind = "restart"   // starts again what is down
	FaultResign    FaultKind = "resign"    // offers nothing from now on (For > 0: for that long), stays alive
	FaultRecharge  FaultKind = "recharge"  // its battery is full; what had run empty starts again
	FaultPause     FaultKind = "pause"     // does nothing until For is over or it boots again; what comes waits (pause.go)
	FaultDrift     FaultKind = "drift"     // its clock runs PPM fast from now on (clock.go)
	FaultRadioOff  FaultKind = "radio-off" // neither sends nor hears (For > 0: for that long), until it boots again
	FaultRadioOn   FaultKind = "radio-on"  // ends radio-off
	FaultPartition FaultKind = "partition" // Groups hear only their own; nodes in none stay in one group of the rest
	FaultHeal      FaultKind = "heal"      // ends every partition
	FaultJam       FaultKind = "jam"       // nobody in Region hears; what is sent from there is heard outside (jam.go)
	FaultDuplicate FaultKind = "duplicate" // frames over Links arrive twice with Probability (twist.go)
	FaultReorder   FaultKind = "reorder"   // frames over Links are held back up to Delay with Probability (twist.go)
	FaultElect     FaultKind = "elect"     // the targets call an election now
)

// TargetKind says how a fault finds its nodes.
type TargetKind string

// The targets. All but Leader are common to all algorithms; Leader is what this
// algorithm elected, and marked as not common in the trace.
const (
	TargetNodes  TargetKind = "nodes"
	TargetRandom TargetKind = "random" // one live node, drawn from the fault stream
	TargetBest   TargetKind = "best"   // the best live member of the largest true component
	TargetLeader TargetKind = "leader" // the leader most live nodes name
	TargetAll    TargetKind = "all"
	TargetRegion TargetKind = "region" // every node that is in Region at that instant
)

// Fault is one entry of the script.
type Fault struct {
	At    time.Duration // once at At …
	Every time.Duration // … or, if > 0, at At + k·Every …
	For   time.Duration // 0: for good

	// … or, if MTBF > 0, at random from At on: the times between a repair and the
	// next failure, and those of the repair (Repair 0: for good), are exponential
	// with these means. Each node of TargetNodes and TargetAll fails for itself;
	// other targets are found anew at each failure, and those of TargetRegion fail
	// together. Every and For are then 0.
	MTBF, Repair time.Duration

	Kind   FaultKind
	Target TargetKind
	Nodes  []protocol.ID   // for TargetNodes
	Groups [][]protocol.ID // for FaultPartition
	Region Region          // for FaultJam and TargetRegion

	Links       [][2]protocol.ID // for FaultDuplicate, FaultReorder: both directions; nil: all
	Probability float64          // for FaultDuplicate, FaultReorder
	Delay       time.Duration    // for FaultReorder: the longest that a frame is held back
	PPM         int              // for FaultDrift: how much faster than true time, in millionths

	Up, Down time.Duration // for FaultFlap: how long a node stays up, and down

	LoseStorage bool // crash, flap: what was saved is gone at the restart
}

// MaxPPM bounds a drift: clocks of half and of one and a half times the true
// rate. Crystals drift by some 20 to 100 ppm (the sleep clock accuracies of
// Bluetooth's Core specification, vol. 6 part B, end at 500).
const MaxPPM = 500_000

// perNode says whether each target of a random fault fails for itself.
func (f *Fault) perNode() bool {
	switch f.Kind {
	case FaultPartition, FaultHeal, FaultJam, FaultDuplicate, FaultReorder:
		return false
	}
	return f.Target == TargetNodes || f.Target == TargetAll
}

// names says whether the fault names node i, one of those that run or not.
func (f *Fault) names(i int) bool {
	return f.Target == TargetAll || f.Target == TargetNodes && slices.Contains(f.Nodes, protocol.ID(i+1))
}

// first is when the fault strikes first, if it is not random.
func (f *Fault) first() time.Duration {
	if f.Every > 0 && f.At == 0 {
		return f.Every
	}
	return f.At
}

func (f *Fault) validate(c *Config, check func(bool, string, ...any)) {
	for _, id := range f.targets() {
		check(id >= 1 && int(id) <= c.Nodes, "fault at %v names node %d of %d", f.At, id, c.Nodes)
	}
	check(f.Kind != FaultFlap || f.Up > 0 && f.Down > 0, "flap at %v: up for %v and down for %v: must be positive", f.At, f.Up, f.Down)
	check(f.At >= 0 && f.Every >= 0 && f.For >= 0 && f.MTBF >= 0 && f.Repair >= 0, "fault at %v has a negative time", f.At)
	check(f.MTBF == 0 || f.Every == 0 && f.For == 0 && f.Kind != FaultFlap,
		"%s at %v is random: it has no period, no length and no rhythm of its own", f.Kind, f.At)
	check(f.PPM >= -MaxPPM && f.PPM <= MaxPPM, "drift at %v of %d ppm: must be within %d", f.At, f.PPM, MaxPPM)
	check(f.Probability >= 0 && f.Probability <= 1, "%s at %v: no probability: %v", f.Kind, f.At, f.Probability)
	check(f.Kind != FaultReorder || f.Delay > 0, "reorder at %v holds nothing back", f.At)
	if f.Kind == FaultJam || f.Target == TargetRegion {
		check(!c.placeless(), "%s at %v: a world without places has no regions", f.Kind, f.At)
		r := f.Region
		for _, v := range []float64{r.X, r.Y, r.RadiusM, r.WidthM, r.HeightM} {
			check(!math.IsNaN(v) && !math.IsInf(v, 0), "%s at %v: a region without bounds", f.Kind, f.At)
		}
		check(r.RadiusM > 0 || r.RadiusM == 0 && r.WidthM > 0 && r.HeightM > 0, "%s at %v: an empty region", f.Kind, f.At)
	}
}

func (f *Fault) targets() []protocol.ID {
	ids := append([]protocol.ID(nil), f.Nodes...)
	for _, g := range f.Groups {
		ids = append(ids, g...)
	}
	for _, l := range f.Links {
		ids = append(ids, l[:]...)
	}
	return ids
}
