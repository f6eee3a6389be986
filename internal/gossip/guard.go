package gossip

import (
	"errors"
	"net"
	"sync"
	"time"

	"github.com/hashicorp/memberlist"
)

// The beginning of encrypted packets and streams, in memberlist's numbers. First comes
// the label, if there is one: labelKind, its length, its text. In a stream the kind and
// four bytes of length follow. Then comes the version of the encryption; agents of ours
// send this one only.
const (
	labelKind      = 244
	encryptedKind  = 10
	lengthBytes    = 4
	encryptVersion = 1
)

// errVersion is the end of a stream in another version.
var errVersion = errors.New("not supported: encryption version")

// guarded drops packets and streams of any other version of the encryption before
// memberlist reads them. The version is not authenticated: somebody without a key can
// record a packet and send it again with version 0. Then memberlist (v0.7.0) takes the
// last byte of the plain text for the length of a padding, and panics.
type guarded struct {
	memberlist.NodeAwareTransport
	tally *tally

	packets chan *memberlist.Packet
	streams chan net.Conn
	stop    chan struct{}
	once    sync.Once
	wg      sync.WaitGroup
}

func guard(under memberlist.NodeAwareTransport, t *tally) *guarded {
	g := &guarded{
		NodeAwareTransport: under, tally: t,
		packets: make(chan *memberlist.Packet), streams: make(chan net.Conn), stop: make(chan struct{}),
	}
	g.wg.Go(g.read)
	return g
}

func (g *guarded) PacketCh() <-chan *memberlist.Packet { return g.packets }
func (g *guarded) StreamCh() <-chan net.Conn           { return g.streams }

func (g *guarded) read() {
	for {
		select {
		case <-g.stop:
			return
		case p := <-g.NodeAwareTransport.PacketCh():
			if !admissible(p.Buf) {
				g.tally.count(func(c *Counters) { c.Undecryptable++ })
				continue
			}
			select {
			case g.packets <- p:
			case <-g.stop:
				return
			}
		case c := <-g.NodeAwareTransport.StreamCh():
			select {
			case g.streams <- &guardedStream{Conn: c}:
			case <-g.stop:
				c.Close()
				return
			}
		}
	}
}

// admissible reports whether a packet has the version that we send, or is so short that
// memberlist refuses it by its length.
func admissible(b []byte) bool {
	if len(b) >= 2 && b[0] == labelKind {
		b = b[min(len(b), 2+int(b[1])):]
	}
	return len(b) == 0 || b[0] == encryptVersion
}

func (g *guarded) DialTimeout(addr string, timeout time.Duration) (net.Conn, error) {
	return watched(g.NodeAwareTransport.DialTimeout(addr, timeout))
}

func (g *guarded) DialAddressTimeout(a memberlist.Address, timeout time.Duration) (net.Conn, error) {
	return watched(g.NodeAwareTransport.DialAddressTimeout(a, timeout))
}

func watched(c net.Conn, err error) (net.Conn, error) {
	if err != nil {
		return nil, err
	}
	return &guardedStream{Conn: c}, nil
}

func (g *guarded) Shutdown() error {
	g.once.Do(func() { close(g.stop) })
	g.wg.Wait()
	return abandon(g.NodeAwareTransport) // nobody reads its channels any more
}

// A guardedStream fails to read a stream of another version.
type guardedStream struct {
	net.Conn
	part part
	left int // bytes of the part to skip
}

// A part is the part of a stream's beginning that comes next.
type part int

const (
	partFirst   part = iota // the kind: of a label, or encrypted
	partSize                // the length of the label
	partLabel               // the label
	partKind                // the kind after a label
	partLength              // the length of the encrypted bytes
	partVersion             // the version of the encryption
	partRest
)

func (s *guardedStream) Read(b []byte) (int, error) {
	n, err := s.Conn.Read(b)
	for _, c := range b[:n] {
		if s.part == partRest {
			break
		}
		if s.part == partVersion && c != encryptVersion {
			return 0, errVersion
		}
		s.advance(c)
	}
	return n, err
}

// advance goes one byte on.
func (s *guardedStream) advance(c byte) {
	switch {
	case s.part == partFirst && c == labelKind:
		s.part = partSize
	case (s.part == partFirst || s.part == partKind) && c == encryptedKind:
		s.part, s.left = partLength, lengthBytes
	case s.part == partSize && c > 0:
		s.part, s.left = partLabel, int(c)
	case s.part == partLabel || s.part == partLength:
		if s.left--; s.left == 0 {
			s.part++
		}
	default:
		s.part = partRest
	}
}
