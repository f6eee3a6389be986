package membership

import (
	"bytes"
	"sync/atomic"
	"testing"
	"time"

	"bellwether/internal/live/membership/gossiptest"
)

// BenchmarkSend sends datagrams of 100 bytes from one member to another, in memory.
func BenchmarkSend(b *testing.B) {
	key := [][]byte{bytes.Repeat([]byte{3}, 32)}
	for _, c := range []struct {
		what       string
		keys       [][]byte
		identities bool
	}{{"no keys", nil, false}, {"keys", key, false}, {"identities", key, true}} {
		b.Run(c.what, func(b *testing.B) {
			var sent, packets atomic.Int64
			n := gossiptest.New(gossiptest.Options{Tap: func(_, _ string, p []byte) {
				sent.Add(int64(len(p)))
				packets.Add(1)
			}})
			lan, err := Preset("lan")
			if err != nil {
				b.Fatal(err)
			}
			start := func(name string, o Options) *Gossip {
				o.Name, o.Timing, o.Keys, o.Transport = name, lan, c.keys, n.Transport(name)
				if c.identities {
					o.Identity = &Identity{Key: seedOf(byte(o.Meta.ID)), Trust: onFirstUse()}
				}
				g, err := Start(o)
				if err != nil {
					b.Fatal(err)
				}
				b.Cleanup(func() { g.Close() })
				return g
			}
			one := start("n01", Options{Meta: Meta{ID: 1}})
			two := start("n02", Options{Meta: Meta{ID: 2}, Join: []string{one.Self().Addr}})
			for count(one, Alive) < 1 || count(two, Alive) < 1 {
				time.Sleep(time.Millisecond)
			}
			data := make([]byte, 100)
			before, first := sent.Load(), packets.Load()
			for b.Loop() {
				if err := one.Send("n02", data); err != nil {
					b.Fatal(err)
				}
				<-two.Packets()
			}
			b.ReportMetric(float64(sent.Load()-before)/float64(packets.Load()-first), "bytes/packet")
		})
	}
}
