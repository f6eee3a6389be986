package bench

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/radio"
	"bellwether/trace"
)

// deliveriesWanted is the number of deliveries for a cell of the table: about ten seconds
// of 10^4 nodes.
const deliveriesWanted = 10_000_000

// BenchmarkDeliveries reports million deliveries a second with different parts in use. run
// is what `bellwether run` does for its table: truth, metrics and batteries. With --out or
// --format json the trace is hashed, too: run+hash.
func BenchmarkDeliveries(b *testing.B) {
	rows := []struct {
		name string
		set  func(*load)
	}{
		{"oracle", func(*load) {}},
		{"oracle+truth+hash", func(l *load) { l.truth, l.sinks = true, []trace.Sink{trace.NewHash()} }},
		{"run", func(l *load) { l.user = true }},
		{"run+hash", func(l *load) { l.user, l.hashed = true, true }},
		{"hello", func(l *load) { l.hello = true }},
		{"run+hello", func(l *load) { l.user, l.hello = true, true }},
	}
	for _, row := range rows {
		for _, n := range []int{1e3, 1e4, 1e5} {
			b.Run(fmt.Sprintf("%s/nodes=%d", row.name, n), func(b *testing.B) {
				for range b.N {
					l := load{nodes: n, until: lasts(n), start: emulator.Start{Leader: leaderOf(n)}}
					row.set(&l)
					measure(b, l)
				}
			})
		}
	}
}

// BenchmarkChannel is the same workload with a channel in which power decides which nodes
// hear a frame. Each frame is decided for each node that it might reach: a dozen or more
// for each node that hears it.
func BenchmarkChannel(b *testing.B) {
	shadowing := radio.Shadowing{SigmaDB: 4, CorrelationM: 10}
	rows := []struct {
		name string
		o    radio.ChannelOptions
	}{
		{"log-distance", radio.ChannelOptions{}},
		{"log-distance+shadowing", radio.ChannelOptions{Shadowing: shadowing}},
		{"log-distance+nakagami", radio.ChannelOptions{Fading: radio.Nakagami()}},
		{"log-distance+shadowing+nakagami", radio.ChannelOptions{Shadowing: shadowing, Fading: radio.Nakagami()}},
	}
	for _, row := range rows {
		for _, n := range []int{1e3, 1e4} {
			b.Run(fmt.Sprintf("%s/nodes=%d", row.name, n), func(b *testing.B) {
				for range b.N {
					measure(b, load{nodes: n, hello: true, until: lasts(n) / 20, start: emulator.Start{Leader: leaderOf(n)}, channel: &row.o})
				}
			})
		}
	}
}

// BenchmarkAccess is the same workload with nodes that contend for the medium: each frame
// is sensed by about fifty nodes, of which a dozen receive it.
func BenchmarkAccess(b *testing.B) {
	access := radio.DefaultCSMA()
	rows := []struct {
		name  string
		nodes []int
		o     *radio.ChannelOptions
	}{
		{"unit-disk", []int{1e3, 1e4, 1e5}, nil},
		{"log-distance", []int{1e3, 1e4}, &radio.ChannelOptions{}},
		{"log-distance+shadowing", []int{1e3, 1e4}, &radio.ChannelOptions{Shadowing: radio.Shadowing{SigmaDB: 4, CorrelationM: 10}}},
	}
	for _, row := range rows {
		for _, n := range row.nodes {
			b.Run(fmt.Sprintf("%s/nodes=%d", row.name, n), func(b *testing.B) {
				for range b.N {
					measure(b, load{nodes: n, until: max(lasts(n)/10, 4*time.Second), start: emulator.Start{Leader: leaderOf(n)}, channel: row.o, access: &access})
				}
			})
		}
	}
}

// lasts returns how long a world of n nodes must run for deliveriesWanted, at ten
// deliveries a node and second.
func lasts(n int) time.Duration {
	return max(8*time.Second, time.Duration(deliveriesWanted/(10*n))*time.Second)
}

// measure runs a load and reports what it did and took, beside the bare loop.
func measure(b *testing.B, l load) {
	b.Helper()
	yardstick := new(yardstick)
	yardstick.measure(l.nodes)
	c, finish, err := l.built()
	if err != nil {
		b.Fatal(err)
	}
	var before, during, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	w, err := emulator.New(c)
	if err != nil {
		b.Fatal(err)
	}
	w.Begin()
	runtime.ReadMemStats(&during)
	started := processorTime()
	if err := w.Run(context.Background()); err != nil {
		b.Fatal(err)
	}
	finish(w.Counters())
	took := (processorTime() - started).Seconds()
	runtime.ReadMemStats(&after)
	mallocs := float64(after.Mallocs - during.Mallocs)
	runtime.GC()
	runtime.ReadMemStats(&after)
	n, done := float64(l.nodes), w.Counters()
	deliveries := float64(done.Deliveries)
	yardstick.measure(l.nodes)
	b.ReportMetric(deliveries/took/1e6, "Mdeliveries/s")
	b.ReportMetric(deliveries/took/yardstick.rate(), "share")
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/n, "B/node")
	b.ReportMetric(mallocs/deliveries, "allocs/delivery")
	b.ReportMetric(float64(done.Events)/deliveries, "events/delivery")
	b.ReportMetric(float64(done.Candidates)/deliveries, "candidates/delivery")
	b.ReportMetric(float64(done.QueueOperations)/deliveries, "queueops/delivery")
	b.ReportMetric(float64(done.QueuePeak)/n, "queued/node")
	runtime.KeepAlive(w)
}

// BenchmarkElection is one VKT04 election on a static graph of degree 10.
func BenchmarkElection(b *testing.B) {
	for _, n := range []int{1e4, 1e5, 1e6} {
		b.Run(fmt.Sprintf("nodes=%d", n), func(b *testing.B) {
			for range b.N {
				oneElection(b, n)
			}
		})
	}
}
