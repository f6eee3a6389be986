package connlimit

import (
	"net"
	"net/netip"
	"testing"
)

// A conn counts how often it is closed.
type conn struct {
	net.Conn
	closed int
}

func (c *conn) Close() error { c.closed++; return nil }

func TestTheOldestGoesAndOneOfTheSameSourceFirst(t *testing.T) {
	c := New(Limits{Each: 2, Total: 4})
	var conns []*conn
	var callers []*Caller
	enter := func(from string, want bool) {
		t.Helper()
		x := new(conn)
		in, crowded := c.Enter(x, netip.MustParseAddr(from))
		if crowded != want {
			t.Errorf("%s: crowded is %v", from, crowded)
		}
		conns, callers = append(conns, x), append(callers, in)
	}
	enter("192.0.2.1", false)
	enter("2001:db8::1", false)
	enter("2001:db8::2", false)
	enter("2001:db8:0:0:9::", true) // the third of its network: ::1 goes
	enter("192.0.2.2", false)
	enter("::ffff:192.0.2.3", true) // the fifth: the oldest goes
	for i, want := range []int{1, 1, 0, 0, 0, 0} {
		if conns[i].closed != want {
			t.Errorf("connection %d was closed %d times", i, conns[i].closed)
		}
		if got := c.Leave(callers[i]); got != (want == 0) {
			t.Errorf("connection %d was held: %v", i, got)
		}
	}
	if c.Len() != 0 {
		t.Errorf("%d are held", c.Len())
	}
	enter("192.0.2.1", false)
	c.Close()
	if in, _ := c.Enter(new(conn), netip.Addr{}); in != nil || conns[6].closed != 1 {
		t.Error("a closed crowd")
	}
}

func TestAddresses(t *testing.T) {
	want := netip.MustParseAddrPort("192.0.2.1:80")
	mapped := net.ParseIP("::ffff:192.0.2.1")
	for _, a := range []net.Addr{&net.UDPAddr{IP: mapped, Port: 80}, &net.TCPAddr{IP: mapped, Port: 80}} {
		if got := AddrOf(a); got != want {
			t.Errorf("%v is %v", a, got)
		}
	}
	for _, a := range []net.Addr{nil, &net.UnixAddr{Name: "x"}} {
		if got := AddrOf(a); got.IsValid() {
			t.Errorf("%v is %v", a, got)
		}
	}
}
