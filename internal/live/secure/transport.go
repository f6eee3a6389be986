package secure

import (
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"net"
	"net/netip"
	"sync"
	"time"

	"github.com/hashicorp/memberlist"

	"bellwether/internal/live/connlimit"
	"bellwether/internal/live/handshake"
)

// Budgets for work that an agent without a key can cause.
const (
	// Hellos taken in a second. Fifty agents of one machine that start at once send 49 to
	// each other; one costs 0.1 ms.
	hellosEach, hellosTotal = 128, 512
	// Hellos sent in a second because of data for an unknown index. A restarted agent gets
	// such data from each member that has not noticed.
	answersEach, answersTotal = 32, 128
)

// Options of a transport. All but Refused, Foreign and Identity are required.
type Options struct {
	Under memberlist.NodeAwareTransport // carries the encrypted packets; Shutdown shuts it down, too
	Ring  *Ring
	Label string         // of the cluster; handshakes with another label are refused
	Self  netip.AddrPort // where others reach this agent
	// Identity is what this agent proves in each handshake, and then all others must prove
	// one, too. Nil: none.
	Identity ed25519.PrivateKey
	// Refused is called for each packet and stream that is refused, and for each packet
	// that could not be sent. It must not block or call the transport. From is zero if it
	// is unknown.
	Refused func(why Reason, from netip.AddrPort)
	// Foreign is called when the agent at an address that was called answers that it has none of
	// our keys. The answer is not encrypted. It must not block. Nil: nobody wants to know.
	Foreign func(addr string)

	side *handshake.Side // of version 2; New makes it
}

// A Transport encrypts what memberlist sends. It serves one life of an agent: a new one starts
// without pairs. Its methods may be called from any goroutine.
type Transport struct {
	o       Options
	packets chan *memberlist.Packet
	streams chan net.Conn
	stop    chan struct{}
	once    sync.Once
	wg      sync.WaitGroup

	hellos, answers budget
	guard           guard            // of hellos of version 2
	calls           budget           // hellos of version 2 on streams
	unproven        *connlimit.Crowd // streams whose opener has not proved itself

	mu    sync.Mutex
	table table
}

var _ memberlist.NodeAwareTransport = (*Transport)(nil)

// New starts a transport over another. Nothing else may read the channels of the other.
func New(o Options) *Transport {
	if o.Refused == nil {
		o.Refused = func(Reason, netip.AddrPort) {}
	}
	o.side = o.newSide()
	t := &Transport{
		guard: newGuard(), calls: budget{total: hellosTotal, each: hellosEach},
		o: o, packets: make(chan *memberlist.Packet), streams: make(chan net.Conn), stop: make(chan struct{}),
		hellos:   budget{total: hellosTotal, each: hellosEach},
		answers:  budget{total: answersTotal, each: answersEach},
		unproven: connlimit.New(connlimit.Limits{Each: unprovenEach, Total: unprovenTotal}),
		table:    newTable(),
	}
	t.wg.Go(t.read)
	return t
}

// PacketCh gives the decrypted packets of proven senders.
func (t *Transport) PacketCh() <-chan *memberlist.Packet { return t.packets }

// StreamCh gives the streams of proven openers.
func (t *Transport) StreamCh() <-chan net.Conn { return t.streams }

// FinalAdvertiseAddr is that of the transport below.
func (t *Transport) FinalAdvertiseAddr(ip string, port int) (net.IP, int, error) {
	return t.o.Under.FinalAdvertiseAddr(ip, port)
}

// WriteTo encrypts a packet and sends it to "ip:port".
func (t *Transport) WriteTo(b []byte, addr string) (time.Time, error) {
	return t.WriteToAddress(b, memberlist.Address{Addr: addr})
}

// WriteToAddress encrypts a packet and sends it. Without a pair it holds the packet, begins a
// handshake, and returns no error.
func (t *Transport) WriteToAddress(b []byte, a memberlist.Address) (at time.Time, err error) {
	to, err := netip.ParseAddrPort(a.Addr)
	if err != nil {
		return time.Time{}, fmt.Errorf("%w", err)
	}
	p, greeting := t.route(unmapped(to), b)
	if greeting != nil {
		t.greet(greeting)
	}
	if p == nil {
		return time.Now(), nil // held
	}
	for _, m := range p.packets(b) {
		if at, err = t.o.Under.WriteToAddress(m, a); err != nil {
			return at, err
		}
	}
	return at, nil
}

// newSide is what this agent brings to handshakes of version 2.
func (o *Options) newSide() *handshake.Side {
	s, err := handshake.NewSide(handshake.Options{Label: o.Label, Random: rand.Reader, Identity: o.Identity})
	if err != nil {
		panic("sealed: Noise: " + err.Error()) // crypto/rand never fails
	}
	return s
}

// read takes packets and streams from below.
func (t *Transport) read() {
	for {
		select {
		case <-t.stop:
			return
		case p := <-t.o.Under.PacketCh():
			if !t.open(p) {
				continue
			}
			select {
			case t.packets <- p:
			case <-t.stop:
				return
			}
		case c := <-t.o.Under.StreamCh():
			t.admit(c)
		}
	}
}

// open decrypts a packet in place, and reports whether it is one for memberlist.
func (t *Transport) open(p *memberlist.Packet) bool {
	from := connlimit.AddrOf(p.From)
	if len(p.Buf) < markBytes || p.Buf[0] != magic || !t.o.Ring.Speaks().takes(p.Buf[1]>>4) {
		t.o.Refused(foreign(p.Buf), from)
		return false
	}
	kind := p.Buf[1] & 0xF
	if kind == kindData && len(p.Buf) >= Overhead {
		return t.onData(p, from)
	}
	if p.Buf[1]>>4 == version2 {
		return t.open2(p, from)
	}
	switch {
	case kind == t.o.kind(kindHello) && len(p.Buf) == t.o.helloBytes():
		t.onHello(p.Buf, from)
	case kind == t.o.kind(kindWelcome) && len(p.Buf) == t.o.welcomeBytes():
		t.onWelcome(p.Buf, from)
	case t.o.otherKind(kind):
		t.o.Refused(Unidentified, from)
	default:
		t.o.Refused(Undecryptable, from)
	}
	return false
}

// open2 reads a packet of version 2 that is no data.
func (t *Transport) open2(p *memberlist.Packet, from netip.AddrPort) bool {
	switch kind := p.Buf[1] & 0xF; {
	case kind == t.o.kind(kindHello) && len(p.Buf) == t.o.helloBytes2():
		t.onHello2(p.Buf, from)
	case kind == t.o.kind(kindWelcome) && len(p.Buf) == t.o.side.WelcomeBytes():
		t.onWelcome(p.Buf, from)
	case kind == kindFinish && t.o.signs() && len(p.Buf) >= t.o.side.FinishBytes():
		return t.onFinish(p, from)
	case kind == kindCookie && len(p.Buf) == cookieSize:
		t.onCookie(p.Buf, from)
	case t.o.otherKind(kind):
		t.o.Refused(Unidentified, from)
	default:
		t.o.Refused(Undecryptable, from)
	}
	return false
}

// send sends a finished packet. Errors are ignored: the network may lose packets anyway.
func (t *Transport) send(to netip.AddrPort, b []byte) {
	_, _ = t.o.Under.WriteToAddress(b, memberlist.Address{Addr: to.String()})
}

// Shares of the send buffer below that packets may use which somebody without the key can cause: cookies,
// hellos for data of unknown conversations, and welcomes for repeated hellos. Where nobody answers for the receiver's address on
// the link they stay in the buffer, and a full one holds up all that this agent sends. An address with which
// there was a conversation may use more: a restarted agent is there.
const (
	spareOfUnknown = 1.0 / 4
	spareOfKnown   = 1.0 / 2
)

// spare reports whether there is room for such a packet.
func (t *Transport) spare(to netip.AddrPort) bool {
	below, knows := t.o.Under.(interface{ Backlog() float64 })
	if !knows {
		return true
	}
	most := spareOfUnknown
	t.mu.Lock()
	if r := t.table.routes[unmapped(to)]; r != nil && r.pair != nil {
		most = spareOfKnown
	}
	t.mu.Unlock()
	return below.Backlog() <= most
}

// welcome sends a welcome, if there is room.
func (t *Transport) welcome(to netip.AddrPort, b []byte) {
	if !t.spare(to) {
		t.o.Refused(Flooded, to)
		return
	}
	t.send(to, b)
}

// Shutdown ends the transport and the one below.
func (t *Transport) Shutdown() error {
	t.once.Do(func() {
		close(t.stop)
		t.mu.Lock()
		t.table.close()
		t.mu.Unlock()
		t.unproven.Close()
	})
	t.wg.Wait()
	return Abandon(t.o.Under)
}

// Abandon shuts down a transport whose channels nothing reads. Until Shutdown returns it takes
// packets and closes streams; otherwise the transport's goroutines would never end.
func Abandon(t memberlist.Transport) error {
	done := make(chan error, 1)
	go func() { done <- t.Shutdown() }()
	for {
		select {
		case err := <-done:
			return err
		case <-t.PacketCh():
		case c := <-t.StreamCh():
			c.Close()
		}
	}
}
