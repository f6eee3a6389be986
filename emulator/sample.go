package emulator

import (
	"time"

	"bellwether/trace"
)

// capableEvery is how often capabilities are brought up to date: a tenth of the
// time over which the degree is smoothed.
const capableEvery = time.Second

// beginSamples takes the first sample at time 0 and so on.
func (w *World) beginSamples() {
	if w.cfg.SampleEvery > 0 && (w.Wants(trace.Component) || w.Wants(trace.Sample) || w.Wants(trace.Energy)) {
		w.At(w.Kernel.Now(), w.on.sample, 0)
	}
}

// onSample records the component of every running node, then their energy.
func (w *World) onSample() {
	w.At(w.Kernel.Now()+int64(w.cfg.SampleEvery), w.on.sample, 0)
	if w.Wants(trace.Component) || w.Wants(trace.Sample) {
		w.links.Sample()
	}
	w.batteries.Record()
}
