package gate

import (
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/memberlist"

	"bellwether/internal/live/connlimit"
	"bellwether/internal/live/membership/internal/conflict"
	"bellwether/internal/live/membership/internal/packet"
	"bellwether/internal/live/membership/internal/report"
	"bellwether/internal/live/membership/internal/signing"
	"bellwether/internal/live/membership/internal/wire"
	"bellwether/internal/live/secure"
)

// Bounds on the streams that others have opened. One takes some 30 kB. One that lists more
// than manyMembers takes 0.6 MB more, so at most manyStreams of these are read at a time. With
// keys package secure passes on only streams of proven callers.
const (
	streamsEach  = 64 // fifty agents of one machine call one seed at once
	StreamsTotal = 128
	manyMembers  = 256
	manyStreams  = 8

	userStateLimit = 2*wire.GoodbyeLimit*(2+wire.HeaderSize+wire.NameLimit+wire.SignatureBytes) + wire.NewsLimit // bytes of what we add to a list
)

// bounded is the uppermost transport: it passes on only packets and streams that agents
// send, bounds the memory that others can make memberlist use, and counts what is refused, here
// or by memberlist.
type bounded struct {
	memberlist.NodeAwareTransport
	report     *report.Report
	name       string
	label      string
	newest     byte
	conflicts  *conflict.Detector
	identities *signing.Identities // nil: none
	deliver    func(message []byte)
	crowd      *connlimit.Crowd
	many       atomic.Int32 // streams that list many members

	packets  chan *memberlist.Packet
	streams  chan net.Conn
	messages chan []byte // of ours, until they are delivered
	stop     chan struct{}
	once     sync.Once
	wg       sync.WaitGroup
}

// Options are what bounded is made of.
type Options struct {
	Under      memberlist.NodeAwareTransport
	Report     *report.Report
	Name       string // of this agent
	Label      string // of the packets and streams that memberlist takes
	Newest     byte   // the newest version of our messages that this agent understands
	Conflicts  *conflict.Detector
	Identities *signing.Identities // nil: none
	// Deliver takes a message of ours. One call runs at a time.
	Deliver func(message []byte)
}

// New returns one that has nothing to do yet.
func New(o Options) *bounded {
	b := &bounded{
		NodeAwareTransport: o.Under, report: o.Report, name: o.Name, label: o.Label, newest: o.Newest,
		conflicts: o.Conflicts, identities: o.Identities, deliver: o.Deliver,
		crowd:   connlimit.New(connlimit.Limits{Each: streamsEach, Total: StreamsTotal}),
		packets: make(chan *memberlist.Packet), streams: make(chan net.Conn),
		messages: make(chan []byte, messagesLimit), stop: make(chan struct{}),
	}
	b.wg.Go(b.read)
	b.wg.Go(b.deliverAll)
	return b
}

func (b *bounded) PacketCh() <-chan *memberlist.Packet { return b.packets }
func (b *bounded) StreamCh() <-chan net.Conn           { return b.streams }

func (b *bounded) read() {
	for {
		select {
		case <-b.stop:
			return
		case p := <-b.NodeAwareTransport.PacketCh():
			if p.Buf = b.admitted(p.Buf, p.From); p.Buf == nil {
				continue
			}
			select {
			case b.packets <- p:
			case <-b.stop:
				return
			}
		case c := <-b.NodeAwareTransport.StreamCh():
			in, crowded := b.crowd.Enter(c, connlimit.AddrOf(c.RemoteAddr()).Addr())
			if crowded {
				b.report.Count(func(c *report.Counters) { c.Flooded++ })
			}
			if in == nil {
				c.Close()
				return
			}
			select {
			case b.streams <- b.bound(c, in):
			case <-b.stop:
				return
			}
		}
	}
}

// sealedMark begins what agents with keys send: see package secure. Agents without keys
// cannot read it.
const sealedMark = 0xBE

// admitted returns what memberlist gets of a packet; nil: nothing. Messages of ours go to their
// own queue: memberlist would keep them in one whose overflow it reports nowhere. Packets that
// memberlist refuses are counted here, and it logs where they came from.
func (b *bounded) admitted(raw []byte, from net.Addr) []byte {
	if packet.Check(raw) != nil {
		b.report.Count(refusedPacket(raw))
		return nil
	}
	if b.identities != nil {
		peer, proven := secure.PeerOf(from)
		if raw = b.identities.Attributed(raw, peer); !proven || len(raw) == 0 {
			return nil
		}
	}
	messages, why := packet.Opened(raw, b.label)
	switch why {
	case packet.Accepted:
	case packet.AnotherLabel:
		b.report.Count(func(c *report.Counters) { c.OtherLabel++ })
		return raw
	default:
		b.report.Malformed()
		return raw
	}
	theirs := messages[:0:0]
	for _, m := range messages {
		if len(m) > 0 && m[0] == packet.KindUser {
			b.enqueue(m[1:])
			continue
		}
		if len(m) == 0 || !packet.Fits(m[1:]) || m[0] == packet.KindPing && packet.ForAnother(m[1:], b.name) {
			b.report.Malformed()
		}
		theirs = append(theirs, m)
	}
	switch len(theirs) {
	case len(messages):
		return raw
	case 0:
		return nil
	}
	return packet.Packed(theirs, b.label)
}

// refusedPacket counts a packet that no agent without keys sends.
func refusedPacket(b []byte) func(*report.Counters) {
	if len(b) > 0 && b[0] == sealedMark {
		return func(c *report.Counters) { c.Undecryptable++ }
	}
	return func(c *report.Counters) { c.Malformed++ }
}

// messagesLimit bounds the messages of ours that wait to be delivered: memberlist's own bound.
const messagesLimit = 1024

func (b *bounded) enqueue(message []byte) {
	select {
	case b.messages <- message:
	default:
		b.report.Count(func(c *report.Counters) { c.Dropped++ })
	}
}

func (b *bounded) deliverAll() {
	for {
		select {
		case <-b.stop:
			return
		case m := <-b.messages:
			b.deliver(m)
		}
	}
}

func (b *bounded) DialTimeout(addr string, timeout time.Duration) (net.Conn, error) {
	return b.DialAddressTimeout(memberlist.Address{Addr: addr}, timeout)
}

func (b *bounded) DialAddressTimeout(a memberlist.Address, timeout time.Duration) (net.Conn, error) {
	begun := time.Now()
	c, err := b.NodeAwareTransport.DialAddressTimeout(a, timeout)
	if err != nil {
		return nil, err
	}
	s := b.bound(c, nil)
	s.vouches, s.addr, s.begun = b.conflicts.Vouches(a.Addr), a.Addr, begun
	return s, nil
}

func (b *bounded) Shutdown() error {
	b.once.Do(func() {
		close(b.stop)
		b.crowd.Close()
	})
	b.wg.Wait()
	return secure.Abandon(b.NodeAwareTransport) // nobody reads its channels any more
}
