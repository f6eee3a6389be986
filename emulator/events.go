package emulator

import "bellwether/emulator/internal/kernel"

// events are those of the parts.
type events struct {
	arrive, free, sample, capable, strike, endure             kernel.Event
	flap, renew, jam, access, land, ack, lateAck, late, start kernel.Event
}

func (w *World) listenTo() {
	node := func(handle func(kernel.Slot)) kernel.Event { return w.On(func(a uint32) { handle(kernel.Slot(a)) }) }
	number := func(handle func(int32)) kernel.Event { return w.On(func(a uint32) { handle(int32(a)) }) }
	whole := func(handle func()) kernel.Event { return w.On(func(uint32) { handle() }) }
	w.on = events{
		arrive: number(w.onArrive), free: node(w.onRadioFree), sample: whole(w.onSample), capable: whole(w.onCapable),
		strike: number(w.onStrike), endure: number(w.onEndured), flap: number(w.onFlap),
		renew: number(w.onRenew), jam: node(w.onJam), access: node(w.onAccess), land: number(w.onLand), ack: number(w.onAck),
		lateAck: node(w.onLateAck), late: number(w.onLate), start: w.On(w.onStart),
	}
}
