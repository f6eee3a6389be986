package baseline_test

import (
	"slices"
	"testing"
	"time"

	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

// blank is a message of a kind in which all is zero.
func blank(t *testing.T, codec *protocol.Codec, k protocol.Kind) protocol.Message {
	t.Helper()
	for zeros := range 64 {
		if m, err := codec.Unmarshal(append([]byte{byte(k)}, make([]byte, zeros)...)); err == nil {
			return m
		}
	}
	t.Fatalf("kind %d: no number of zeros is a message", k)
	return nil
}

// A leader that only stepped down answers no pulls, and is suspected; but it is alive, and
// its first message of any kind ends the suspicion.
func TestAnyMessageEndsASuspicion(t *testing.T) {
	const former, follower = protocol.ID(4), protocol.ID(1)
	each(t, func(t *testing.T, a protocol.Algorithm) {
		if !slices.ContainsFunc(a.Kinds, func(k protocol.MessageKind) bool { return k.Kind() == overlay.LeaderAnnouncement{}.Kind() }) {
			return // no Monitor tests its leaders
		}
		codec, err := protocol.NewCodec(a.Kinds...)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range a.Kinds {
			w := smallworld.Run(a, overlay.Services{}, smallworld.Options{Nodes: 5})
			w.Complete().Boot()
			w.Settle(5)
			w.Inject(follower, former, overlay.LeaderAnnouncement{Capability: protocol.Capability{Value: 99, ID: former}})
			beliefs := func(op protocol.Op) (n int) {
				for _, e := range w.Events {
					if e.Node == follower && e.Op == op && e.To == former {
						n++
					}
				}
				return n
			}
			for beliefs(protocol.OpSuspect) == 0 && w.Now < protocol.Time(10*time.Second) { // three misses, and the phase of a tick
				w.Run(time.Millisecond)
			}
			if beliefs(protocol.OpSuspect) != 1 || beliefs(protocol.OpTrust) != 0 {
				t.Fatalf("%v suspects %v %d times", follower, former, beliefs(protocol.OpSuspect))
			}
			for range 2 {
				w.Inject(follower, former, blank(t, codec, k.Kind()))
			}
			if got := beliefs(protocol.OpTrust); got != 1 {
				t.Errorf("%s: trusted %d times, want once", k.Name, got)
			}
		}
	})
}
