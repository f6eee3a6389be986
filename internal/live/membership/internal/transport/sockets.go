package transport

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/memberlist"
)

// bindTries is the number of tries to find a port that is free for both UDP and TCP.
const bindTries = 10

const (
	packetBytes   = 65536   // a UDP datagram is shorter
	receiveBuffer = 2 << 20 // bytes that a socket buffers, as memberlist's own
	acceptPause   = 10 * time.Millisecond
)

// fullShare is the share of the send buffer beyond which a datagram is dropped. A write to a full one would wait, up to
// three seconds, and with it all that the agent does.
const fullShare = 0.9

var errFull = errors.New("the send buffer is full: nobody answers for the addresses that were sent to")

// sockets are UDP and TCP on one port. They differ from memberlist's in two things:
// Shutdown also ends streams that are open or being opened, which would otherwise last
// for the stream time-out; and a datagram takes as much memory as it is long, not 64 kB.
// Twenty agents with the local preset took 2.6 % of a core each with memberlist's
// sockets, and 1.1 % with these.
type sockets struct {
	udp     *net.UDPConn
	tcp     *net.TCPListener
	packets chan *memberlist.Packet
	streams chan net.Conn
	logger  *log.Logger
	empty   func() // counts a packet without bytes
	ctx     context.Context
	cancel  context.CancelFunc
	wg      sync.WaitGroup
}

// Listen binds UDP and TCP to one port. It calls empty for each packet without bytes.
func Listen(bind netip.AddrPort, logger *log.Logger, empty func()) (*sockets, error) {
	tries := 1
	if bind.Port() == 0 {
		tries = bindTries
	}
	var err error
	for range tries {
		var s *sockets
		if s, err = open(bind); err == nil {
			s.logger, s.empty = logger, empty
			s.ctx, s.cancel = context.WithCancel(context.Background())
			s.wg.Go(s.read)
			s.wg.Go(s.accept)
			return s, nil
		}
	}
	return nil, fmt.Errorf("listen at %s: %w", bind, err)
}

// open binds both, without reading.
func open(bind netip.AddrPort) (*sockets, error) {
	tcp, err := net.ListenTCP("tcp", net.TCPAddrFromAddrPort(bind))
	if err != nil {
		return nil, err
	}
	at := netip.AddrPortFrom(bind.Addr(), uint16(tcp.Addr().(*net.TCPAddr).Port))
	udp, err := net.ListenUDP("udp", net.UDPAddrFromAddrPort(at))
	if err != nil {
		return nil, errors.Join(err, tcp.Close())
	}
	// The system may allow less; then more packets of a burst are lost.
	for size := receiveBuffer; size > packetBytes && udp.SetReadBuffer(size) != nil; size /= 2 {
	}
	return &sockets{udp: udp, tcp: tcp, packets: make(chan *memberlist.Packet), streams: make(chan net.Conn)}, nil
}

func (s *sockets) Port() int { return s.tcp.Addr().(*net.TCPAddr).Port }

func (s *sockets) read() {
	b := make([]byte, packetBytes)
	for {
		n, from, err := s.udp.ReadFromUDPAddrPort(b)
		at := time.Now()
		switch {
		case s.ctx.Err() != nil:
			return
		case err != nil:
			s.logger.Printf("[ERR] memberlist: Error reading UDP packet: %v", err)
			continue
		case n == 0:
			s.empty()
			s.logger.Printf("[ERR] memberlist: UDP packet too short (0 bytes) from=%v", from)
			continue
		}
		from = netip.AddrPortFrom(from.Addr().Unmap(), from.Port()) // a socket for both versions of IP maps IPv4 addresses
		p := &memberlist.Packet{Buf: slices.Clone(b[:n]), From: net.UDPAddrFromAddrPort(from), Timestamp: at}
		select {
		case s.packets <- p:
		case <-s.ctx.Done():
			return
		}
	}
}

func (s *sockets) accept() {
	for {
		c, err := s.tcp.Accept()
		switch {
		case s.ctx.Err() != nil:
			if err == nil {
				c.Close()
			}
			return
		case err != nil: // usually: too many open files
			s.logger.Printf("[ERR] memberlist: Error accepting TCP connection: %v", err)
			select {
			case <-time.After(acceptPause):
			case <-s.ctx.Done():
			}
			continue
		}
		select {
		case s.streams <- c:
		case <-s.ctx.Done():
			c.Close()
			return
		}
	}
}

func (s *sockets) PacketCh() <-chan *memberlist.Packet { return s.packets }
func (s *sockets) StreamCh() <-chan net.Conn           { return s.streams }

// FinalAdvertiseAddr returns the given address: see advertise.
func (s *sockets) FinalAdvertiseAddr(ip string, port int) (net.IP, int, error) {
	a, err := netip.ParseAddr(ip)
	if err != nil {
		return nil, 0, fmt.Errorf("address to advertise: %w", err)
	}
	return net.IP(a.Unmap().AsSlice()), port, nil
}

func (s *sockets) WriteTo(b []byte, addr string) (time.Time, error) {
	to, err := netip.ParseAddrPort(addr)
	if err != nil {
		return time.Time{}, fmt.Errorf("%w", err)
	}
	if s.Backlog() > fullShare {
		return time.Time{}, errFull
	}
	_, err = s.udp.WriteToUDPAddrPort(b, to)
	return time.Now(), err
}

func (s *sockets) WriteToAddress(b []byte, a memberlist.Address) (time.Time, error) {
	return s.WriteTo(b, a.Addr)
}

func (s *sockets) DialTimeout(addr string, timeout time.Duration) (net.Conn, error) {
	d := net.Dialer{Timeout: timeout}
	c, err := d.DialContext(s.ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	return &stream{c, context.AfterFunc(s.ctx, func() { c.Close() })}, nil
}

func (s *sockets) DialAddressTimeout(a memberlist.Address, timeout time.Duration) (net.Conn, error) {
	return s.DialTimeout(a.Addr, timeout)
}

func (s *sockets) Shutdown() error {
	s.cancel()
	err := errors.Join(s.tcp.Close(), s.udp.Close())
	s.wg.Wait()
	return err
}

// A stream is closed by its user or by Shutdown of the sockets.
type stream struct {
	net.Conn
	forget func() bool
}

func (s *stream) Close() error {
	s.forget()
	return s.Conn.Close()
}
