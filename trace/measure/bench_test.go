package measure

import (
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// What a truth sample costs per node, and a frame, in a world of 10⁴ nodes in
// components of ten.
func BenchmarkRun(b *testing.B) {
	const nodes = 10_000
	var s story
	for id := protocol.ID(1); id <= nodes; id++ {
		s.tell(boot(0, id), offers(0, id, int64(id)), elected(0, id, id-(id-1)%10+9, 1))
	}
	r := NewRun(Options{})
	for i := range s {
		r.Record(&s[i])
	}
	b.Run("node-sample", func(b *testing.B) {
		rec := trace.Record{Kind: trace.Component}
		for b.Loop() {
			rec.Node = rec.Node%nodes + 1
			rec.Peer = rec.Node - (rec.Node-1)%10
			r.Record(&rec)
			if rec.Node == nodes {
				r.Record(&trace.Record{Kind: trace.Sample})
			}
		}
	})
	b.Run("frame", func(b *testing.B) {
		r := NewRun(Options{Medium: Medium{Airtime: func(bytes int) time.Duration { return time.Duration(bytes) * time.Microsecond }}})
		for i := range s {
			r.Record(&s[i])
		}
		rec := trace.Record{Kind: trace.Transmit, Node: 1, Bytes: 40}
		for b.Loop() {
			rec.Node = rec.Node*7919%nodes + 1
			r.Record(&rec)
		}
	})
	b.Run("energy", func(b *testing.B) {
		rec := trace.Record{Kind: trace.Energy}
		for b.Loop() {
			rec.Node = rec.Node%nodes + 1
			r.Record(&rec)
		}
	})
}
