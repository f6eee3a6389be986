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

	"github.com/hashicorp/memberlist"

	"bellwether/internal/live/membership/gossiptest"
	"bellwether/internal/testkit/bubble"
)

var key, otherKey = bytes.Repeat([]byte{7}, 32), bytes.Repeat([]byte{8}, 16)

// below is what a node lies on: a transport of the network in memory.
type below interface {
	memberlist.NodeAwareTransport
	Addr() string
	AddrPort() netip.AddrPort
}

// A node is a transport with what it received.
type node struct {
	*Transport
	under below
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
	variant
	recorder gossiptest.Recorder // of a network without taps of its own

	at []time.Time // when the recorder kept each packet

	hello, welcome, finish int // bytes of messages
}

// mark is how messages of the version of the lab begin.
func (l *lab) mark(kind byte) []byte { return []byte{magic, l.wire.opens()<<4 | kind} }

// start runs a node. Its packets are taken until it is shut down.
func (l *lab) start(t *testing.T, under below, label string, keys ...[]byte) *node {
	t.Helper()
	return l.startAs(t, under, label, l.identity(under.AddrPort().Addr()), keys...)
}

// startAs runs a node with an identity.
func (l *lab) startAs(t *testing.T, under below, label string, id ed25519.PrivateKey, keys ...[]byte) *node {
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

// A variant is what the nodes of a lab speak. With Only2 no packet of version 1 is sent or taken.
type variant struct {
	name     string
	wire     Wire
	identity func(address netip.Addr) ed25519.PrivateKey // of a node
}

func nobodys(netip.Addr) ed25519.PrivateKey { return nil }

func byAddress(a netip.Addr) ed25519.PrivateKey { return seedOf(a.As4()[3]) }

var variants = []variant{{"version 1", Open1, nobodys}, {"version 2", Only2, nobodys}, {"version 2 with identities", Only2, byAddress}}

// inBubble runs a test in virtual time, with each version of the handshake.
func inBubble(t *testing.T, o gossiptest.Options, f func(t *testing.T, n *lab)) {
	t.Helper()
	for _, v := range variants {
		t.Run(v.name, func(t *testing.T) { v.inBubble(t, o, f) })
	}
}

// inBubble runs a test in virtual time.
func (v variant) inBubble(t *testing.T, o gossiptest.Options, f func(t *testing.T, n *lab)) {
	t.Helper()
	bubble.Test(t, func(t *testing.T) {
		l := &lab{variant: v, hello: helloBytes, welcome: welcomeBytes}
		if v.wire != Open1 {
			side := (&Options{Identity: v.identity(netip.IPv4Unspecified())}).newSide()
			l.hello, l.welcome, l.finish = side.HelloBytes()+proofLength, side.WelcomeBytes(), side.FinishBytes()
		}
		o := o
		if o.Delay == 0 {
			o.Delay = 2 * time.Millisecond
		}
		if o.Tap == nil {
			var mu sync.Mutex
			o.Tap = func(from, to string, b []byte) {
				mu.Lock()
				defer mu.Unlock()
				l.recorder.Keep(from, to, b)
				l.at = append(l.at, time.Now())
			}
		}
		if o.TapStream == nil {
			o.TapStream = l.recorder.KeepStream
		}
		l.Network = gossiptest.New(o)
		f(t, l)
	})
}
