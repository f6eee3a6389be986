package gossiptest

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"sync"
	"time"

	"github.com/hashicorp/memberlist"
)

// A Transport is one node's place on the network.
type Transport struct {
	network *Network
	name    string
	addr    netip.AddrPort
	packets chan *memberlist.Packet
	streams chan net.Conn

	once sync.Once
	done chan struct{} // closed by Shutdown
}

var _ memberlist.NodeAwareTransport = (*Transport)(nil)

var (
	errRefused = errors.New("gossiptest: connection refused")
	errClosed  = errors.New("gossiptest: transport is shut down")
)

// Addr gives where the node is, "host:port".
func (t *Transport) Addr() string { return t.addr.String() }

// FinalAdvertiseAddr returns the address of the transport, whatever it is given.
func (t *Transport) FinalAdvertiseAddr(string, int) (net.IP, int, error) {
	return t.addr.Addr().AsSlice(), int(t.addr.Port()), nil
}

// WriteTo sends a datagram. It reports no loss.
func (t *Transport) WriteTo(b []byte, addr string) (time.Time, error) {
	select {
	case <-t.done:
		return time.Time{}, errClosed
	default:
	}
	t.network.carry(t, addr, b)
	return time.Now(), nil
}

// WriteToAddress sends a datagram. It ignores the name in the address.
func (t *Transport) WriteToAddress(b []byte, a memberlist.Address) (time.Time, error) {
	return t.WriteTo(b, a.Addr)
}

// PacketCh gives the datagrams that have arrived.
func (t *Transport) PacketCh() <-chan *memberlist.Packet { return t.packets }

// StreamCh gives the streams that others have opened.
func (t *Transport) StreamCh() <-chan net.Conn { return t.streams }

// DialAddressTimeout opens a stream. It ignores the name in the address.
func (t *Transport) DialAddressTimeout(a memberlist.Address, timeout time.Duration) (net.Conn, error) {
	return t.DialTimeout(a.Addr, timeout)
}

// DialTimeout opens a stream. It fails after the time-out if there is no transport at the
// address, or if one end does not hear the other.
func (t *Transport) DialTimeout(addr string, timeout time.Duration) (net.Conn, error) {
	select {
	case <-t.done:
		return nil, errClosed
	default:
	}
	to := t.network.find(addr)
	if to == nil || !t.hearsBothWays(to) {
		select {
		case <-t.done:
			return nil, errClosed
		case <-time.After(timeout):
			return nil, fmt.Errorf("gossiptest: dial %s: time-out", addr)
		}
	}
	time.Sleep(2 * t.network.options.Delay) // a handshake is one round trip
	near, far := net.Pipe()
	number := int(t.network.dialed.Add(1)) - 1
	select {
	case <-to.done:
		return nil, errRefused
	case to.streams <- &stream{Conn: far, from: to, to: t, number: number}:
		return &stream{Conn: near, from: t, to: to, number: number, caller: true}, nil
	default:
		return nil, errRefused
	}
}

func (t *Transport) hearsBothWays(other *Transport) bool {
	return t.network.hears(t.name, other.name) && t.network.hears(other.name, t.name)
}

// Shutdown takes the node off the network. It may be called twice.
func (t *Transport) Shutdown() error {
	t.once.Do(func() {
		close(t.done)
		t.network.mu.Lock()
		if t.network.at[t.Addr()] == t {
			delete(t.network.at, t.Addr())
		}
		t.network.mu.Unlock()
	})
	return nil
}

// A stream is one end of a connection.
type stream struct {
	net.Conn
	from, to *Transport
	number   int
	caller   bool // opened it
}

// Write delays the bytes, and fails when the ends no longer hear each other.
func (s *stream) Write(b []byte) (int, error) {
	time.Sleep(s.from.network.options.Delay)
	if !s.from.hearsBothWays(s.to) {
		return 0, fmt.Errorf("gossiptest: %s and %s do not hear each other", s.from.name, s.to.name)
	}
	if tap := s.from.network.options.TapStream; tap != nil {
		tap(s.number, s.caller, b)
	}
	return s.Conn.Write(b)
}

func (s *stream) LocalAddr() net.Addr  { return net.TCPAddrFromAddrPort(s.from.addr) }
func (s *stream) RemoteAddr() net.Addr { return net.TCPAddrFromAddrPort(s.to.addr) }

// AddrPort gives where the node is.
func (t *Transport) AddrPort() netip.AddrPort { return t.addr }
