package membership

import (
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/memberlist"

	"bellwether/internal/live/connlimit"
	"bellwether/internal/live/secure"
)

// Bounds on the streams that others have opened. One takes some 30 kB. One that lists more
// than manyMembers takes 0.6 MB more, so at most manyStreams of these are read at a time. With
// keys package secure passes on only streams of proven callers.
const (
	streamsEach  = 64 // fifty agents of one machine call one seed at once
	streamsTotal = 128
	manyMembers  = 256
	manyStreams  = 8

	userStateLimit = 2*goodbyeLimit*(2+headerSize+nameLimit+signatureBytes) + newsLimit // bytes of what we add to a list
)

// bounded is the uppermost transport: it passes on only packets and streams that agents
// send, bounds the memory that others can make memberlist use, and counts what is refused, here
// or by memberlist.
type bounded struct {
	memberlist.NodeAwareTransport
	report     *report
	name       string
	label      string
	newest     byte
	conflicts  *conflicts
	identities *identities // nil: none
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

// boundedOptions are what bounded is made of.
type boundedOptions struct {
	Under      memberlist.NodeAwareTransport
	Report     *report
	Name       string // of this agent
	Label      string // of the packets and streams that memberlist takes
	Newest     byte   // the newest version of our messages that this agent understands
	Conflicts  *conflicts
	Identities *identities // nil: none
	// Deliver takes a message of ours. One call runs at a time.
	Deliver func(message []byte)
}

func newBounded(o boundedOptions) *bounded {
	b := &bounded{
		NodeAwareTransport: o.Under, report: o.Report, name: o.Name, label: o.Label, newest: o.Newest,
		conflicts: o.Conflicts, identities: o.Identities, deliver: o.Deliver,
		crowd:   connlimit.New(connlimit.Limits{Each: streamsEach, Total: streamsTotal}),
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
				b.report.count(func(c *Counters) { c.Flooded++ })
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
func (b *bounded) admitted(packet []byte, from net.Addr) []byte {
	if checkPacket(packet) != nil {
		b.report.count(refusedPacket(packet))
		return nil
	}
	if b.identities != nil {
		peer, proven := secure.PeerOf(from)
		if packet = b.identities.attributed(packet, peer); !proven || len(packet) == 0 {
			return nil
		}
	}
	messages, why := opened(packet, b.label)
	switch why {
	case accepted:
	case anotherLabel:
		b.report.count(func(c *Counters) { c.OtherLabel++ })
		return packet
	default:
		b.report.malformed()
		return packet
	}
	theirs := messages[:0:0]
	for _, m := range messages {
		if len(m) > 0 && m[0] == mlUser {
			b.enqueue(m[1:])
			continue
		}
		if len(m) == 0 || !fits(m[1:]) || m[0] == mlPing && forAnother(m[1:], b.name) {
			b.report.malformed()
		}
		theirs = append(theirs, m)
	}
	switch len(theirs) {
	case len(messages):
		return packet
	case 0:
		return nil
	}
	return packed(theirs, b.label)
}

// refusedPacket counts a packet that no agent without keys sends.
func refusedPacket(b []byte) func(*Counters) {
	if len(b) > 0 && b[0] == sealedMark {
		return func(c *Counters) { c.Undecryptable++ }
	}
	return func(c *Counters) { c.Malformed++ }
}

// messagesLimit bounds the messages of ours that wait to be delivered: memberlist's own bound.
const messagesLimit = 1024

func (b *bounded) enqueue(message []byte) {
	select {
	case b.messages <- message:
	default:
		b.report.count(func(c *Counters) { c.Dropped++ })
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
	s.vouches, s.addr, s.begun = b.conflicts.vouches(a.Addr), a.Addr, begun
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
