package membership

import (
	"errors"
	"time"
)

// A machine that is off does not answer for its address on the link. On Linux packets for it wait in the sender's buffer for
// three seconds, and a full buffer holds up what is for others. So members that were not heard lately get
// datagrams only while three quarters of the buffer are free.

// quietShare is the share of the send buffer that datagrams for quiet members may use.
const quietShare = 1.0 / 4

// quietAfter is after how many probe periods without a datagram a member is quiet: 5 s with lan.
const quietAfter = 5

var errQuiet = errors.New("nothing was heard of it lately, and packets for such members fill the send buffer")

// quiet reports whether nothing was heard of a member lately.
func (g *Gossip) quiet(m Member) bool {
	last := m.Heard
	if last.IsZero() {
		last = m.Since
	}
	return m.State != Alive || time.Since(last) > quietAfter*g.options.Timing.Probe
}

// backlog is the share of the transport's send buffer that is in use; 0 if it does not know.
func (g *Gossip) backlog() float64 {
	if of := g.waiting.Load(); of != nil {
		return (*of)()
	}
	return 0
}

// watched notes a transport that knows its backlog.
func (g *Gossip) watched(under any) {
	if b, knows := under.(interface{ Backlog() float64 }); knows {
		of := b.Backlog
		g.waiting.Store(&of)
	}
}
