package emulator

import "bellwether/emulator/internal/kernel"

// events are those of the parts.
type events struct {
	sample, capable, strike, endure, flap, renew, jam, late, start kernel.Event
}

func (w *World) listenTo() {
	node := func(handle func(kernel.Slot)) kernel.Event { return w.On(func(a uint32) { handle(kernel.Slot(a)) }) }
	number := func(handle func(int32)) kernel.Event { return w.On(func(a uint32) { handle(int32(a)) }) }
	whole := func(handle func()) kernel.Event { return w.On(func(uint32) { handle() }) }
	w.on = events{
		sample: whole(w.onSample), capable: whole(w.onCapable),
		strike: number(w.onStrike), endure: number(w.onEndured), flap: number(w.onFlap),
		renew: number(w.onRenew), jam: node(w.onJam),
		late: number(w.onLate), start: w.On(w.onStart),
	}
}
