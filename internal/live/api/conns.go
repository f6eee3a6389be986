package api

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"

	"bellwether/internal/live/connlimit"
)

// connectionsEach bounds the open connections of one source: its event streams, and three times as many
// requests.
const connectionsEach = 4 * sourceLimit

// conns are the open connections of an entrance. Beyond a bound the oldest one makes room on which no
// request runs, of the same source if it is the source's bound. So a source that holds connections open
// shuts out neither itself nor others. If a request runs on each, the new connection is closed.
type conns struct {
	each, total int

	mu  sync.Mutex
	all []*conn // the oldest first
}

type conn struct {
	net.Conn
	from netip.Prefix // the zero prefix for the local socket
	busy bool
}

// note is called when the state of a connection changes.
func (c *conns) note(of net.Conn, state http.ConnState) {
	if leaves := c.noted(of, state); leaves != nil {
		leaves.Close() // without the lock: over TLS it may wait for the other end
	}
}

// noted notes a state, and returns the connection that is to be closed; nil: none.
func (c *conns) noted(of net.Conn, state http.ConnState) net.Conn {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := slices.IndexFunc(c.all, func(x *conn) bool { return x.Conn == of })
	switch {
	case state == http.StateNew && at < 0:
		return c.enter(of)
	case at < 0:
	case state == http.StateClosed || state == http.StateHijacked:
		c.all = slices.Delete(c.all, at, at+1)
	default:
		c.all[at].busy = state == http.StateActive
	}
	return nil
}

// enter takes a connection in, and returns one that makes room if they are too many.
func (c *conns) enter(of net.Conn) net.Conn {
	in := &conn{Conn: of}
	if at, err := netip.ParseAddrPort(of.RemoteAddr().String()); err == nil {
		in.from = connlimit.Source(at.Addr())
	}
	same := func(x *conn) bool { return x.from == in.from }
	count := 0
	for _, x := range c.all {
		if same(x) {
			count++
		}
	}
	among := func(*conn) bool { return true }
	switch {
	case in.from.IsValid() && count >= c.each:
		among = same
	case len(c.all) < c.total:
		c.all = append(c.all, in)
		return nil
	}
	c.all = append(c.all, in)
	at := slices.IndexFunc(c.all, func(x *conn) bool { return !x.busy && among(x) }) // in itself at the latest
	leaves := c.all[at].Conn
	c.all = slices.Delete(c.all, at, at+1)
	return leaves
}
