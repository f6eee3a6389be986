package emulator

import "bellwether/emulator/internal/kernel"

// events are those of the world itself.
type events struct{ sample, start kernel.Event }

func (w *World) listenTo() {
	w.on = events{
		sample: w.On(func(uint32) { w.onSample() }),
		start:  w.On(w.onStart),
	}
}
