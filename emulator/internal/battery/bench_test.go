package battery

import (
	"slices"
	"testing"
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/internal/sim/energy"
)

// BenchmarkReceived is a broadcast to ten of a thousand nodes, by linear batteries.
func BenchmarkReceived(b *testing.B) {
	for _, c := range []struct {
		name string
		o    Options
	}{
		{"linear", Options{Kind: energy.Linear{}}},
		{"peukert", Options{Kind: energy.Peukert{Exponent: 1.05, Rated: 5 * time.Hour}}},
		{"sun", Options{Kind: energy.Linear{}, Harvester: energy.Sun{PeakW: 1, Day: time.Hour, Set: time.Hour}}},
		{"diffusion", Options{Kind: energy.Diffusion{Beta: 0.273}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			c.o.Profile, _ = energy.ProfileByName("wifi-ns3")
			c.o.InitialJ = slices.Repeat([]float64{1e9}, 1000)
			h := newHouse(b, c.o)
			if c.o.Harvester != nil {
				h.bank.gainsW = 0.5
				h.bank.onStep()
			}
			hears := make([]kernel.Slot, 10)
			b.ResetTimer()
			for n := range b.N {
				for k := range hears {
					hears[k] = kernel.Slot((n + 97*k) % 1000)
				}
				h.bank.Received(1, 400*time.Microsecond, hears...)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(10*b.N), "ns/receiver")
		})
	}
}
