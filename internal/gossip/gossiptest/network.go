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
	// Delay is one way, the same for every frame.
	Delay time.Duration
	// Seed of the losses.
	Seed uint64
}

// A Network joins transports.
type Network struct {
	options Options

	mu   sync.Mutex
	rand *rand.Rand
	at   map[string]*Transport // by address
	made uint32

	lost, sent atomic.Int64
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

// find gives the transport at an address, nil if there is none.
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

// carry delivers a datagram to the transport that is at addr when it arrives.
func (n *Network) carry(from *Transport, addr string, b []byte) {
	n.sent.Add(1)
	to := n.find(addr)
	if to == nil || !n.hears(from.name, to.name) || n.loses() {
		n.lost.Add(1)
		return
	}
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
	if n.options.Delay == 0 {
		arrive()
		return
	}
	time.AfterFunc(n.options.Delay, arrive)
}

// Inject delivers bytes to the transport at addr, from an outside address.
func (n *Network) Inject(addr string, b []byte) error {
	to := n.find(addr)
	if to == nil {
		return fmt.Errorf("gossiptest: nobody at %s", addr)
	}
	stranger := &net.UDPAddr{IP: net.IPv4(192, 0, 2, 1), Port: port}
	select {
	case to.packets <- &memberlist.Packet{Buf: append([]byte(nil), b...), From: stranger, Timestamp: time.Now()}:
		return nil
	default:
		return fmt.Errorf("gossiptest: the queue of %s is full", addr)
	}
}

// Settle waits until the goroutines of memberlists that were shut down have ended:
// a probe takes up to eight periods, a stream up to its time-out. A test in synctest must
// call it last, because time does not advance after the test function.
func Settle() { time.Sleep(time.Minute) }
