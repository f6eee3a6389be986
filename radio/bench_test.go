package radio_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"bellwether/protocol"
	"bellwether/radio"
)

// The world of the speed targets: range 250 m, a square sized for mean degree
// 10, queried a tenth beyond the range for a snapshot that has aged.
const (
	benchRangeM = 250.0
	benchReachM = 1.1 * benchRangeM
	benchDegree = 10
)

func benchWorld(n int) (points []orb.Point, present []bool) {
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	side := math.Sqrt(float64(n) * math.Pi * benchRangeM * benchRangeM / benchDegree)
	points, present = make([]orb.Point, n), make([]bool, n)
	for i := range points {
		points[i] = orb.Point{side * rng.Float64(), side * rng.Float64()}
		present[i] = true
	}
	return points, present
}

// BenchmarkNear queries at the nodes' own positions in no order of space, as
// transmissions do.
func BenchmarkNear(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint("n=", n), func(b *testing.B) {
			points, present := benchWorld(n)
			x := radio.NewIndex(benchReachM)
			x.Rebuild(points, present)
			found, out := 0, make([]int32, 0, n)
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				out = x.Near(points[i], benchReachM, out[:0])
				found += len(out)
				if i++; i == n {
					i = 0
				}
			}
			b.ReportMetric(float64(found)/float64(b.N), "found/op")
		})
	}
}

// BenchmarkNearOrSure is the same for nodes that may have moved a twenty-fifth
// of the range since the snapshot.
func BenchmarkNearOrSure(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint("n=", n), func(b *testing.B) {
			points, present := benchWorld(n)
			x := radio.NewIndex(1.04 * benchRangeM)
			x.Rebuild(points, present)
			sure, found, out := 0, 0, make([]int32, 0, n)
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				out = x.NearOrSure(points[i], 0.96*benchRangeM, 1.04*benchRangeM, out[:0])
				found += len(out)
				for _, j := range out {
					if j >= 0 {
						sure++
					}
				}
				if i++; i == n {
					i = 0
				}
			}
			b.ReportMetric(float64(found)/float64(b.N), "found/op")
			b.ReportMetric(float64(sure)/float64(b.N), "sure/op")
		})
	}
}

func BenchmarkRebuild(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint("n=", n), func(b *testing.B) {
			points, present := benchWorld(n)
			x := radio.NewIndex(benchReachM)
			x.Rebuild(points, present) // grow once
			b.ReportAllocs()
			for b.Loop() {
				x.Rebuild(points, present)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/node")
		})
	}
}

// BenchmarkLost asks as a broadcast does: one sender, one instant, the
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

// BenchmarkChannel is what a frame costs for each receiver that might hear it, by
// model: links of up to the range, moving on, so that no draw is the last one's.
func BenchmarkChannel(b *testing.B) {
	base := radio.ChannelOptions{Seed: 1, Path: radio.DefaultLogDistance(), Emitter: radio.DefaultEmitter(), Receiver: radio.DefaultReceiver()}
	curve := radio.Receiver{Modulation: radio.DQPSK, NoiseFigureDB: 7, BandwidthHz: 22e6}
	shadow := radio.Shadowing{SigmaDB: 4, CorrelationM: 20}
	var town []radio.Obstacle
	for i := range 2500 {
		x, y := float64(i%50)*20, float64(i/50)*20
		town = append(town, radio.Obstacle{WallDB: 9, Outline: orb.Polygon{{{x, y}, {x + 12, y}, {x + 12, y + 12}, {x, y + 12}, {x, y}}}})
	}
	walls, err := radio.NewObstacles(town)
	if err != nil {
		b.Fatal(err)
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
		{"+obstacles", func(o *radio.ChannelOptions) { o.Obstacles = walls }},
		{"all", func(o *radio.ChannelOptions) {
			o.Shadowing, o.Fading, o.Receiver, o.Obstacles = shadow, radio.Nakagami(), curve, walls
		}},
	} {
		b.Run(row.name, func(b *testing.B) {
			o := base
			row.set(&o)
			c, err := radio.NewChannel(o)
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

// BenchmarkBursts is what a draw of burst loss costs, by how long states last.
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
