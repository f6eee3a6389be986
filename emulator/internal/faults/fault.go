package faults

import (
	"slices"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// Kind is the kind of a fault.
type Kind string

// The kinds. Those with a duration take Fault.For; 0 is for good.
const (
	Crash     Kind = "crash"     // stops; For > 0: restarts with its storage after For
	Flap      Kind = "flap"      // down for Down, up for Up, down again …, up for good after For > 0
	Restart   Kind = "restart"   // starts again what is down
	Resign    Kind = "resign"    // offers nothing from now on (For > 0: for that long), stays alive
	Recharge  Kind = "recharge"  // its battery is filled; a node that had run empty starts again
	Drain     Kind = "drain"     // its battery loses charge until Left is left
	Pause     Kind = "pause"     // does nothing until For is over or it boots again; what comes waits
	Drift     Kind = "drift"     // its clock runs PPM fast from now on
	RadioOff  Kind = "radio-off" // neither sends nor hears until it boots again (For > 0: for that long)
	RadioOn   Kind = "radio-on"  // ends radio-off
	Partition Kind = "partition" // each of Groups hears only itself; all other nodes form one more group
	Heal      Kind = "heal"      // ends every partition
	Jam       Kind = "jam"       // nodes in Region do not hear; frames from there are heard outside
	Duplicate Kind = "duplicate" // frames over Links arrive twice with Probability
	Reorder   Kind = "reorder"   // frames over Links are held back up to Delay with Probability
	Elect     Kind = "elect"     // the targets call an election now
)

// Fault is one entry of the script.
type Fault struct {
	At    time.Duration // once at At …
	Every time.Duration // … or, if > 0, at At + k·Every …
	For   time.Duration // 0: for good

	// … or, if MTBF > 0, at random from At on: the times from a repair to the next failure,
	// and of the repair (Repair 0: for good), are exponential with these means. Each node of
	// OnNodes and OnAll fails by itself; other targets are found anew at each failure, and the
	// nodes of OnRegion fail together. Every and For are then 0.
	MTBF, Repair time.Duration

	Kind   Kind
	Target Target
	Nodes  []protocol.ID   // for OnNodes
	Groups [][]protocol.ID // for Partition
	Region Region          // for Jam and OnRegion

	Links       [][2]protocol.ID // for Duplicate, Reorder: both directions; nil: all
	Probability float64          // for Duplicate, Reorder
	Delay       time.Duration    // for Reorder: the longest that a frame is held back
	PPM         int              // for Drift: how much faster than true time, in millionths
	Left        float64          // for Drain: share of the first charge, in [0, 1)

	Up, Down time.Duration // for Flap: how long a node stays up, and down

	LoseStorage bool // crash, flap: the storage is lost at the restart
}

// First is when the fault first strikes, if it is not random.
func (f *Fault) First() time.Duration {
	if f.Every > 0 && f.At == 0 {
		return f.Every
	}
	return f.At
}

// why is the reason in records, which says whether the target is the same under every
// algorithm.
func (f *Fault) why() trace.Why {
	if f.Target == OnLeader {
		return trace.WhyOwn
	}
	return trace.WhyCommon
}

// checker is called with a condition that must hold, and the message if it does not.
type checker func(holds bool, format string, args ...any)

// Bounds are the limits of a script.
type Bounds struct {
	Nodes     int
	Placeless bool // nodes are nowhere
	Own       []Own
}

// Validate finds entries that would break an invariant later.
func (f *Fault) Validate(b Bounds, check checker) {
	for _, id := range f.targets() {
		check(id >= 1 && int(id) <= b.Nodes, "fault at %v names node %d of %d", f.At, id, b.Nodes)
	}
	check(f.At >= 0 && f.Every >= 0 && f.For >= 0 && f.MTBF >= 0 && f.Repair >= 0 && f.Delay >= 0 && f.Up >= 0 && f.Down >= 0,
		"fault at %v has a negative time", f.At)
	check(f.MTBF == 0 || f.Every == 0 && f.For == 0 && f.Kind != Flap,
		"%s at %v is random: it has no period, no length and no rhythm of its own", f.Kind, f.At)
	if f.inRegion() {
		check(!b.Placeless, "%s at %v: a world without places has no regions", f.Kind, f.At)
		f.Region.validate(f, check)
	}
	k, builtin := kindOf(f.Kind)
	n := slices.IndexFunc(b.Own, func(o Own) bool { return o.Name == f.Kind })
	check(builtin || n >= 0, "fault at %v: there is no fault called %q", f.At, f.Kind)
	if k.check != nil {
		k.check(f, check)
	}
	lasts := f.For > 0 || f.Repair > 0
	check(builtin || n < 0 || b.Own[n].End != nil || !lasts, "%s at %v has no end, and cannot last", f.Kind, f.At)
}

// inRegion reports whether the fault has a region.
func (f *Fault) inRegion() bool { return f.Kind == Jam || f.Target == OnRegion }

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
