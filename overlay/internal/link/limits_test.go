package link

import (
	"math/rand/v2"
	"testing"

	"bellwether/protocol"
)

// The table of neighbours is bounded; the one unused for longest is forgotten, and a number
// is never used twice in a session.
func TestLinkForgetsWhoIsUnusedForLongest(t *testing.T) {
	l := New(nil, 0, Options{}.WithDefaults())
	env := new(protocol.Env)
	random := rand.New(rand.NewPCG(1, 1))
	use := func(id protocol.ID, ms int64) *linkPeer {
		env.Driver().Enter(protocol.Facts{Self: 1, Now: protocol.Time(ms * 1e6), Rand: random})
		return l.peer(env, id)
	}
	for i := range int64(linkPeers) {
		p := use(protocol.ID(10+i), i)
		p.queue = append(p.queue, nil)
		l.first(env, p)
	}
	use(10, linkPeers) // 11 is the oldest now
	use(5, linkPeers+1)
	if len(l.peers) != linkPeers {
		t.Errorf("%d neighbours remembered, want %d", len(l.peers), linkPeers)
	}
	if _, known := l.find(11); known {
		t.Error("the neighbour unused for longest is still there")
	}
	if _, known := l.find(10); !known {
		t.Error("a neighbour just used is gone")
	}
	p := use(11, linkPeers+2)
	p.queue = append(p.queue, nil)
	if n := l.first(env, p); n.Seq != linkPeers+1 {
		t.Errorf("number %d for a neighbour that came back, want one not used before", n.Seq)
	}
}
