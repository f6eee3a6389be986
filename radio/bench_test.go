package radio_test

import (
	"fmt"
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/radio"
)

// BenchmarkLost draws as for a broadcast: one sender, one instant, the
// receivers in turn.
func BenchmarkLost(b *testing.B) {
	bernoulli, err := radio.NewBernoulli(1, 0.05, radio.DefaultSlot)
	if err != nil {
		b.Fatal(err)
	}
	var loss radio.Loss = bernoulli
	lost, at := 0, protocol.Time(0)
	for b.Loop() {
		for to := protocol.ID(2); to < 12; to++ {
			if loss.Lost(1, to, at) {
				lost++
			}
		}
		at = at.Add(3 * time.Millisecond)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(10*b.N), "ns/draw")
	b.ReportMetric(float64(lost)/float64(10*b.N), "lost/draw")
}

// BenchmarkBursts measures a draw of burst loss, by how long states last.
func BenchmarkBursts(b *testing.B) {
	for _, bad := range []time.Duration{5 * time.Millisecond, 50 * time.Millisecond, time.Second} {
		b.Run(fmt.Sprintf("bad=%v", bad), func(b *testing.B) {
			o := radio.DefaultGilbertElliott()
			o.Good, o.Bad = 19*bad, bad
			losses, err := radio.NewBursts(o, 1)
			if err != nil {
				b.Fatal(err)
			}
			lost := 0
			for i := range b.N {
				if losses.Lost(protocol.ID(i%97+1), protocol.ID(i%1009+100), protocol.Time(i)*1_234_567) {
					lost++
				}
			}
			b.ReportMetric(float64(lost)/float64(b.N), "lost/frame")
		})
	}
}
