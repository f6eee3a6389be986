package phy_test

import (
	"testing"

	"github.com/paulmach/orb"

	"bellwether/internal/sim/phy"
	"bellwether/protocol"
	"bellwether/radio"
)

// BenchmarkChannel measures a frame for each receiver that might hear it, by model. The
// links are as long as the range or shorter, and nodes move, so that no draw is repeated.
func BenchmarkChannel(b *testing.B) {
	base := radio.ChannelOptions{Seed: 1, Path: radio.DefaultLogDistance(), Emitter: radio.DefaultEmitter(), Receiver: radio.DefaultReceiver()}
	curve := radio.Receiver{Modulation: "dqpsk", NoiseFigureDB: 7, BandwidthHz: 22e6}
	shadow := radio.Shadowing{SigmaDB: 4, CorrelationM: 20}
	var town []radio.Obstacle
	for i := range 2500 {
		x, y := float64(i%50)*20, float64(i/50)*20
		town = append(town, radio.Obstacle{WallDB: 9, Outline: orb.Polygon{{{x, y}, {x + 12, y}, {x + 12, y + 12}, {x, y + 12}, {x, y}}}})
	}
	for _, row := range []struct {
		name string
		set  func(*radio.ChannelOptions)
	}{
		{"friis", func(o *radio.ChannelOptions) { o.Path = radio.DefaultFriis() }},
		{"log-distance", func(*radio.ChannelOptions) {}},
		{"two-ray", func(o *radio.ChannelOptions) { o.Path = radio.DefaultTwoRay() }},
		{"three-log-distance", func(o *radio.ChannelOptions) { o.Path = radio.DefaultThreeLogDistance() }},
		{"+shadowing", func(o *radio.ChannelOptions) { o.Shadowing = shadow }},
		{"+nakagami", func(o *radio.ChannelOptions) { o.Fading = radio.Nakagami() }},
		{"+curve", func(o *radio.ChannelOptions) { o.Receiver = curve }},
		{"+obstacles", func(o *radio.ChannelOptions) { o.Obstacles = town }},
		{"all", func(o *radio.ChannelOptions) {
			o.Shadowing, o.Fading, o.Receiver, o.Obstacles = shadow, radio.Nakagami(), curve, town
		}},
	} {
		b.Run(row.name, func(b *testing.B) {
			o := base
			row.set(&o)
			c, err := phy.NewChannel(o, phy.Site{})
			if err != nil {
				b.Fatal(err)
			}
			heard := 0
			h := radio.Hop{FromM: orb.Point{500, 500}}
			for i := range b.N {
				h.From, h.To = protocol.ID(i%97+1), protocol.ID(i%1009+100)
				h.ToM = orb.Point{500 + float64(i%331) - 165, 500 + float64(i%293) - 146}
				h.At += 1_234_567
				if c.Receive(h, 60) == radio.Heard {
					heard++
				}
			}
			b.ReportMetric(float64(heard)/float64(b.N), "heard/frame")
		})
	}
}
