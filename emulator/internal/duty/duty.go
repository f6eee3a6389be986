package duty

import (
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/internal/sim/phy"
	"bellwether/protocol"
	"bellwether/radio"
)

// Duty is what keeps the radios of a run from sending.
type Duty struct {
	k      *kernel.Kernel
	cycle  *radio.DutyCycle // nil: no cap
	logs   []phy.Airlog     // by node, under a cap
	spells []spell          // by node; nil before the first spell of the run
}

// New makes a Duty; a nil cycle caps nothing.
func New(k *kernel.Kernel, cycle *radio.DutyCycle) *Duty {
	d := &Duty{k: k, cycle: cycle}
	if cycle != nil {
		d.logs = make([]phy.Airlog, k.Nodes)
	}
	return d
}

// Capped reports whether there is a cap.
func (d *Duty) Capped() bool { return d.cycle != nil }

// Begin returns when a frame of node i, of a given airtime, may begin, from an instant
// on. It returns false if never: the frame is too long, or the cap drops frames that it
// does not allow at once.
func (d *Duty) Begin(i kernel.Slot, at int64, air time.Duration) (when int64, ok bool) {
	if d.cycle == nil {
		return at, true
	}
	earliest, ok := d.logs[i].Earliest(*d.cycle, protocol.Time(at), air)
	when = int64(earliest)
	if when > at {
		d.capped(i, at, when)
	}
	return when, ok && (when <= at || !d.cycle.Drop)
}

// Log notes what node i has on the air from an instant.
func (d *Duty) Log(i kernel.Slot, at int64, air time.Duration) {
	if d.cycle != nil {
		d.logs[i].Add(*d.cycle, protocol.Time(at), air)
	}
}
