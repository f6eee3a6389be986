package secure

import (
	"bytes"
	"crypto/ed25519"
	"maps"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"time"

	"bellwether/internal/live/membership/gossiptest"
	"bellwether/internal/testkit/bubble"
)

var key, otherKey = bytes.Repeat([]byte{7}, 32), bytes.Repeat([]byte{8}, 16)

// A node is a transport with what it received.
type node struct {
	*Transport
	under *gossiptest.Transport
	ring  *Ring

	mu      sync.Mutex
	got     []string
	peers   []Peer // who proved to have sent them
	refused map[Reason]int
}

func (n *node) addr() string { return n.under.Addr() }

// A lab is a network whose nodes speak one version of the handshake.
type lab struct {
	*gossiptest.Network
	wire     Wire
	recorder gossiptest.Recorder // of a network without taps of its own

	hello, welcome int // bytes of messages without identities
}

// mark is how messages of the version of the lab begin.
func (l *lab) mark(kind byte) []byte { return []byte{magic, l.wire.opens()<<4 | kind} }

// start runs a node. Its packets are taken until it is shut down.
func (l *lab) start(t *testing.T, under *gossiptest.Transport, label string, keys ...[]byte) *node {
	t.Helper()
	return l.startAs(t, under, label, nil, keys...)
}

// startAs runs a node with an identity.
func (l *lab) startAs(t *testing.T, under *gossiptest.Transport, label string, id ed25519.PrivateKey, keys ...[]byte) *node {
	t.Helper()
	ring, err := NewRing(keys...)
	if err != nil {
		t.Fatal(err)
	}
	ring.Speak(l.wire)
	n := &node{under: under, ring: ring, refused: map[Reason]int{}}
	n.Transport = New(Options{Under: under, Ring: ring, Label: label, Self: netip.MustParseAddrPort(under.Addr()), Identity: id,
		Refused: func(why Reason, _ netip.AddrPort) {
			n.mu.Lock()
			defer n.mu.Unlock()
			n.refused[why]++
		}})
	ended := make(chan struct{})
	go func() {
		for {
			select {
			case p := <-n.PacketCh():
				n.mu.Lock()
				n.got = append(n.got, string(p.Buf))
				peer, _ := PeerOf(p.From)
				n.peers = append(n.peers, peer)
				n.mu.Unlock()
			case <-ended:
				return
			}
		}
	}()
	t.Cleanup(func() {
		n.Shutdown()
		close(ended)
	})
	return n
}

// takes returns what came since the last call.
func (n *node) takes() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	got := n.got
	n.got = nil
	return got
}

// senders returns who proved to have sent what came.
func (n *node) senders() []Peer {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.peers)
}

// refusals returns the counts since the last call.
func (n *node) refusals() map[Reason]int {
	n.mu.Lock()
	defer n.mu.Unlock()
	r := maps.Clone(n.refused)
	clear(n.refused)
	return r
}

func (n *node) send(t *testing.T, to *node, data ...string) {
	t.Helper()
	for _, d := range data {
		if _, err := n.WriteTo([]byte(d), to.addr()); err != nil {
			t.Fatal(err)
		}
	}
}

// A size is how much a table holds.
type size struct{ pairs, routes, points, queue, held int }

func (n *node) size() size {
	n.Transport.mu.Lock()
	defer n.Transport.mu.Unlock()
	t := &n.table
	return size{len(t.pairs), len(t.routes), len(t.points), len(t.queue), t.held}
}

// wires are the versions of the handshake that a test is run with. With Only2 no packet of version 1 is
// sent or taken.
var tested = []Wire{Open1, Only2}

// inBubble runs a test in virtual time, with each version of the handshake.
func inBubble(t *testing.T, o gossiptest.Options, f func(t *testing.T, n *lab)) {
	t.Helper()
	if o.Delay == 0 {
		o.Delay = 2 * time.Millisecond
	}
	for _, w := range tested {
		t.Run("wire "+w.String(), func(t *testing.T) {
			bubble.Test(t, func(t *testing.T) {
				l := &lab{wire: w, hello: helloBytes, welcome: welcomeBytes}
				if w == Only2 {
					side := (&Options{}).newSide()
					l.hello, l.welcome = side.HelloBytes()+proofLength, side.WelcomeBytes()
				}
				o := o
				if o.Tap == nil {
					o.Tap = l.recorder.Keep
				}
				if o.TapStream == nil {
					o.TapStream = l.recorder.KeepStream
				}
				l.Network = gossiptest.New(o)
				f(t, l)
			})
		})
	}
}
