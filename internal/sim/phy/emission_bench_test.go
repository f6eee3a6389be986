package phy_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/sim/phy"
	"bellwether/protocol"
	"bellwether/radio"
)

// BenchmarkEmission measures a frame for each node within reach, by model, with and
// without interference. Nodes are spread evenly.
func BenchmarkEmission(b *testing.B) {
	shadowing := radio.Shadowing{SigmaDB: 4, CorrelationM: 10}
	for _, row := range []struct {
		name string
		o    radio.ChannelOptions
	}{
		{"log-distance", radio.ChannelOptions{}},
		{"+shadowing", radio.ChannelOptions{Shadowing: shadowing}},
		{"+nakagami", radio.ChannelOptions{Fading: radio.Nakagami()}},
		{"+shadowing+nakagami", radio.ChannelOptions{Shadowing: shadowing, Fading: radio.Nakagami()}},
		{"+curve", radio.ChannelOptions{Receiver: radio.Receiver{Modulation: "dqpsk", NoiseFigureDB: 7, BandwidthHz: 22e6}}},
	} {
		o := row.o
		o.Seed, o.Path, o.Emitter = 1, radio.DefaultLogDistance(), radio.DefaultEmitter()
		if o.Receiver.Modulation == "" {
			o.Receiver = radio.DefaultReceiver()
		}
		c, err := phy.NewChannel(o, phy.Site{})
		if err != nil {
			b.Fatal(err)
		}
		numbers := radio.DefaultCSMA()
		numbers.SenseDBm = c.LinkDBm()
		m, err := phy.Over(numbers, c)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(row.name+"/ideal", func(b *testing.B) {
			overEvenly(b, c.ReachM(), func(l phy.Leaving, ids []protocol.ID, at []orb.Point) (heard int) {
				e := c.Emit(l)
				for i, to := range ids {
					if e.Receive(to, phy.SpotOf(at[i], 0)) == radio.Heard {
						heard++
					}
				}
				return heard
			})
		})
		b.Run(row.name+"/csma", func(b *testing.B) {
			overEvenly(b, m.ReachM(), func(l phy.Leaving, ids []protocol.ID, at []orb.Point) (heard int) {
				e := m.Emit(l)
				for i, to := range ids {
					if m.ArriveOf(&e, to, phy.SpotOf(at[i], 0)).Reception == radio.Heard {
						heard++
					}
				}
				return heard
			})
		})
	}
}

// overEvenly sends frames to a thousand nodes spread evenly over a disk.
func overEvenly(b *testing.B, reachM float64, send func(phy.Leaving, []protocol.ID, []orb.Point) int) {
	const nodes = 1000
	rng := rand.New(rand.NewPCG(1, 2))
	ids, at := make([]protocol.ID, nodes), make([]orb.Point, nodes)
	for i := range ids {
		ids[i] = protocol.ID(i + 1)
		angle, d := rng.Float64()*2*math.Pi, reachM*math.Sqrt(rng.Float64())
		at[i] = orb.Point{d * math.Cos(angle), d * math.Sin(angle)}
	}
	heard, l := 0, phy.Leaving{Bytes: 60}
	for b.Loop() {
		l.From = l.From%nodes + 1
		l.At = l.At.Add(1234567 * time.Nanosecond)
		heard += send(l, ids, at)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/nodes, "ns/node")
	b.ReportMetric(float64(heard)/float64(b.N)/nodes, "heard/node")

}
