package duty

import (
	"bellwether/emulator/internal/kernel"
	"bellwether/trace"
)

// spell is the newest time in which a node's radio could not send: the duty cycle holds
// back or drops the next frame, or the queue is full and messages of the machine are
// lost. Each spell is recorded once, at its end, whatever its causes. A spell ends at the
// latest with its node or with the run.
type spell struct {
	from, until int64 // until: by the duty cycle
	crowded     bool  // the queue is full: the spell has no end yet
	why         trace.Why
}

// newest is the newest spell of node i.
func (d *Duty) newest(i kernel.Slot) *spell {
	if d.spells == nil {
		d.spells = make([]spell, d.k.Nodes)
	}
	return &d.spells[i]
}

// capped begins or extends a spell by the duty cycle.
func (d *Duty) capped(i kernel.Slot, from, until int64) {
	s := d.newest(i)
	if !s.crowded && from > s.until {
		d.tell(i)
		s.from = from
	}
	s.until, s.why = max(s.until, until), trace.WhyDuty
}

// Full begins a spell, or makes one last, because node i's queue is full.
func (d *Duty) Full(i kernel.Slot) {
	s := d.newest(i)
	if s.crowded {
		return
	}
	if d.k.Now() > s.until {
		d.tell(i)
		*s = spell{from: d.k.Now(), why: trace.WhyQueue}
	}
	s.crowded = true
}

// Room ends a spell by the queue of node i, if there is one.
func (d *Duty) Room(i kernel.Slot) {
	if d.spells == nil || !d.spells[i].crowded {
		return
	}
	s := &d.spells[i]
	s.crowded, s.until = false, max(s.until, d.k.Now())
}

// Stop ends the spell of node i, which stops.
func (d *Duty) Stop(i kernel.Slot) {
	if d.spells == nil {
		return
	}
	s := &d.spells[i]
	if s.crowded {
		s.until = d.k.Now()
	}
	s.until = min(s.until, d.k.Now())
	d.tell(i)
	*s = spell{}
}

// End ends all spells with the run.
func (d *Duty) End() {
	if d.spells == nil {
		return
	}
	for _, i := range d.k.ByID {
		d.Stop(i)
	}
}

// tell records node i's newest spell, which is over.
func (d *Duty) tell(i kernel.Slot) {
	if s := &d.spells[i]; s.until > s.from && d.k.Wants(trace.Mute) {
		d.k.Note(trace.Record{Kind: trace.Mute, Node: d.k.ID(i), Why: s.why, Frame: uint64(s.from), Value: s.until})
	}
}
