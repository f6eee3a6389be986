package bench

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/trace"
)

// oneElection times an election of a static world, only in its largest component: from the
// first message until the last node knows the leader.
func oneElection(b *testing.B, n int) {
	b.Helper()
	ctx, stop := context.WithCancelCause(context.Background())
	o := &over{stop: stop}
	yardstick := new(yardstick)
	yardstick.measure(n)
	c, err := load{nodes: n, until: time.Hour, static: true, sinks: []trace.Sink{o}}.config()
	if err != nil {
		b.Fatal(err)
	}
	c.Loss = nil
	c.Setup.Detection.Interval = time.Hour // no other node starts one
	// Nothing is lost here, so probes are not needed. A tree of 10^6 nodes takes longer
	// than the interval of probes.
	given := map[string]string{"probe_interval": "1h"}
	values, faults := protocol.Resolve(c.Algorithm.Params, given, c.Setup.Detection)
	if len(faults) > 0 {
		b.Fatal(faults[0])
	}
	c.Setup.Values = values
	c.Start = emulator.Start{Elect: []protocol.ID{leaderOf(n)}}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	w, err := emulator.New(c)
	if err != nil {
		b.Fatal(err)
	}
	if err := w.Run(ctx); err != nil && !errors.Is(err, errDone) {
		b.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if o.entered < n/2 {
		b.Fatalf("only %d of %d nodes took part: the source is in a small component", o.entered, n)
	}
	yardstick.measure(n)
	b.ReportMetric(o.took.Seconds()*1e3, "ms/election")
	b.ReportMetric(float64(w.Counters().Deliveries)/o.took.Seconds()/yardstick.rate(), "share")
	b.ReportMetric(o.lasted.Seconds(), "virtual-s")
	b.ReportMetric(float64(o.entered), "nodes-taking-part")
	b.ReportMetric(float64(after.Sys)/1e6, "MB")
}
