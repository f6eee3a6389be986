package gossiptest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/memberlist"
)

// Queues of a transport; beyond them a frame is dropped and a stream refused.
const (
	packetQueue = 4096 // as a socket's receive buffer: 2 MiB of small datagrams
	streamQueue = 128  // as a listener's backlog
)

// port is every transport's; the addresses differ.
const port = 7946

// Options describe a network.
type Options struct {
	// Hear reports whether the node named to hears the one named from at this moment. It
	// may be called from any goroutine. Nil: everyone hears everyone.
	Hear func(from, to string) bool
	// Loss is the probability that a datagram is lost, in [0, 1).
	Loss float64
	// Double is the probability that a datagram that arrives does so twice, in [0, 1).
	Double float64
	// Delay is one way, the same for every frame.
	Delay time.Duration
	// Jitter is the most that a datagram takes beyond Delay; each takes another part of it,
	// so they overtake each other.
	Jitter time.Duration
	// Seed of the losses, doubles and jitter.
	Seed uint64
	// Tap sees every datagram that is sent, also one that gets lost, and must not keep its
	// bytes. It may be called from any goroutine. Nil: nobody listens.
	Tap func(from, to string, b []byte)
	// TapStream sees what is written to streams, in both directions. Streams are numbered
	// from 0 in the order in which they are opened; caller is the one who opened it.
	TapStream func(stream int, caller bool, b []byte)
}

// A Network joins transports.
type Network struct {
	options Options

	mu   sync.Mutex
	rand *rand.Rand
	at   map[string]*Transport // by address
	made uint32

	lost, sent, dialed atomic.Int64
}

// New makes a network without nodes.
func New(o Options) *Network {
	return &Network{options: o, rand: rand.New(rand.NewPCG(o.Seed, 0x6e657477)), at: map[string]*Transport{}}
}

// Transport gives the node of that name a transport at a fresh address,
// 10.0.0.1:7946 and on. The former ones of that name keep theirs until shut down.
func (n *Network) Transport(name string) *Transport {
	n.mu.Lock()
	n.made++
	ip := netip.AddrFrom4([4]byte{10, byte(n.made >> 16), byte(n.made >> 8), byte(n.made)})
	n.mu.Unlock()
	return n.TransportAt(name, netip.AddrPortFrom(ip, port))
}

// TransportAt gives the node of that name a transport at an address. It replaces the
// transport that was there.
func (n *Network) TransportAt(name string, at netip.AddrPort) *Transport {
	t := &Transport{
		network: n, name: name, addr: at,
		packets: make(chan *memberlist.Packet, packetQueue),
		streams: make(chan net.Conn, streamQueue),
		done:    make(chan struct{}),
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.at[at.String()] = t
	return t
}

// SetLoss changes the probability of losing a datagram.
func (n *Network) SetLoss(p float64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.options.Loss = p
}

// Sent returns the numbers of datagrams sent and lost so far.
func (n *Network) Sent() (sent, lost int64) { return n.sent.Load(), n.lost.Load() }

func (n *Network) hears(from, to string) bool {
	return n.options.Hear == nil || n.options.Hear(from, to)
}

// find gives the transport at an address, nil if it has no transport.
func (n *Network) find(addr string) *Transport {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.at[addr]
}

func (n *Network) loses() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.rand.Float64() < n.options.Loss
}

// doubles reports whether a datagram arrives twice.
func (n *Network) doubles() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.options.Double > 0 && n.rand.Float64() < n.options.Double
}

// delay is how long a datagram takes.
func (n *Network) delay() time.Duration {
	n.mu.Lock()
	defer n.mu.Unlock()
	d := n.options.Delay
	if n.options.Jitter > 0 {
		d += time.Duration(n.rand.Int64N(int64(n.options.Jitter)))
	}
	return d
}

// carry delivers a datagram to the transport that is at addr when it arrives.
func (n *Network) carry(from *Transport, addr string, b []byte) {
	n.sent.Add(1)
	if n.options.Tap != nil {
		n.options.Tap(from.Addr(), addr, b)
	}
	to := n.find(addr)
	if to == nil || !n.hears(from.name, to.name) || n.loses() {
		n.lost.Add(1)
		return
	}
	n.arrive(from, to, b)
	if n.doubles() {
		n.arrive(from, to, b)
	}
}

// arrive puts a datagram into a queue, after its delay.
func (n *Network) arrive(from, to *Transport, b []byte) {
	p := &memberlist.Packet{Buf: append([]byte(nil), b...), From: net.UDPAddrFromAddrPort(from.addr)}
	arrive := func() {
		p.Timestamp = time.Now()
		select {
		case <-to.done:
		case to.packets <- p:
		default:
			n.lost.Add(1)
		}
	}
	if d := n.delay(); d > 0 {
		time.AfterFunc(d, arrive)
		return
	}
	arrive()
}

// stranger is an outside address (TEST-NET-1, RFC 5737).
var stranger = netip.AddrPortFrom(netip.AddrFrom4([4]byte{192, 0, 2, 1}), port)

// Inject delivers bytes to the transport at addr, from an outside address.
func (n *Network) Inject(addr string, b []byte) error { return n.Forge(stranger.String(), addr, b) }

// Forge delivers bytes to the transport at addr as if they came from the address from. It
// fails if from is no address.
func (n *Network) Forge(from, addr string, b []byte) error {
	source, err := netip.ParseAddrPort(from)
	if err != nil {
		return fmt.Errorf("gossiptest: %w", err)
	}
	to := n.find(addr)
	if to == nil {
		return fmt.Errorf("gossiptest: nobody at %s", addr)
	}
	select {
	case to.packets <- &memberlist.Packet{Buf: append([]byte(nil), b...), From: net.UDPAddrFromAddrPort(source), Timestamp: time.Now()}:
		return nil
	default:
		return fmt.Errorf("gossiptest: the queue of %s is full", addr)
	}
}

// Settle waits until the goroutines of memberlists that were shut down have ended:
// a probe takes up to eight periods, a stream up to its time-out. A test in synctest must
// call it last, because time does not advance after the test function.
func Settle() { time.Sleep(time.Minute) }
