package trace

import "testing"

func BenchmarkHashReceive(b *testing.B) {
	h := NewHash()
	r := Record{Kind: Receive, At: 1, Node: 3, Peer: 4, Frame: 1, Message: 2}
	for b.Loop() {
		r.At++
		h.Record(&r)
	}
}
