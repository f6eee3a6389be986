package emulator

import (
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// duty holds every node to a cap on the time it is on the air. A frame beyond it
// waits at its sender's radio, and with it those behind it, or is lost with reason
// duty; one longer than the cap allows is lost either way. Acknowledgements count,
// and are kernel.Never held back: so that a node may exceed the cap by them.
type duty struct {
	radio.DutyCycle
	logs []radio.Airlog
}

func newDuty(d *radio.DutyCycle, nodes int) *duty {
	if d == nil {
		return nil
	}
	return &duty{*d, make([]radio.Airlog, nodes)}
}

// admit says when frame t may begin, from an instant on, and whether at all.
func (w *World) admit(t *transmission, at int64) (when int64, ok bool) {
	d := w.duty
	earliest, ok := d.logs[w.Slot(t.from)].Earliest(d.DutyCycle, protocol.Time(at), w.airtime(t.Bytes))
	when = int64(earliest)
	if when > at {
		w.mutes.capped(w, w.Slot(t.from), at, when)
	}
	if !ok || when > at && d.Excess == radio.ExcessDrop {
		w.lose(t, t.from, trace.WhyDuty)
		return 0, false
	}
	if when > at && w.Wants(trace.Held) {
		w.Note(trace.Record{Kind: trace.Held, Node: t.from, Peer: t.to, Frame: t.Number, Class: t.Class, Value: when - at})
	}
	return when, true
}

// logAir notes what node i has on the air from an instant.
func (w *World) logAir(i kernel.Slot, at int64, air time.Duration) {
	if w.duty != nil {
		w.duty.logs[i].Add(w.duty.DutyCycle, protocol.Time(at), air)
	}
}
