// Package connlimit bounds the connections that a service holds for callers it does not know
// yet, in total and by source. Beyond a bound the oldest is closed, one of the same source
// first: a caller that comes now is served, unless others come faster than it needs.
//
// It never waits, and never reads or writes. The source of a caller is its IPv4 address, or
// the network of 64 bits of its IPv6 address, in which one host has as many addresses as
// it likes. Cost: memory for the connections that it holds, and a look at each of them when
// one comes.
package connlimit

import (
	"net"
	"net/netip"
	"slices"
	"sync"
)

// Limits are the numbers of connections held at a time.
type Limits struct {
	Each  int // of one source
	Total int
}

// A Crowd holds connections. Its methods may be called from any goroutine.
type Crowd struct {
	limits Limits

	mu     sync.Mutex
	closed bool
	all    []*Caller // the oldest first
}

// A Caller is one connection of a crowd.
type Caller struct {
	conn net.Conn
	from netip.Prefix
}

// New returns an empty crowd.
func New(l Limits) *Crowd { return &Crowd{limits: l} }

// Enter takes a connection in. It returns nil after Close, and reports whether another
// connection had to go.
func (c *Crowd) Enter(conn net.Conn, from netip.Addr) (in *Caller, crowded bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil, false
	}
	in = &Caller{conn, Source(from)}
	same, oldest := 0, 0
	for i, x := range c.all {
		if x.from == in.from {
			if same++; same == 1 {
				oldest = i
			}
		}
	}
	switch {
	case same >= c.limits.Each:
		crowded = true
	case len(c.all) >= c.limits.Total:
		crowded, oldest = true, 0
	}
	if crowded {
		c.all[oldest].conn.Close()
		c.all = slices.Delete(c.all, oldest, oldest+1)
	}
	c.all = append(c.all, in)
	return in, crowded
}

// Leave lets a connection go, and reports whether it was still held: whether nobody closed
// it.
func (c *Crowd) Leave(in *Caller) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.Index(c.all, in)
	if i >= 0 {
		c.all = slices.Delete(c.all, i, i+1)
	}
	return i >= 0
}

// Len is the number of connections held.
func (c *Crowd) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.all)
}

// Close closes all of them, and takes no more.
func (c *Crowd) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	for _, x := range c.all {
		x.conn.Close()
	}
	c.all = nil
}

// Source is whom bounds by source count an address as.
func Source(a netip.Addr) netip.Prefix {
	bits := 32
	if a = a.Unmap(); a.Is6() {
		bits = 64
	}
	p, _ := a.Prefix(bits) // the zero prefix for no address
	return p
}

// AddrOf is the address of a peer, without IPv4 in IPv6, and zero if it is no IP address.
func AddrOf(a net.Addr) netip.AddrPort {
	var p netip.AddrPort
	switch a := a.(type) {
	case *net.UDPAddr:
		p = a.AddrPort()
	case *net.TCPAddr:
		p = a.AddrPort()
	case nil:
	default:
		p, _ = netip.ParseAddrPort(a.String())
	}
	return netip.AddrPortFrom(p.Addr().Unmap(), p.Port())
}
