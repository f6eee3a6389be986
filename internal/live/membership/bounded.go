package membership

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
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
)

// bounded is the uppermost transport: it passes on only packets and streams that agents
// send, and bounds the memory that others can make memberlist use.
type bounded struct {
	memberlist.NodeAwareTransport
	tally *tally
	// vouches reports whether the call to an address is one whose members reported gets.
	vouches    func(addr string) bool
	reported   func(member []byte)
	attributed func(b []byte, from secure.Peer) []byte // nil without identities
	jumps      func(member []byte) error               // nil without identities
	listed     func(member []byte) listing             // nil without identities
	tookList   func(addr string, is listing, begun time.Time)
	crowd      *connlimit.Crowd
	many       atomic.Int32 // streams that list many members

	packets chan *memberlist.Packet
	streams chan net.Conn
	stop    chan struct{}
	once    sync.Once
	wg      sync.WaitGroup
}

func newBounded(under memberlist.NodeAwareTransport, g *Gossip) *bounded {
	b := &bounded{
		NodeAwareTransport: under, tally: &g.tally, vouches: g.entry.vouches, reported: g.reported,
		crowd:   connlimit.New(connlimit.Limits{Each: streamsEach, Total: streamsTotal}),
		packets: make(chan *memberlist.Packet), streams: make(chan net.Conn), stop: make(chan struct{}),
	}
	if g.ids != nil {
		b.attributed, b.jumps, b.listed, b.tookList = g.attributed, g.jumps, g.listed, g.tookList
	}
	b.wg.Go(b.read)
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
			if checkPacket(p.Buf) != nil {
				b.tally.count(refusedPacket(p.Buf))
				continue
			}
			if from, proven := secure.PeerOf(p.From); b.attributed != nil {
				if p.Buf = b.attributed(p.Buf, from); !proven || len(p.Buf) == 0 {
					continue
				}
			}
			select {
			case b.packets <- p:
			case <-b.stop:
				return
			}
		case c := <-b.NodeAwareTransport.StreamCh():
			in, crowded := b.crowd.Enter(c, connlimit.AddrOf(c.RemoteAddr()).Addr())
			if crowded {
				b.tally.count(func(c *Counters) { c.Flooded++ })
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

// refusedPacket counts a packet that no agent without keys sends.
func refusedPacket(b []byte) func(*Counters) {
	if len(b) > 0 && b[0] == sealedMark {
		return func(c *Counters) { c.Undecryptable++ }
	}
	return malformed
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
	s.vouches, s.addr, s.begun = b.vouches(a.Addr), a.Addr, begun
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

// bound wraps a connection, so that reading it fails at anything but one message of an agent.
func (b *bounded) bound(c net.Conn, in *connlimit.Caller) *boundedStream {
	return &boundedStream{Conn: c, of: b, caller: in, from: bufio.NewReader(c)}
}

// A boundedStream gives memberlist the parts of a message after it has checked each.
type boundedStream struct {
	net.Conn
	of      *bounded
	caller  *connlimit.Caller // nil: we called
	vouches bool              // we called, and what it says decides whether we enter
	addr    string            // whom we called; "" if we were called
	begun   time.Time         // when we called
	own     listing           // how the list of the one we called has us
	from    *bufio.Reader
	part    part
	left    int          // members that follow
	user    int          // bytes that follow them
	ready   bytes.Buffer // checked, not yet read
	many    bool
	err     error
	closed  sync.Once
}

// A part is the part of a stream that comes next.
type part int

const (
	partFirst   part = iota // a label, or the kind
	partKind                // the kind
	partValue               // the only value of the message
	partHeader              // how much a push/pull has
	partMembers             // its members
	partUser                // its goodbyes
	partEnd
)

func (s *boundedStream) Read(b []byte) (int, error) {
	for s.ready.Len() == 0 && s.err == nil {
		s.err = s.check()
	}
	if s.ready.Len() == 0 {
		return 0, s.err
	}
	return s.ready.Read(b)
}

func (s *boundedStream) Close() error {
	s.closed.Do(func() {
		if s.caller != nil {
			s.of.crowd.Leave(s.caller)
		}
		if s.many {
			s.of.many.Add(-1)
		}
	})
	return s.Conn.Close()
}

// check reads and checks the next part.
func (s *boundedStream) check() error {
	r := io.TeeReader(s.from, &s.ready)
	switch s.part {
	case partFirst, partKind:
		return s.checkKind(r)
	case partValue:
		s.part = partEnd
		return s.whole(checkValue(r, nil))
	case partHeader:
		return s.checkHeader(r)
	case partMembers:
		if s.left == 0 {
			s.part = partUser
			if s.of.tookList != nil && s.addr != "" {
				s.of.tookList(s.addr, s.own, s.begun)
			}
			return nil
		}
		s.left--
		before := s.ready.Len()
		err := s.whole(checkValue(r, nil))
		if err != nil {
			return err
		}
		member := s.ready.Bytes()[before:]
		if s.of.jumps != nil {
			unleft(member)
			err = s.of.jumps(member)
			if s.addr != "" && s.own != another {
				s.own = max(s.own, s.of.listed(member))
			}
		}
		if s.vouches && err == nil {
			s.of.reported(member)
		}
		return s.whole(err)
	case partUser:
		if s.user == 0 {
			return io.EOF
		}
		n, err := io.CopyN(&s.ready, s.from, int64(min(s.user, max(1, s.from.Buffered()))))
		s.user -= int(n)
		return err
	}
	return io.EOF
}

// whole turns the end of the stream within a value into an error. After an error it drops the
// bytes that memberlist has not read.
func (s *boundedStream) whole(err error) error {
	if err != nil {
		s.ready.Reset()
	}
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (s *boundedStream) checkKind(r io.Reader) error {
	var b [256]byte
	if _, err := io.ReadFull(r, b[:1]); err != nil {
		return err
	}
	switch kind := b[0]; {
	case kind == mlLabel && s.part == partFirst:
		s.part = partKind
		if _, err := io.ReadFull(r, b[:1]); err != nil {
			return s.whole(err)
		}
		_, err := io.ReadFull(r, b[:b[0]])
		return err
	case kind == mlPushPull:
		s.part = partHeader
	case kind == mlPing, kind == mlAck, kind == mlError:
		s.part = partValue
	case kind == mlEncrypted:
		s.part = partEnd // memberlist logs that it has no key
	case kind == sealedMark:
		s.ready.Reset()
		return errSealed
	default:
		s.ready.Reset()
		return fmt.Errorf("%w: kind %d in a stream", errExcess, kind)
	}
	return nil
}

// Errors that memberlist logs. They are counted when its log line is read: see faults.
var (
	errSealed  = errors.New("it is encrypted, and we have no key")
	errCrowded = errors.New("too many long lists of members at a time")
)

// checkHeader bounds the numbers of a push/pull.
func (s *boundedStream) checkHeader(r io.Reader) error {
	var members, user uint64
	err := checkValue(r, func(field string, n uint64) {
		switch field {
		case "Nodes":
			members = max(members, n)
		case "UserStateLen":
			user = max(user, n)
		}
	})
	switch {
	case err != nil:
		return s.whole(err)
	case members > memberLimit+1 || user > userStateLimit:
		s.ready.Reset()
		return fmt.Errorf("%w: %d members and %d bytes in a stream", errExcess, members, user)
	case members > manyMembers && s.caller != nil && s.of.many.Add(1) > manyStreams:
		s.of.many.Add(-1)
		s.ready.Reset()
		return errCrowded
	}
	s.many = members > manyMembers && s.caller != nil
	s.part, s.left, s.user = partMembers, int(members), int(user)
	return nil
}
