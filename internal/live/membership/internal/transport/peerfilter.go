package transport

import (
	"encoding/binary"
	"net"
	"sync"
	"time"

	"github.com/hashicorp/memberlist"

	"bellwether/internal/live/connlimit"
	"bellwether/internal/live/secure"
	"bellwether/protocol"
)

// filterBytes is the length of the sender's ID at the beginning of each packet and
// stream.
const filterBytes = 4

// Bounds on the streams whose sender is not known yet: as package gate has them.
const (
	waitingEach  = 64
	waitingTotal = 128
)

// peerFilter drops the packets and streams that hears refuses. Each begins with
// its sender's ID. The ID is not encrypted, so anybody may write a false one: a
// peerFilter emulates a radio and protects nothing.
type peerFilter struct {
	memberlist.NodeAwareTransport
	self    protocol.ID
	hears   func(from protocol.ID) bool
	patient time.Duration // for the first bytes of a stream

	packets chan *memberlist.Packet
	streams chan net.Conn
	waiting *connlimit.Crowd // streams whose sender is not known yet
	stop    chan struct{}
	once    sync.Once
	wg      sync.WaitGroup
}

// FilterOptions are what a peerFilter is made of.
type FilterOptions struct {
	Under   memberlist.NodeAwareTransport
	Self    protocol.ID
	Hears   func(from protocol.ID) bool
	Patient time.Duration // for the first bytes of a stream
}

// Backlog is that of the transport below.
func (v *peerFilter) Backlog() float64 {
	if b, knows := v.NodeAwareTransport.(interface{ Backlog() float64 }); knows {
		return b.Backlog()
	}
	return 0
}

func NewPeerFilter(o FilterOptions) *peerFilter {
	v := &peerFilter{
		NodeAwareTransport: o.Under, self: o.Self, hears: o.Hears, patient: o.Patient,
		packets: make(chan *memberlist.Packet), streams: make(chan net.Conn), stop: make(chan struct{}),
		waiting: connlimit.New(connlimit.Limits{Each: waitingEach, Total: waitingTotal}),
	}
	v.wg.Go(v.readPackets)
	v.wg.Go(v.readStreams)
	return v
}

func (v *peerFilter) PacketCh() <-chan *memberlist.Packet { return v.packets }
func (v *peerFilter) StreamCh() <-chan net.Conn           { return v.streams }

func (v *peerFilter) readPackets() {
	for {
		select {
		case <-v.stop:
			return
		case p := <-v.NodeAwareTransport.PacketCh():
			if len(p.Buf) < filterBytes || !v.hears(protocol.ID(binary.BigEndian.Uint32(p.Buf))) {
				continue
			}
			p.Buf = p.Buf[filterBytes:]
			select {
			case v.packets <- p:
			case <-v.stop:
				return
			}
		}
	}
}

func (v *peerFilter) readStreams() {
	for {
		select {
		case <-v.stop:
			return
		case c := <-v.NodeAwareTransport.StreamCh():
			in, _ := v.waiting.Enter(c, connlimit.AddrOf(c.RemoteAddr()).Addr())
			if in == nil {
				c.Close()
				return
			}
			v.wg.Go(func() { v.admit(c, in) })
		}
	}
}

// admit passes a stream on if its sender is heard.
func (v *peerFilter) admit(c net.Conn, in *connlimit.Caller) {
	var from [filterBytes]byte
	_ = c.SetReadDeadline(time.Now().Add(v.patient))
	n, err := c.Read(from[:])
	if open := v.waiting.Leave(in); !open || err != nil || n < filterBytes || !v.hears(protocol.ID(binary.BigEndian.Uint32(from[:]))) {
		c.Close()
		return
	}
	_ = c.SetReadDeadline(time.Time{})
	select {
	case v.streams <- c:
	case <-v.stop:
		c.Close()
	}
}

func (v *peerFilter) WriteTo(b []byte, addr string) (time.Time, error) {
	return v.NodeAwareTransport.WriteTo(v.signed(b), addr)
}

func (v *peerFilter) WriteToAddress(b []byte, a memberlist.Address) (time.Time, error) {
	return v.NodeAwareTransport.WriteToAddress(v.signed(b), a)
}

func (v *peerFilter) signed(b []byte) []byte {
	return append(binary.BigEndian.AppendUint32(make([]byte, 0, filterBytes+len(b)), uint32(v.self)), b...)
}

func (v *peerFilter) DialTimeout(addr string, timeout time.Duration) (net.Conn, error) {
	return v.introduce(v.NodeAwareTransport.DialTimeout(addr, timeout))
}

func (v *peerFilter) DialAddressTimeout(a memberlist.Address, timeout time.Duration) (net.Conn, error) {
	return v.introduce(v.NodeAwareTransport.DialAddressTimeout(a, timeout))
}

func (v *peerFilter) introduce(c net.Conn, err error) (net.Conn, error) {
	if err != nil {
		return nil, err
	}
	if _, err := c.Write(v.signed(nil)); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

func (v *peerFilter) Shutdown() error {
	v.once.Do(func() {
		close(v.stop)
		v.waiting.Close()
	})
	v.wg.Wait()
	return secure.Abandon(v.NodeAwareTransport) // nobody reads its channels any more
}
