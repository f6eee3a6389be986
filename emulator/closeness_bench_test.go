package emulator

import (
	"math"
	"testing"

	"bellwether/mobility"
	"bellwether/overlay"
)

// BenchmarkCloseness measures closeness in the largest world that is allowed, at degree
// 10.
func BenchmarkCloseness(b *testing.B) {
	cfg := plane(make([][2]float64, MaxCloseness))
	side := math.Sqrt(MaxCloseness * math.Pi * 250 * 250 / 10)
	model, err := mobility.NewStatic(mobility.Area{Width: side, Height: side})
	if err != nil {
		b.Fatal(err)
	}
	cfg.Mobility = model
	cfg.Services.Hello = new(overlay.HelloOptions)
	cfg.Capability = Capability{Closeness: 1}
	w, err := New(cfg)
	if err != nil {
		b.Fatal(err)
	}
	w.Begin()
	for b.Loop() {
		w.parts.offers.MeasureCloseness()
	}
	b.ReportMetric(float64(w.parts.offers.Edges())/MaxCloseness, "degree")
}
